import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { STARTLED_MS } from "../lib/pace";
import type { LinkOptions } from "../lib/socket";
import type { Action, TableView, ToPage, Update } from "../lib/wire";
import { Session } from "./session.svelte";

const link = vi.hoisted(() => ({
  options: [] as LinkOptions[],
  sent: [] as unknown[],
  isUp: true,
}));

vi.mock("../lib/socket", () => ({
  socketUrl: (table: string) => `ws://test/${table}`,
  TableLink: class {
    constructor(options: LinkOptions) {
      link.options.push(options);
    }
    send(message: unknown): boolean {
      if (link.isUp) link.sent.push(message);
      return link.isUp;
    }
    ask(message: unknown): boolean {
      return this.send(message);
    }
    greet(): void {}
    open(): void {}
    close(): void {}
  },
}));

const PLAY: Action = { do: "play", card: "EA" };
const CHOICES = [{ choice: "cards", cards: ["EA"] }];

function update(seq: number, to_act: number | null, seat = 1): ToPage {
  const view = {
    you: 0,
    to_act,
    choices: CHOICES,
    tricks: [],
    trick: { number: 1, leader: 0, cards: [], winner: null },
  } as unknown as TableView;
  return { type: "update", seq, events: [{ seat, action: PLAY, text: [] }], view };
}

const refused: ToPage = {
  type: "refused",
  error: { code: "must_follow", message: "Farbzwang" },
} as unknown as ToPage;

function started(): { session: Session; tell: LinkOptions } {
  const session = new Session("t1");
  const tell = link.options.at(-1);
  if (tell === undefined) throw new Error("no link was made");
  tell.changed("open", "");
  tell.receive(update(4, 0), true);
  return { session, tell };
}

beforeEach(() => {
  vi.useFakeTimers();
  link.sent = [];
  link.isUp = true;
});
afterEach(() => void vi.useRealTimers());

test("what is done answers the state that is shown, and once only", () => {
  const { session } = started();
  expect(session.choices).toEqual(CHOICES);
  session.act(PLAY);
  session.act(PLAY);
  session.nextDeal();
  expect(link.sent).toEqual([{ type: "act", seq: 4, action: PLAY }]);
  expect(session.busy).toBe(true);
});

test("a refusal is kept with its reason, and one may try again", () => {
  const { session, tell } = started();
  session.act(PLAY);
  tell.receive(refused, false);
  expect(session.refusal?.message).toBe("Farbzwang");
  expect(session.busy).toBe(false);
  session.act(PLAY);
  expect([session.refusal, link.sent.length]).toEqual([null, 2]);
});

test("a refusal goes with the next update", () => {
  const { session, tell } = started();
  tell.receive(refused, false);
  tell.receive(update(5, 0), false);
  expect(session.refusal).toBeNull();
});

test("nothing may be done while another is to act", () => {
  const { session, tell } = started();
  tell.receive(update(5, 1), false);
  expect(session.choices).toEqual([]);
});

test("nothing may be done before what has happened has been shown", () => {
  const { session, tell } = started();
  tell.receive(update(5, 1), false);
  tell.receive(update(6, 0), false);
  expect([session.choices, session.busy]).toEqual([[], true]);
  session.act(PLAY);
  expect(link.sent).toEqual([]);
  session.stage.skip();
  expect([session.choices, session.busy]).toEqual([CHOICES, true]);
  vi.advanceTimersByTime(STARTLED_MS); // a tap that was meant to go on plays no card
  expect(session.busy).toBe(false);
  session.close();
});

test("a lost link frees what was not answered, and nothing is sent into it", () => {
  const { session, tell } = started();
  session.act(PLAY);
  tell.changed("lost", "");
  expect([session.pending, session.busy, session.link]).toEqual([false, true, "lost"]);
  session.act(PLAY);
  expect(link.sent).toHaveLength(1);
});

test("the only move there is is made once, and once more where the link was lost meanwhile", () => {
  const { session, tell } = started();
  const nothing = { choice: "melds", best: [], buried_dix: 0, may_declare_less: false };
  const asked = update(5, 0) as Update;
  const view = { ...asked.view, phase: "window", choices: [nothing] } as TableView;
  tell.receive({ ...asked, view }, true);
  session.goOn();
  session.goOn();
  expect(link.sent).toHaveLength(1);
  tell.changed("lost", "");
  session.goOn();
  tell.changed("open", "");
  tell.receive({ ...asked, view }, true);
  session.goOn();
  session.goOn();
  expect(link.sent).toHaveLength(2);
  session.close();
});

test("what could not be sent is not waited for", () => {
  const { session } = started();
  link.isUp = false;
  session.act(PLAY);
  expect(session.pending).toBe(false);
});

test("a notice about the table is kept and answers nothing", () => {
  const { session, tell } = started();
  session.act(PLAY);
  tell.receive({ type: "notice", message: "Ersetzt" } as unknown as ToPage, false);
  expect([session.notice, session.pending]).toEqual(["Ersetzt", true]);
});

test("a table that is gone says why", () => {
  const { session, tell } = started();
  tell.changed("gone", "not_seated");
  expect([session.link, session.reason]).toEqual(["gone", "not_seated"]);
});

const hint: ToPage = {
  type: "hint",
  seq: 4,
  actions: [PLAY],
  text: "Spiel Eichel-Daus.",
  reasons: [],
  weighed: [],
  meaning: "",
};

function hinted(may_hint: boolean): { session: Session; tell: LinkOptions } {
  const { session, tell } = started();
  const message = update(4, 0) as Update;
  tell.receive({ ...message, view: { ...message.view, may_hint } }, true);
  return { session, tell };
}

test("a hint is asked for where the table allows it, and takes nothing from what one may do", () => {
  const { session, tell } = hinted(true);
  session.askHint();
  session.askHint();
  expect(link.sent).toEqual([{ type: "ask_hint", seq: 4 }]);
  expect([session.busy, session.mayHint]).toEqual([false, true]);
  tell.receive(hint, false);
  expect(session.hinting.here?.text).toBe("Spiel Eichel-Daus.");
  session.act(PLAY);
  expect(link.sent.length).toBe(2);
  tell.receive(update(5, 1), false);
  expect(session.hinting.here).toBeNull();
});

test("a hint that comes while an action is on its way does not answer that action", () => {
  const { session, tell } = hinted(true);
  session.askHint();
  session.act(PLAY);
  tell.receive(hint, false);
  expect(session.busy).toBe(true);
});

test("where hints are off, or another is to act, none is asked for", () => {
  const { session, tell } = hinted(false);
  session.askHint();
  tell.receive(update(5, 1), false);
  session.askHint();
  expect(link.sent).toEqual([]);
});

test("a hint that was on its way when the link broke is not awaited any more", () => {
  const { session, tell } = hinted(true);
  session.askHint();
  tell.changed("lost", "");
  expect(session.hinting.isAwaited).toBe(false);
  session.askHint();
  expect(link.sent.length).toBe(1);
});
