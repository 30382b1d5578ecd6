import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { GATHER_MS, pauseAfter, STARTLED_MS } from "./pace";
import type { Pace } from "./settings.svelte";
import { Stage } from "./stage.svelte";
import type { Action, TableView, Trick, Update } from "./wire";

const TRICK: Trick = { leader: 0, cards: ["EA", "EZ", "E7"], winner: 2, points: 21 };
const play: Action = { do: "play", card: "E7" };

function update(seq: number, action: Action, tricks: Trick[] = [], seat = 1): Update {
  const view = {
    you: 0,
    tricks,
    trick: { number: tricks.length + 1, leader: 2, cards: [], winner: null },
    account: null,
    choices: [],
  } as unknown as TableView;
  return { type: "update", seq, events: [{ seat, action, text: ["…"] }], view };
}

function stageAt(pace: Pace): Stage {
  const stage = new Stage(() => pace);
  stage.receive(update(1, play), true);
  return stage;
}

const pause = (moment: Parameters<typeof pauseAfter>[0]) => pauseAfter(moment, "normal") ?? 0;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("updates are shown one after the other, each for its time", () => {
  const stage = stageAt("normal");
  stage.receive(update(2, play), false);
  stage.receive(update(3, play), false);
  expect([stage.seq, stage.caughtUp]).toEqual([2, false]);
  vi.advanceTimersByTime(pause("card") - 1);
  expect(stage.seq).toBe(2);
  vi.advanceTimersByTime(1);
  expect([stage.seq, stage.caughtUp]).toEqual([3, true]);
});

function turn(seq: number, seat: number): Update {
  const told = update(seq, play, [], seat);
  return { ...told, view: { ...told.view, to_act: 0 } };
}

test("when the others bring the turn, taps that are under way do nothing for a moment", () => {
  const stage = stageAt("normal");
  stage.receive(turn(2, 2), false);
  expect(stage.startled).toBe(true);
  vi.advanceTimersByTime(STARTLED_MS - 1);
  expect(stage.startled).toBe(true);
  vi.advanceTimersByTime(1);
  expect(stage.startled).toBe(false);
});

test("the account that comes up after the last trick is not closed by a tap under way", () => {
  const stage = stageAt("normal");
  const last = update(2, play, [TRICK], 0);
  stage.receive({ ...last, view: { ...last.view, account: { headline: "", sides: [] } } }, false);
  expect(stage.startled).toBe(false);
  stage.skip();
  vi.advanceTimersByTime(GATHER_MS);
  expect([stage.settled, stage.startled]).toEqual([true, true]);
  vi.advanceTimersByTime(STARTLED_MS);
  expect(stage.startled).toBe(false);
});

test("nobody is startled by the own move, by a reload, or where nothing moves", () => {
  for (const [pace, seat, resumed] of [
    ["normal", 0, false],
    ["normal", 2, true],
    ["none", 2, false],
  ] as const) {
    const stage = stageAt(pace);
    stage.receive(turn(2, seat), resumed);
    expect(stage.startled).toBe(false);
  }
});

test("an update that comes later waits until the one before has had its time", () => {
  const stage = stageAt("normal");
  stage.receive(update(2, play), false);
  vi.advanceTimersByTime(pause("card") / 2);
  stage.receive(update(3, play), false);
  expect(stage.seq).toBe(2);
  vi.advanceTimersByTime(pause("card") / 2);
  expect(stage.seq).toBe(3);
});

test("a finished trick lies for its time, then goes to its winner, then play goes on", () => {
  const stage = stageAt("normal");
  stage.receive(update(2, play, [TRICK]), false);
  stage.receive(update(3, play, [TRICK]), false);
  expect(stage.trick).toMatchObject({ index: 0, finished: true, winner: 2, cards: TRICK.cards });
  vi.advanceTimersByTime(pause("trick"));
  expect(stage.trick).toMatchObject({ index: 1, finished: false });
  expect([stage.gatheredBy, stage.seq]).toEqual([2, 2]);
  vi.advanceTimersByTime(GATHER_MS);
  expect(stage.seq).toBe(3);
});

test("nothing comes up before the last trick is with its winner", () => {
  const stage = stageAt("normal");
  stage.receive(update(2, play, [TRICK]), false);
  vi.advanceTimersByTime(pause("trick") + GATHER_MS - 1);
  expect([stage.lying, stage.settled]).toEqual([null, false]);
  vi.advanceTimersByTime(1);
  expect(stage.settled).toBe(true);
});

