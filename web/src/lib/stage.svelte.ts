/**
 * The stage: what the table shows now.
 *
 * Updates come one an action, as fast as the server plays. The stage shows them one after the
 * other in the chosen pace. A finished trick stays lying until its time is over or the table is
 * tapped. One may act once everything has been shown.
 */

import { GATHER_MS, momentOf, pauseAfter, STARTLED_MS } from "./pace";
import type { Pace } from "./settings.svelte";
import { isAsked } from "./turn";
import type { Card, Event, TableView, Trick, Update } from "./wire";

/** The cards in the middle; `index` counts the tricks of the deal from 0. */
export interface ShownTrick {
  index: number;
  leader: number;
  cards: readonly Card[];
  winner: number | null;
  finished: boolean;
}

type Wait = "none" | "time" | "tap";

export class Stage {
  /** The view that is shown. */
  view = $state.raw<TableView | null>(null);
  /** Where the shown view stands. */
  seq = $state(-1);
  /** What has just been shown, for the line of events and the screen reader. */
  events = $state.raw<readonly Event[]>([]);
  /** Whether what is shown came about while one looked on, so that it may move. */
  live = $state(false);
  /** The finished trick that is still lying. */
  lying = $state.raw<Trick | null>(null);
  /** Whether the stage waits for a tap. */
  held = $state(false);
  /** Who gets the cards that leave the middle. */
  gatheredBy = 0;

  /** The turn has only just come: a finger may still be on its way to something else. */
  startled = $state(false);

  #calm: ReturnType<typeof setTimeout> | undefined;
  #waiting = $state(0);
  #gathering = $state(false);
  #wait: Wait = "none";
  #queue: Update[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly pace: () => Pace) {}

  /** Whether everything has been shown: what one may do now is what the view says. */
  get caughtUp(): boolean {
    return this.#waiting === 0;
  }

  /** Whether all is shown and no finished trick is lying, or on its way to its winner. */
  get settled(): boolean {
    return this.caughtUp && this.lying === null && !this.#gathering;
  }

  /** The cards in the middle. */
  get trick(): ShownTrick | null {
    const { view, lying } = this;
    if (view === null) return null;
    if (lying !== null) return { ...lying, index: view.tricks.length - 1, finished: true };
    return { ...view.trick, index: view.tricks.length, finished: false };
  }

  /** Take an update; after a reconnect (`resumed`) it is shown at once, without the rest. */
  receive(update: Update, resumed: boolean): void {
    if (resumed) {
      this.#clear();
      this.#show(update, false);
      return;
    }
    this.#queue.push(update);
    this.#waiting = this.#queue.length;
    // What one has done oneself is shown without delay.
    const own = update.events.at(-1)?.seat === update.view.you;
    if (own && this.#waiting === 1 && this.#wait === "time" && this.lying === null) this.#over();
    if (this.#wait === "none") this.#next();
  }

  /** Go on at once: the table was tapped. */
  skip(): void {
    if (this.#wait === "none") return;
    this.#over();
  }

  /** Take the lying trick away without waiting, because the next card is played. */
  gather(): void {
    if (this.lying !== null && this.caughtUp) this.#over();
  }

  /** Stop; nothing is shown any more. */
  close(): void {
    this.#clear();
  }

  #clear(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#calm);
    this.startled = false;
    this.#queue = [];
    this.#waiting = 0;
    this.#wait = "none";
    this.held = false;
    this.lying = null;
    this.#gathering = false;
  }

  #next(): void {
    const update = this.#queue.shift();
    this.#waiting = this.#queue.length;
    if (update !== undefined) this.#show(update, true);
  }

  #show(update: Update, live: boolean): void {
    const before = this.view?.tricks.length ?? 0;
    const moment = momentOf(update, before);
    const pace = this.pace();
    this.live = live && pace !== "none";
    this.view = update.view;
    this.seq = update.seq;
    this.events = live ? update.events : [];
    const others = update.events.at(-1)?.seat !== update.view.you;
    if (this.live && others && update.view.to_act === update.view.you) this.#startle();
    if (!live) return;
    const pause = pauseAfter(moment, pace);
    if (moment === "trick" && pause !== 0) this.lying = update.view.tricks.at(-1) ?? null;
    // With a panel or the account below them melds stay anyway; the button to go on would be covered.
    const stays = this.lying === null && (isAsked(update.view) || update.view.account !== null);
    this.#pause(stays && pause === null ? 0 : pause);
  }

  #startle(): void {
    clearTimeout(this.#calm);
    this.startled = true;
    this.#calm = setTimeout(() => (this.startled = false), STARTLED_MS);
  }

  #pause(ms: number | null): void {
    if (ms === 0) {
      this.#next();
    } else if (ms === null) {
      this.#wait = "tap";
      this.held = true;
    } else {
      this.#wait = "time";
      this.#timer = setTimeout(() => this.#over(), ms);
    }
  }

  /** The wait is over: the trick goes to its winner, then the next update is shown. */
  #over(): void {
    clearTimeout(this.#timer);
    this.#wait = "none";
    this.held = false;
    if (this.lying === null) {
      // The account comes up where the cards were.
      if (this.#gathering && this.live && this.view?.account) this.#startle();
      this.#gathering = false;
      this.#next();
      return;
    }
    this.gatheredBy = this.lying.winner;
    this.lying = null;
    this.#gathering = true;
    this.#pause(GATHER_MS);
  }
}
