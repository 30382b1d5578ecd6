import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Action, Hint, NoHint, TableView, Update } from "../lib/wire";
import { Hinting, pointedAt } from "./hinting.svelte";

const PLAY: Action = { do: "play", card: "EA" };
const PASS: Action = { do: "pass" };

function bury(card: "EA" | "HZ" | "SU"): Action {
  return { do: "bury", card };
}

function hint(...actions: Action[]): Hint {
  return { type: "hint", seq: 4, actions, text: "So.", reasons: [], weighed: [], meaning: "" };
}

const none = { type: "no_hint", seq: 4, error: { code: "no_hint", message: "Nein." } } as NoHint;

function update(seat: number, action: Action): Update {
  const view = { you: 0 } as TableView;
  return { type: "update", seq: 5, events: [{ seat, action, text: [] }], view };
}

function given(...actions: Action[]): Hinting {
  const hinting = new Hinting();
  hinting.ask(() => true);
  hinting.take(hint(...actions));
  return hinting;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a hint", () => {
  test("is asked for once until it comes", () => {
    const hinting = new Hinting();
    const send = vi.fn(() => true);
    hinting.ask(send);
    hinting.ask(send);
    expect(send).toHaveBeenCalledOnce();
    expect(hinting.isAwaited).toBe(true);
    hinting.take(hint(PLAY));
    expect([hinting.isAwaited, hinting.here?.actions]).toEqual([false, [PLAY]]);
  });

  test("that could not be asked for is not awaited", () => {
    const hinting = new Hinting();
    hinting.ask(() => false);
    expect(hinting.isAwaited).toBe(false);
  });

  test("that fails says why, and may be asked for again", () => {
    const hinting = new Hinting();
    hinting.ask(() => true);
    hinting.take(none);
    expect([hinting.here, hinting.refusal?.message]).toEqual([null, "Nein."]);
    hinting.ask(() => true);
    expect(hinting.refusal).toBeNull();
  });

  test("that comes after the table has moved on is of the past", () => {
    const hinting = new Hinting();
    hinting.ask(() => true);
    hinting.moveOn(update(1, PLAY));
    hinting.take(hint(PLAY));
    expect(hinting.here).toBeNull();
  });

  test("goes with whatever is done", () => {
    for (const action of [PLAY, PASS]) {
      const hinting = given(action);
      hinting.moveOn(update(0, action));
      expect(hinting.here).toBeNull();
    }
  });

  test("for burying stays until the last of its cards lies there", () => {
    const hinting = given(bury("HZ"), bury("SU"), bury("HZ"));
    hinting.moveOn(update(0, bury("HZ")));
    expect(pointedAt(hinting.here)).toEqual(["SU", "HZ"]);
    hinting.moveOn(update(0, bury("SU")));
    hinting.moveOn(update(0, bury("HZ")));
    expect(hinting.here).toBeNull();
  });

  test("for burying goes with another card, and with what others do", () => {
    for (const done of [update(0, bury("EA")), update(1, bury("HZ")), update(0, PASS)]) {
      const hinting = given(bury("HZ"), bury("SU"));
      hinting.moveOn(done);
      expect(hinting.here).toBeNull();
    }
  });

  test("is not put away by a second tap at once, nor by one as it comes", () => {
    const hinting = new Hinting();
    hinting.ask(() => true);
    vi.advanceTimersByTime(499);
    hinting.pressAgain();
    expect(hinting.isAwaited).toBe(true);
    vi.advanceTimersByTime(5000);
    hinting.take(hint(PLAY));
    vi.advanceTimersByTime(499);
    hinting.pressAgain();
    expect(hinting.here).not.toBeNull();
    vi.advanceTimersByTime(1);
    hinting.pressAgain();
    expect(hinting.here).toBeNull();
  });

  test("that takes long may be put away before it comes", () => {
    const hinting = new Hinting();
    hinting.ask(() => true);
    vi.advanceTimersByTime(500);
    hinting.pressAgain();
    hinting.take(hint(PLAY));
    expect([hinting.isAwaited, hinting.here]).toEqual([false, null]);
  });

  test("points at cards of the hand only", () => {
    expect(pointedAt(null)).toEqual([]);
    expect(pointedAt(hint({ do: "bid", value: 210 }))).toEqual([]);
    expect(pointedAt(hint({ do: "give", card: "SU" }))).toEqual(["SU"]);
  });
});
