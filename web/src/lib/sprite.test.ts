import { expect, test } from "vitest";

import { cut } from "./sprite";

const FILE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 390">
<!-- <symbol id="no"> is only a comment -->
<defs>
<g id="leaf"><path id="stem" d="M0 0"/><g><circle r="1"/></g></g>
<linearGradient id="gold"><stop offset="0"/></linearGradient>
<path id="leaves" fill="url(#gold)"/>
<g id="pair"><use href="#leaf"/><use href="#leaf" x="1"/></g>
</defs>
<symbol id="SA" viewBox="0 0 250 390"><use href="#pair"/></symbol>
<symbol id="SO" viewBox="0 0 250 390"><rect/><path fill="url(#gold)"/></symbol>
<symbol id="SO-en" viewBox="0 0 250 390"><use href="#leaves"/></symbol>
<symbol id="blank" viewBox="0 0 10 20"/>
</svg>`;

test("a picture has all the shared shapes that it uses, and no other", () => {
  const picture = cut(FILE, "de").get("SA") ?? "";
  expect(picture).toContain('<g id="leaf"><path id="stem" d="M0 0"/><g><circle r="1"/></g></g>');
  expect(picture).toContain('<g id="pair">');
  expect(picture).not.toContain("gold");
  expect(picture).toContain('<use href="#pair"/></svg>');
});

test("a picture knows its size", () => {
  expect(cut(FILE, "de").get("blank")).toContain('viewBox="0 0 10 20" width="10" height="20"');
});

test("a comment is no picture", () => {
  expect([...cut(FILE, "de").keys()]).toEqual(["SA", "SO", "blank"]);
});

test("a language's own letters stand for the usual ones", () => {
  expect(cut(FILE, "de").get("SO")).toContain("<rect/>");
  expect(cut(FILE, "en").get("SO")).toContain('</defs><use href="#leaves"/></svg>');
});
