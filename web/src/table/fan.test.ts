import { expect, test } from "vitest";

import { fan, RAISED, shareOut, STRIP } from "./fan";

const SIZES = [
  [320, 568],
  [344, 740],
  [704, 360],
  [804, 1180],
  [1400, 900],
] as const;

const CASES = SIZES.flatMap(([width, height]) =>
  Array.from({ length: 22 }, (_, i) => [width, height, i + 1] as const),
);

test.each(CASES)("in %i × %i every one of %i cards has its strip and lies inside", (w, h, n) => {
  const { places, cardWidth, cardHeight, height } = fan(n, w, h);
  expect(places).toHaveLength(n);
  const ordered = places.map((place, i) => [place, places[i + 1]] as const);
  for (const [place, next] of ordered) {
    expect(place.x).toBeGreaterThanOrEqual(-0.01);
    expect(place.x + cardWidth).toBeLessThanOrEqual(w + 0.01);
    expect(place.y + cardHeight).toBeLessThanOrEqual(height + 0.01);
    if (next === undefined) continue;
    // A card of the row below may be raised.
    const apart = next.x > place.x ? next.x - place.x : next.y - RAISED - place.y;
    expect(apart).toBeGreaterThanOrEqual(STRIP - 0.01);
  }
});

test("a hand of many cards leaves a telephone room for the table", () => {
  expect(fan(18, 344, 740).height).toBeLessThan(0.28 * 740);
  expect(fan(22, 344, 740).height).toBeLessThan(0.33 * 740);
  expect(fan(12, 344, 740).cardWidth).toBeGreaterThan(70);
});

test("a wide table holds twenty-two cards in one row", () => {
  expect(fan(22, 1400, 900).rows).toBe(1);
});

test("cards are larger where there is more room", () => {
  expect(fan(12, 1400, 900).cardWidth).toBeGreaterThan(fan(12, 804, 700).cardWidth);
  expect(fan(12, 804, 1180).cardWidth).toBeGreaterThan(fan(12, 344, 740).cardWidth);
});

test("cards are shared out evenly, the fuller rows first", () => {
  expect(shareOut(22, 7)).toEqual([6, 6, 5, 5]);
  expect(shareOut(15, 7)).toEqual([5, 5, 5]);
  expect(shareOut(7, 7)).toEqual([7]);
  expect(shareOut(0, 7)).toEqual([0]);
});

test("a single row is bent evenly to both sides", () => {
  const { places } = fan(9, 804, 1180);
  expect(places[0]?.turn).toBeLessThan(0);
  expect(places[0]?.turn).toBeCloseTo(-(places[8]?.turn ?? 0));
  expect(places[4]?.turn).toBe(0);
});
