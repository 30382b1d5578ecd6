/** The names of cards, suits and ranks in the language and the style that are set. */

import { api } from "./api";
import { settings } from "./settings.svelte";
import type { Card, Suit } from "./wire";

export interface Words {
  cards: Readonly<Record<Card, string>>;
  suits: Readonly<Record<Suit, string>>;
  ranks: Readonly<Record<string, string>>;
}

let words = $state.raw<Words | null>(null);

/** Load the names; call it again when language or style change. */
export async function loadWords(): Promise<void> {
  const { lang, suits } = settings;
  const found = await api<Words>(`words?lang=${lang}&suits=${encodeURIComponent(suits)}`);
  if (lang === settings.lang && suits === settings.suits) words = found;
}

/** Return a card's full name; its code until the names are there. */
export function cardName(card: Card): string {
  return words?.cards[card] ?? card;
}

/** Return a suit's name; its letter until the names are there. */
export function suitName(suit: Suit): string {
  return words?.suits[suit] ?? suit;
}
