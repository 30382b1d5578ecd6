import { expect, test } from "vitest";

import { defaults, parse } from "./settings.svelte";

const base = defaults(["de-DE"]);

test("the language is the first of the browser's that we speak, else German", () => {
  expect(defaults(["es-ES", "fr-CH", "de"]).lang).toBe("fr");
  expect(defaults(["es"]).lang).toBe("de");
  expect(defaults([]).lang).toBe("de");
});

test("what is stored holds, the rest is as usual", () => {
  expect(parse('{"pace":"tap","textSize":150}', base)).toEqual({
    ...base,
    pace: "tap",
    textSize: 150,
  });
});

test.each(["", "{", "null", "[]", "7", '"slow"', '{"pace":"warp","textSize":"big","sound":1}'])(
  "rubbish (%s) changes nothing",
  (stored) => {
    expect(parse(stored, base)).toEqual(base);
  },
);

test("a name that is no setting is dropped", () => {
  expect(parse('{"colour":"red","__proto__":{"pace":"tap"}}', base)).toEqual(base);
});
