import { expect, test } from "vitest";

import { scrollFor } from "./sight";

const END = 500;

test.each([
  ["lies in sight", 100, 150, 0],
  ["lies under the hand", 480, 530, 38],
  ["lies above the window", -30, 20, -38],
  ["is too tall: its upper end is seen", 40, 900, 32],
  ["is too tall and begins at the upper edge", 0, 900, 0],
])("what has the focus %s", (_, top, bottom, by) => {
  expect(scrollFor(top, bottom, END)).toBe(by);
});
