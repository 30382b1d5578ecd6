import { describe, expect, it } from "vitest";

import { bySeats, matches, plain } from "./filter";

describe("a search", () => {
  it("disregards case, umlauts and accents", () => {
    expect(plain("Drücken, STRASSE, Straße, Enchère")).toBe("drucken, strasse, strasse, enchere");
    expect(matches("wurtt", "Württemberg")).toBe(true);
  });

  it("wants every word, in any order and any of the texts", () => {
    expect(matches("48 kreuz", "Kreuzbinokel", "vier Spieler, 48 Karten")).toBe(true);
    expect(matches("48 kreuz", "Kreuzbinokel", "vier Spieler, 40 Karten")).toBe(false);
  });

  it("finds everything with nothing", () => {
    expect(matches("", "Stammtisch")).toBe(true);
    expect(matches("  ", "Stammtisch")).toBe(true);
  });
});

describe("rule sets", () => {
  const entries = [
    { id: "zwei", seats: 2, is_default: false },
    { id: "sechs", seats: 6, is_default: false },
    { id: "drei", seats: 3, is_default: false },
    { id: "stammtisch", seats: 3, is_default: true },
  ];

  it("are grouped by seats, the default's group and the default first", () => {
    const groups = bySeats(entries);
    expect(groups.map((group) => group.seats)).toEqual([3, 2, 6]);
    expect(groups[0]?.entries.map((entry) => entry.id)).toEqual(["stammtisch", "drei"]);
  });
});
