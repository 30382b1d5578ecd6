import type { Card, Suit } from "../lib/wire";

/** Cards by the suit that their code begins with, in the order in which they come. */
export function bySuit(cards: readonly Card[]): [Suit, Card[]][] {
  const groups = new Map<Suit, Card[]>();
  for (const card of cards) {
    const suit = card.charAt(0) as Suit;
    groups.set(suit, [...(groups.get(suit) ?? []), card]);
  }
  return [...groups];
}
