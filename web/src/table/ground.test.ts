import { expect, test } from "vitest";

import { spread } from "./ground";
import { directionTo } from "./seating";

const CASES = [2, 3, 4, 5, 6].flatMap((seats) =>
  [
    [340, 224],
    [420, 500],
    [900, 420],
    [400, 112],
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

test.each([5, 6])("in a low middle no card of %i seats lies on another's", (seats) => {
  const { width, centre } = spread(seats, 400, 112);
  const others = Array.from({ length: seats - 1 }, (_, i) => i + 1);
  const lying = others.map((place) => centre(directionTo(place, seats, true)).x);
  const steps = lying.slice(1).map((x, i) => (lying[i] ?? 0) - x);
  expect(Math.min(...steps)).toBeGreaterThan(width);
});
