import { expect, test } from "vitest";

import { spread } from "./ground";
import { directionTo } from "./seating";

const CASES = [2, 3, 4, 5, 6].flatMap((seats) =>
  [
    [340, 224],
    [420, 500],
    [900, 420],
  ].map(([width = 0, height = 0]) => [seats, width, height] as const),
);

test.each(CASES)("with %i seats every card lies within %i × %i", (seats, width, height) => {
  const { width: w, height: h, centre } = spread(seats, width, height);
  for (let place = 0; place < seats; place += 1) {
    const { x, y } = centre(directionTo(place, seats, true));
    expect(x - w / 2).toBeGreaterThanOrEqual(0);
    expect(x + w / 2).toBeLessThanOrEqual(width);
    expect(y - h / 2).toBeGreaterThanOrEqual(0);
    expect(y + h / 2).toBeLessThanOrEqual(height);
  }
});

test("cards are larger where the middle is larger", () => {
  expect(spread(4, 900, 420).width).toBeGreaterThan(spread(4, 340, 224).width);
});

test("with many seats cards are smaller, so that each can be seen", () => {
  expect(spread(6, 420, 500).width).toBeLessThan(spread(3, 420, 500).width);
});
