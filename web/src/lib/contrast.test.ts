import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

const CSS = readFileSync(new URL("../app.css", import.meta.url), "utf-8");

/** The colours of a block of the style sheet by their names. */
function tokens(selector: string): Map<string, string> {
  const start = CSS.indexOf(`${selector} {`);
  const block = CSS.slice(start, CSS.indexOf("}", start));
  const found = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
  return new Map(found.map(([, name = "", colour = ""]) => [name, colour]));
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const LIGHT = tokens(":root");
const DARK = tokens(':root[data-theme="dark"]');
const SYSTEM_DARK = tokens(':root:not([data-theme="light"])');

const GROUNDS = ["table", "page", "surface", "surface-2"];
const TEXTS: readonly (readonly [string, string])[] = [
  ...GROUNDS.flatMap((ground) => ["ink", "ink-soft"].map((ink) => [ink, ground] as const)),
  ...["page", "surface", "surface-2", "accent-soft"].map((ground) => ["accent", ground] as const),
  ...["turn-soft", "warn-soft", "good-soft", "accent-soft"].map((soft) => ["ink", soft] as const),
  ["accent-ink", "accent"],
  ["good-ink", "good"],
  ["turn-ink", "turn"],
  ["turn", "turn-soft"],
  ["warn", "surface"],
  ["warn", "surface-2"],
  ["surface", "ink"],
];

const SCHEMES = [
  ["light", LIGHT],
  ["dark", DARK],
] as const;
const CASES = SCHEMES.flatMap(([scheme, colours]) =>
  TEXTS.map(([text, ground]) => [scheme, text, ground, colours] as const),
);

test.each(CASES)("%s: %s can be read on %s", (_, text, ground, colours) => {
  const pair = [colours.get(text), colours.get(ground)] as const;
  expect(pair).not.toContain(undefined);
  expect(contrast(pair[0] ?? "", pair[1] ?? "")).toBeGreaterThanOrEqual(4.5);
});

test.each(SCHEMES)("%s: the focus is seen on every ground", (_, colours) => {
  for (const ground of GROUNDS) {
    expect(contrast(colours.get("focus") ?? "", colours.get(ground) ?? "")).toBeGreaterThan(3);
  }
});

test("dark by setting and dark by system are the same", () => {
  expect([...SYSTEM_DARK]).toEqual([...DARK]);
});
