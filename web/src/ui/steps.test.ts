import { describe, expect, it } from "vitest";

import { last, nearest, stepped, stepsOfKey } from "./steps";

const bids = { minimum: 160, maximum: 405, step: 10 };

describe("a grid of values", () => {
  it("ends at the last whole step below the maximum", () => {
    expect(last(bids)).toBe(400);
    expect(last({ minimum: 150, maximum: 150, step: 10 })).toBe(150);
  });

  it("is stepped through without leaving it", () => {
    expect(stepped(bids, 160, 1)).toBe(170);
    expect(stepped(bids, 160, -1)).toBe(160);
    expect(stepped(bids, 390, 5)).toBe(400);
  });

  it("is reached to both ends by key", () => {
    expect(stepped(bids, 200, stepsOfKey("End") ?? 0)).toBe(400);
    expect(stepped(bids, 200, stepsOfKey("Home") ?? 0)).toBe(160);
    expect(stepsOfKey("a")).toBeNull();
  });

  it("takes a typed number to the nearest value", () => {
    expect(nearest(bids, 213)).toBe(210);
    expect(nearest(bids, 5)).toBe(160);
    expect(nearest(bids, 9000)).toBe(400);
  });
});
