import { expect, test } from "vitest";

import type { Choice } from "../lib/wire";
import { actionOf, held, marked, offered } from "./hand";

test("two copies of a card have keys of their own, in either order", () => {
  const hand = ["EA", "EA", "BU"] as const;
  expect(held(hand, "falling").map(({ key }) => key)).toEqual(["EA0", "EA1", "BU0"]);
  expect(held(hand, "rising").map(({ key }) => key)).toEqual(["BU0", "EA1", "EA0"]);
});

test.each(["falling", "rising"] as const)("cards from the Dabb are marked, %s", (order) => {
  const hand = held(["EA", "EA", "SK", "BU"], order);
  expect([...marked(hand, ["BU", "EA"])].sort()).toEqual(["BU0", "EA1"]);
  expect([...marked(hand, ["EA", "EA", "HZ"])].sort()).toEqual(["EA0", "EA1"]);
  expect(marked(hand, []).size).toBe(0);
});

test("when one copy is played the other keeps a key that was there before", () => {
  const [before, after] = [held(["EA", "EA"], "falling"), held(["EA"], "falling")];
  expect(before.map(({ key }) => key)).toContain(after[0]?.key);
});

test.each([
  [{ choice: "cards", cards: ["EA"] }, { do: "play", card: "EA" }],
  [
    { choice: "bury", n: 4, cards: ["EA"], buried: [], may_finish: false },
    { do: "bury", card: "EA" },
  ],
  [{ choice: "gives", cards: ["EA"] }, { do: "give", card: "EA" }],
] as const)("a tap does what the server's choice asks for: %o", (choice, action) => {
  const other: Choice = { choice: "dabb" };
  const offer = offered([other, choice as unknown as Choice]);
  expect([...(offer?.cards ?? [])]).toEqual(["EA"]);
  expect(offer && actionOf(offer.use, "EA")).toEqual(action);
});

test("a hand that is not asked offers nothing", () => {
  expect(offered([{ choice: "dabb" }])).toBeNull();
  expect(offered([])).toBeNull();
});
