import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import german from "../../../src/binokel/locales/de.json";

const SOURCES = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(join("src", name), "utf-8"))
  .join("\n");

it("every text of the page is used somewhere", () => {
  // A key is written out, or begins as a template does: `web.settings.face.${value}`.
  const beginnings = [...SOURCES.matchAll(/`(web\.[\w.]*)\$\{/g)].map((match) => match[1] ?? "");
  const isUsed = (key: string) =>
    SOURCES.includes(`"${key}"`) ||
    SOURCES.includes(`'${key}'`) ||
    beginnings.some((beginning) => key.startsWith(beginning));
  const keys = Object.keys(german).filter((key) => key.startsWith("web."));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});
