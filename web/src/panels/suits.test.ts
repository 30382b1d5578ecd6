import { expect, it } from "vitest";

import { bySuit } from "./suits";

it("cards stand by suit in the order in which they come", () => {
  expect(bySuit(["EA", "SA", "EK"])).toEqual([
    ["E", ["EA", "EK"]],
    ["S", ["SA"]],
  ]);
});
