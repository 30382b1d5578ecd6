import { expect, test } from "vitest";

import { parseRoute } from "./router.svelte";

test.each([
  ["/", { page: "home" }],
  ["/t/ab-C_1", { page: "table", table: "ab-C_1" }],
  ["/rules/kreuzbinokel-48", { page: "rules", rules: "kreuzbinokel-48" }],
  ["/rules/sch%C3%B6n", { page: "rules", rules: "schön" }],
  ["/glossary", { page: "glossary" }],
  ["/t", { page: "home" }],
  ["/t/a/b", { page: "home" }],
  ["/rules/%E0%A4%A", { page: "home" }],
  ["/nonsense", { page: "home" }],
] as const)("the address %s is the page %o", (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});
