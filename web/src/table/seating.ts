/** Where the seats lie around the table; the way round is the server's. */

import type { SeatState, TableView } from "../lib/wire";

export interface Seated {
  seat: number;
  state: SeatState;
}

/** Where the others sit, each group in turn order. */
export interface Seating {
  right: Seated[];
  top: Seated[];
  left: Seated[];
}

/** Whether the next in turn sits to the right, as at most tables. */
export function nextIsRight(view: TableView): boolean {
  return view.rules.direction !== "clockwise";
}

/** Return the others in turn order, shared out: two at the sides, the rest above. */
export function seating(view: TableView): Seating {
  const others = view.seats
    .map((state, seat) => ({ seat, state }))
    .filter(({ state }) => state.place !== 0)
    .sort((one, other) => one.state.place - other.state.place);
  if (others.length === 1) return { right: [], top: others, left: [] };
  const [first, last] = [others.slice(0, 1), others.slice(-1)];
  const top = others.slice(1, -1);
  return nextIsRight(view)
    ? { right: first, top, left: last }
    : { right: last, top, left: first };
}

/** A direction from the middle of the table: x to the right, y down, each -1 to 1. */
export interface Direction {
  x: number;
  y: number;
}

/** Return the direction from the middle to a place. */
export function directionTo(place: number, seats: number, right: boolean): Direction {
  const angle = (2 * Math.PI * place) / seats;
  return { x: Math.sin(angle) * (right ? 1 : -1), y: Math.cos(angle) };
}
