import { expect, test } from "vitest";

import type { Event } from "../lib/wire";
import { Announcer } from "./announcer.svelte";

const event = (...text: string[]): Event => ({ seat: 1, action: { do: "pass" }, text });

test("every sentence of an event is a line of its own, the newest last", () => {
  const announcer = new Announcer();
  announcer.tell([event("Bert: weg.")]);
  announcer.tell([event("Der Stich geht an Karl.", "Karl ist dran.")]);
  expect(announcer.lines.map(({ text }) => text)).toEqual([
    "Bert: weg.",
    "Der Stich geht an Karl.",
    "Karl ist dran.",
  ]);
});

test("the same sentence twice is told twice, and old ones go", () => {
  const announcer = new Announcer();
  for (let i = 0; i < 40; i += 1) announcer.tell([event("Bert: weg.")]);
  const ids = announcer.lines.map(({ id }) => id);
  expect(ids).toHaveLength(12);
  expect(new Set(ids).size).toBe(12);
  expect(ids.at(-1)).toBe(39);
});

test("the same answer twice is another text for the screen reader", () => {
  const announcer = new Announcer();
  announcer.answer("Stand: 0.");
  const first = announcer.asked;
  announcer.answer("Stand: 0.");
  expect(announcer.asked).not.toBe(first);
  expect(announcer.asked.trim()).toBe("Stand: 0.");
});

test("what one is asked is told once, and again when it is asked anew", () => {
  const announcer = new Announcer();
  const told = () => announcer.lines.map(({ text }) => text);
  announcer.ask("Spiel aus.");
  announcer.ask("Spiel aus.");
  expect(told()).toEqual(["Spiel aus."]);
  announcer.ask("");
  expect(told()).toEqual(["Spiel aus."]);
  announcer.ask("Spiel aus.");
  expect(told()).toEqual(["Spiel aus.", "Spiel aus."]);
});

test("nothing that was said stays in another language, but the question is asked anew", () => {
  const announcer = new Announcer();
  announcer.tell([event("Bert: weg.")]);
  announcer.answer("Stand: 0.");
  announcer.ask("Spiel aus.");
  announcer.clear();
  expect([announcer.lines, announcer.asked]).toEqual([[], ""]);
  announcer.ask("Your turn.");
  expect(announcer.lines.map(({ text }) => text)).toEqual(["Your turn."]);
});
