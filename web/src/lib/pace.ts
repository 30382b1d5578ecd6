/** How long each thing stays before the next is shown. */

import type { Pace } from "./settings.svelte";
import type { Action, Update } from "./wire";

/** What an update shows, as far as the pace goes. */
export type Moment = "card" | "call" | "trick" | "melds" | "deal" | "quiet" | "other";

const PAUSES_MS: Record<Exclude<Pace, "none" | "tap">, Record<Moment, number>> = {
  slow: { card: 1400, call: 1900, trick: 3800, melds: 6500, deal: 1400, quiet: 500, other: 1500 },
  normal: { card: 800, call: 1100, trick: 2000, melds: 3500, deal: 900, quiet: 250, other: 900 },
  quick: { card: 350, call: 500, trick: 900, melds: 1500, deal: 500, quiet: 100, other: 400 },
};

/** After this time a finished trick is with its winner, and play goes on. */
export const GATHER_MS = 350;

/**
 * How long cards are under way.
 *
 * Every movement sets off with a frame or two, and is over before the shortest pause is, so that
 * the page has nothing else to do meanwhile.
 */
export const FLIGHT_MS = { play: 280, gather: 300, deal: 260 };

/** The cards of a hand set off one after the other, the last one after `most` at the latest. */
export const DEAL_STEPS_MS = { each: 25, most: 160 };

/**
 * So long a tap does nothing after the others' last move: it was meant for what was there before.
 */
export const STARTLED_MS = 300;

const MOMENTS: Partial<Record<Action["do"], Moment>> = {
  play: "card",
  bid: "call",
  pass: "call",
  shuffle: "deal",
  take: "melds",
  // Others see the back of a card that is laid aside: nothing to look at.
  bury: "quiet",
  take_back: "quiet",
};

/** Return what an update shows; `before` is the number of finished tricks that lay before. */
export function momentOf({ events, view }: Update, tricksBefore: number): Moment {
  const action = events.at(-1)?.action;
  if (action === undefined) return "other";
  if (action.do === "play" && view.tricks.length > tricksBefore) return "trick";
  if (action.do === "meld") return action.melds.length > 0 ? "melds" : "other";
  return MOMENTS[action.do] ?? "other";
}

/** Return the pause after a moment, in ms; null waits for a tap. */
export function pauseAfter(moment: Moment, pace: Pace): number | null {
  if (pace === "none") return 0;
  if (pace !== "tap") return PAUSES_MS[pace][moment];
  return moment === "trick" || moment === "melds" ? null : PAUSES_MS.normal[moment];
}
