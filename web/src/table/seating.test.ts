import { expect, test } from "vitest";

import type { TableView } from "../lib/wire";
import { directionTo, seating } from "./seating";

/** A table seen from seat 1. */
function viewOf(seats: number, direction = "anticlockwise"): TableView {
  const states = Array.from({ length: seats }, (_, seat) => ({
    name: `${seat}`,
    place: (seat - 1 + seats) % seats,
  }));
  return { rules: { direction }, seats: states } as unknown as TableView;
}

const seatsOf = (view: TableView) =>
  Object.values(seating(view)).map((group: { seat: number }[]) => group.map(({ seat }) => seat));

test.each([
  [2, [[], [0], []]],
  [3, [[2], [], [0]]],
  [4, [[2], [3], [0]]],
  [5, [[2], [3, 4], [0]]],
  [6, [[2], [3, 4, 5], [0]]],
] as const)("with %i seats the next in turn sits to the right", (seats, expected) => {
  expect(seatsOf(viewOf(seats))).toEqual(expected);
});

test("clockwise the next in turn sits to the left", () => {
  expect(seatsOf(viewOf(4, "clockwise"))).toEqual([[0], [3], [2]]);
  expect(directionTo(1, 4, false).x).toBeCloseTo(-1);
});

test("one's own card lies below, the opposite one above, the next one to the right", () => {
  expect(directionTo(0, 4, true)).toEqual({ x: 0, y: 1 });
  expect(directionTo(2, 4, true).y).toBeCloseTo(-1);
  expect(directionTo(1, 4, true).x).toBeCloseTo(1);
});
