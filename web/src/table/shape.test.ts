import { expect, test } from "vitest";

import { tableShape } from "./shape";

test.each([
  [360, 740, 100, "narrow"],
  [740, 360, 100, "across"],
  [820, 1180, 100, "middling"],
  [1440, 900, 100, "wide"],
  [360, 740, 200, "tiny"],
  [820, 1180, 200, "narrow"],
  [1440, 900, 200, "across"],
] as const)("a window of %i × %i with text at %i %% is %s", (width, height, size, shape) => {
  expect(tableShape(width, height, size)).toBe(shape);
});
