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
/** Of a card that another one lies on, so much of its height is seen: what it is stands there. */
const CORNER = 0.25;
/** In a row cards lie apart by this part of their width. */
const ROW_STEP = 1.06;

/** Where in the row from -1 to 1 the card of a direction lies; the own one before the middle. */
function inRow({ x, y }: Direction, seats: number): number {
  const turned = 1 - Math.abs(Math.atan2(x, y)) / Math.PI;
  return (Math.sign(x) * turned * seats) / (seats - 2);
}

/** Return how the cards of a trick lie in a middle of this size. */
export function spread(seats: number, width: number, height: number): Spread {
  const part = seats > MOST_FEW ? MANY : FEW;
  const wanted = Math.min(width * part.width, height * part.height, LARGEST);
  const card = Math.round(Math.max(SMALLEST, wanted));
  const tall = Math.round(card * CARD_RATIO);
  const down = Math.max(0, Math.min(height / 2 - tall / 2 - MARGIN, tall * FAR.y));
  // In a low middle the two at one side would cover each other: all lie in a row.
  const isRow = seats > MOST_FEW && down < tall * CORNER;
  const far = isRow ? (ROW_STEP * (seats - 2)) / 2 : FAR.x;
  const aside = Math.max(0, Math.min(width / 2 - card / 2 - MARGIN, card * far));
  return {
    width: card,
    height: tall,
    centre: (direction) => ({
      x: width / 2 + (isRow ? inRow(direction, seats) : direction.x) * aside,
      y: height / 2 + direction.y * down,
    }),
  };
}