test("a tap while a trick goes to its winner goes on at once", () => {
  const stage = stageAt("normal");
  stage.receive(update(2, play, [TRICK]), false);
  stage.skip();
  expect(stage.settled).toBe(false);
  stage.skip();
  expect(stage.settled).toBe(true);
});

test("in the pace tap a finished trick lies until the table is tapped", () => {
  const stage = stageAt("tap");
  stage.receive(update(2, play, [TRICK]), false);
  vi.advanceTimersByTime(600_000);
  expect([stage.held, stage.lying]).toEqual([true, TRICK]);
  stage.skip();
  expect([stage.held, stage.lying]).toEqual([false, null]);
});

test("a tap on the table skips one wait and no more", () => {
  const stage = stageAt("slow");
  for (const seq of [2, 3, 4]) stage.receive(update(seq, play), false);
  stage.skip();
  expect(stage.seq).toBe(3);
  stage.skip();
  expect(stage.seq).toBe(4);
});

test("without pace everything is shown at once, and no trick stays", () => {
  const stage = stageAt("none");
  for (const seq of [2, 3, 4]) stage.receive(update(seq, play, [TRICK]), false);
  expect([stage.seq, stage.caughtUp, stage.lying, stage.live]).toEqual([4, true, null, false]);
});

test("after a reconnect the last update alone is shown", () => {
  const stage = stageAt("slow");
  for (const seq of [2, 3, 4]) stage.receive(update(seq, play, [TRICK]), false);
  stage.receive(update(9, play, [TRICK]), true);
  expect([stage.seq, stage.settled, stage.live]).toEqual([9, true, false]);
  expect(stage.events).toEqual([]);
  vi.advanceTimersByTime(600_000);
  expect(stage.seq).toBe(9);
});

test("who may lead may do so while the last trick still lies: it is gathered", () => {
  const stage = stageAt("tap");
  stage.receive(update(2, play, [TRICK]), false);
  stage.gather();
  expect(stage.lying).toBeNull();
});

test("a lying trick is not gathered while others still play", () => {
  const stage = stageAt("tap");
  stage.receive(update(2, play, [TRICK]), false);
  stage.receive(update(3, play, [TRICK]), false);
  stage.gather();
  expect(stage.lying).toEqual(TRICK);
});

const MELD: Action = {
  do: "meld",
  melds: [{ kind: "dix", cards: ["E7"], points: 10 }],
  buried_dix: 0,
};

test("melds stay until tapped in the pace tap; laying out nothing does not hold the table", () => {
  const stage = stageAt("tap");
  stage.receive(update(2, { do: "meld", melds: [], buried_dix: 0 }), false);
  expect(stage.held).toBe(false);
  stage.skip();
  stage.receive(update(3, MELD), false);
  expect(stage.held).toBe(true);
});

test("whoever is asked need not tap the melds away first, and the own answer is shown at once", () => {
  const stage = stageAt("tap");
  const { view, ...told } = update(2, MELD);
  stage.receive({ ...told, view: { ...view, to_act: 0, phase: "meld" } }, false);
  expect([stage.held, stage.settled]).toEqual([false, true]);
  stage.receive(update(3, { do: "meld", melds: [], buried_dix: 0 }, [], 0), false);
  expect(stage.seq).toBe(3);
});

test("melds that end a conceded deal need no tap: the account comes up over them", () => {
  const stage = stageAt("tap");
  const { view, ...told } = update(2, MELD);
  stage.receive({ ...told, view: { ...view, account: { headline: "", sides: [] } } }, false);
  expect([stage.held, stage.settled]).toEqual([false, true]);
  stage.receive(update(3, { do: "shuffle", order: [] }, [], 2), false);
  expect(stage.seq).toBe(3);
});

test("a finished trick waits for the tap also when it is one's turn", () => {
  const stage = stageAt("tap");
  const { view, ...told } = update(2, play, [TRICK]);
  stage.receive({ ...told, view: { ...view, to_act: 0, phase: "play" } }, false);
  expect([stage.held, stage.lying]).toEqual([true, TRICK]);
});

test("the own action is shown without delay", () => {
  const stage = stageAt("slow");
  stage.receive(update(2, play), false);
  stage.receive(update(3, play, [], 0), false);
  expect(stage.seq).toBe(3);
});
