import { describe, expect, it } from "vitest";

import type { Meld } from "../lib/wire";
import { buriedDix, sum } from "./melds";

const dix: Meld = { kind: "dix", cards: ["H7"], points: 10 };
const pair: Meld = { kind: "pair", cards: ["HK", "HO"], points: 40 };

describe("melds that are declared", () => {
  it("are summed", () => {
    expect(sum([dix, pair, dix])).toBe(60);
    expect(sum([])).toBe(0);
  });

  it("announce no more buried sevens than they hold", () => {
    expect(buriedDix([dix, pair], 2)).toBe(1);
    expect(buriedDix([dix, dix], 1)).toBe(1);
    expect(buriedDix([pair], 1)).toBe(0);
  });
});
