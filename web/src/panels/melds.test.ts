import { describe, expect, it } from "vitest";

import type { Meldable } from "../lib/wire";
import { buriedDix, sum } from "./melds";

function dix(buried: number): Meldable {
  return {
    text: "Siebener",
    meld: { kind: "dix", cards: ["H7"], points: 10 },
    buried_dix: buried,
  };
}

const pair: Meldable = {
  text: "Paar",
  meld: { kind: "pair", cards: ["HK", "HO"], points: 40 },
  buried_dix: 0,
};

describe("melds that are declared", () => {
  it("are summed", () => {
    expect(sum([dix(0), pair, dix(1)])).toBe(60);
    expect(sum([])).toBe(0);
  });

  it("announce the buried sevens that the server names for each", () => {
    expect(buriedDix([dix(0), pair, dix(1)])).toBe(1);
    expect(buriedDix([dix(1), dix(1)])).toBe(2);
    expect(buriedDix([dix(0), pair])).toBe(0);
  });
});
