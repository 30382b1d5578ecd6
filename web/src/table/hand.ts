/** What the cards of the own hand are good for now, as the view's choices have it. */

import type { Action, Card, Choice } from "../lib/wire";
import type { HandOrder } from "../lib/settings.svelte";

export type HandUse = "play" | "bury" | "give";

export interface Offered {
  use: HandUse;
  cards: ReadonlySet<Card>;
}

/** Return what a tap on a card of the hand does now; null if it does nothing. */
export function offered(choices: readonly Choice[]): Offered | null {
  for (const choice of choices) {
    if (choice.choice === "cards") return { use: "play", cards: new Set(choice.cards) };
    if (choice.choice === "bury") return { use: "bury", cards: new Set(choice.cards) };
    if (choice.choice === "gives") return { use: "give", cards: new Set(choice.cards) };
  }
  return null;
}

/** Return the action of a tap on a card. */
export function actionOf(use: HandUse, card: Card): Action {
  switch (use) {
    case "play":
      return { do: "play", card };
    case "bury":
      return { do: "bury", card };
    case "give":
      return { do: "give", card };
  }
}

export interface HeldCard {
  /** Tells two copies of a card apart. */
  key: string;
  card: Card;
}

/**
 * Return the keys of the cards that have just come into the hand.
 *
 * Copies are alike: where only some of them are new, the last ones are marked.
 */
export function marked(cards: readonly HeldCard[], fresh: readonly Card[]): ReadonlySet<string> {
  const left = [...fresh];
  const keys = [...cards].sort((one, other) => (one.key < other.key ? 1 : -1));
  return new Set(
    keys.flatMap(({ key, card }) => {
      const at = left.indexOf(card);
      if (at < 0) return [];
      left.splice(at, 1);
      return [key];
    }),
  );
}

/** Return the hand in the order that is set, every copy with a key of its own. */
export function held(hand: readonly Card[], order: HandOrder): HeldCard[] {
  const copies = new Map<Card, number>();
  const keyed = hand.map((card) => {
    const copy = copies.get(card) ?? 0;
    copies.set(card, copy + 1);
    return { key: `${card}${copy}`, card };
  });
  return order === "falling" ? keyed : keyed.reverse();
}
