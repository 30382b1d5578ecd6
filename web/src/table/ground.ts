/** The middle of the table: how large its cards are, and where each seat's card lies. */

import { CARD_RATIO } from "./fan";
import type { Direction } from "./seating";

export interface Spread {
  width: number;
  height: number;
  /** Centre of the card of a direction (see `directionTo`), from the upper left corner. */
  centre: (direction: Direction) => { x: number; y: number };
}

const SMALLEST = 52;
const LARGEST = 150;
/** A card takes these parts of the middle's width and height, with few and with many seats. */
const FEW = { width: 0.25, height: 0.31 };
const MANY = { width: 0.19, height: 0.3 };
const MOST_FEW = 4;
/** Cards lie from the centre at most this far, in parts of their own width and height. */
const FAR = { x: 1.35, y: 0.66 };
const MARGIN = 6;

/** Return how the cards of a trick lie in a middle of this size. */
export function spread(seats: number, width: number, height: number): Spread {
  const part = seats > MOST_FEW ? MANY : FEW;
  const wanted = Math.min(width * part.width, height * part.height, LARGEST);
  const card = Math.round(Math.max(SMALLEST, wanted));
  const tall = Math.round(card * CARD_RATIO);
  const reach = {
    x: Math.min(width / 2 - card / 2 - MARGIN, card * FAR.x),
    y: Math.min(height / 2 - tall / 2 - MARGIN, tall * FAR.y),
  };
  return {
    width: card,
    height: tall,
    centre: ({ x, y }) => ({
      x: width / 2 + x * Math.max(0, reach.x),
      y: height / 2 + y * Math.max(0, reach.y),
    }),
  };
}
