import { describe, expect, it, vi } from "vitest";

import { confirmed, dialogs } from "../dialogs/open.svelte";
import type { Option, TableView } from "../lib/wire";
import { ask, optionFor, optionsOf } from "./options";

const durch: Option = {
  action: { do: "contract", contract: "durch", is_open: false, from_hand: false, suit: null },
  text: "Durch ansagen (1000)",
  ask: "Wirklich?",
};
const herz: Option = { action: { do: "trump", suit: "H" }, text: "Trumpf ist Herz", ask: null };
const view = { options: [herz, durch] } as unknown as TableView;

describe("the server's words for an action", () => {
  it("are found whatever the order of its fields", () => {
    const action = {
      suit: null,
      from_hand: false,
      is_open: false,
      contract: "durch",
      do: "contract",
    } as const;
    expect(optionFor(view, action)).toBe(durch);
    expect(optionFor(view, { do: "trump", suit: "B" })).toBeNull();
  });

  it("are found by kind", () => {
    expect(optionsOf(view, "contract")).toEqual([durch]);
    expect(optionsOf(view, "meld")).toEqual([]);
  });
});

describe("an option", () => {
  it("without a question is done at once", async () => {
    const act = vi.fn();
    await ask(herz, act, "Ja");
    expect(act).toHaveBeenCalledExactlyOnceWith(herz.action);
  });

  it("with a question is done after yes only", async () => {
    const act = vi.fn();
    const refused = ask(durch, act, "Ja, ansagen");
    expect(dialogs.question?.text).toBe("Wirklich?");
    dialogs.question?.answer(false);
    await refused;
    expect(act).not.toHaveBeenCalled();
    const said = ask(durch, act, "Ja, ansagen");
    dialogs.question?.answer(true);
    await said;
    expect(act).toHaveBeenCalledExactlyOnceWith(durch.action);
  });

  it("whose question is pushed aside by another counts as refused", async () => {
    const first = confirmed("Erste?", "Ja");
    const second = confirmed("Zweite?", "Ja");
    await expect(first).resolves.toBe(false);
    dialogs.question?.answer(true);
    await expect(second).resolves.toBe(true);
    expect(dialogs.question).toBeNull();
  });
});
