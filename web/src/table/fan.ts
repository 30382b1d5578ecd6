/**
 * Where the cards of the own hand lie.
 *
 * As many rows as needed, one above the other, so that every card shows a strip that a finger
 * hits; one slightly bent row where there is room.
 */

/** The strip of each card that stays free, in CSS pixels, at least. */
export const STRIP = 44;

/** A playable card is raised by so much; in rows it must not take that from the card above. */
export const RAISED = 7;

/** The height of a card, its width being 1. */
export const CARD_RATIO = 1.56;

const SMALLEST_CARD = 56;
const LARGEST_CARD = 150;
/** A card is this wide, growing slowly with the hand's width ... */
const BASE_WIDTH = 53;
const PART_OF_WIDTH = 0.07;
/** ... but takes this part of the window's height at most. */
const PART_OF_HEIGHT = 0.155;
/** Several rows together take this part of the window's height at most, if cards allow it. */
const PART_OF_ROWS = 0.27;
/** Cards of one row, and of several, lie apart by this part of their width, at most. */
const WIDEST_STEP = 0.7;
const WIDEST_STEP_IN_ROWS = 0.9;
/** Rows lie apart by this part of a card's height. */
const ROW_STEP = 0.4;
/** The bend of a single row in degrees from its middle to its end, and its depth. */
const BEND = 5;
const DEPTH = 0.11;
/** So much of a card's width stays free beside a bent row, because its ends lean outwards. */
const LEAN = 0.14;

export interface Place {
  x: number;
  y: number;
  turn: number;
}

export interface Fan {
  cardWidth: number;
  cardHeight: number;
  height: number;
  rows: number;
  places: readonly Place[];
}

/** Return how wide a card is in a hand of this width, as long as one row has room for all. */
export function cardWidthFor(width: number, windowHeight: number): number {
  const roomy = BASE_WIDTH + width * PART_OF_WIDTH;
  const wanted = Math.min(roomy, windowHeight * PART_OF_HEIGHT, LARGEST_CARD);
  return Math.round(Math.max(wanted, SMALLEST_CARD));
}

/** Return how many cards lie in each row, the fuller rows first. */
export function shareOut(n: number, perRow: number): number[] {
  const rows = Math.max(1, Math.ceil(n / Math.max(1, perRow)));
  return Array.from({ length: rows }, (_, row) => Math.ceil((n - row) / rows));
}

function rowPlaces(n: number, y: number, width: number, cardWidth: number, bent: boolean): Place[] {
  const free = bent ? width - 2 * LEAN * cardWidth : width;
  const room = n > 1 ? (free - cardWidth) / (n - 1) : 0;
  const widest = bent ? WIDEST_STEP : WIDEST_STEP_IN_ROWS;
  const step = Math.min(room, Math.max(cardWidth * widest, STRIP));
  const left = (width - cardWidth - step * (n - 1)) / 2;
  return Array.from({ length: n }, (_, i) => {
    const off = n > 1 && bent ? (2 * i) / (n - 1) - 1 : 0;
    const sag = off * off * DEPTH * cardWidth;
    return { x: left + step * i, y: y + sag, turn: off * BEND * Math.min(1, n / 12) };
  });
}

/** Return where `n` cards lie in a hand of this width in a window of this height. */
export function fan(n: number, width: number, windowHeight: number): Fan {
  let cardWidth = cardWidthFor(width, windowHeight);
  let laid = fanOf(n, width, cardWidth);
  while (laid.rows > 1 && laid.height > windowHeight * PART_OF_ROWS && cardWidth > SMALLEST_CARD) {
    cardWidth -= 1;
    laid = fanOf(n, width, cardWidth);
  }
  return laid;
}

function fanOf(n: number, width: number, cardWidth: number): Fan {
  const cardHeight = Math.round(cardWidth * CARD_RATIO);
  const inRow = (free: number) => Math.floor((free - cardWidth) / STRIP) + 1;
  const bentFits = n <= inRow(width - 2 * LEAN * cardWidth);
  const counts = bentFits ? [n] : shareOut(n, Math.min(inRow(width), n - 1));
  const rowStep = Math.max(STRIP + RAISED, Math.round(cardHeight * ROW_STEP));
  const bent = counts.length === 1;
  const places = counts.flatMap((count, row) =>
    rowPlaces(count, row * rowStep, width, cardWidth, bent),
  );
  const sag = bent ? Math.ceil(DEPTH * cardWidth) : 0;
  const height = cardHeight + rowStep * (counts.length - 1) + sag;
  return { cardWidth, cardHeight, height, rows: counts.length, places };
}
