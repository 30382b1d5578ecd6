import { expect, test } from "vitest";

import { pick } from "./locales.ts";

const german = { "web.play": "Spielen", "web.rules": "Regeln", "score.melds": "Melden" };

test("only the texts with the page's prefixes are bundled", () => {
  expect(pick("de", german, german, ["web."])).toEqual({
    "web.play": "Spielen",
    "web.rules": "Regeln",
  });
});

test("a text that a language lacks is named with its language", () => {
  const english = { "web.play": "Play" };
  expect(() => pick("en", english, german, ["web."])).toThrow("en.json has no text for web.rules");
});
