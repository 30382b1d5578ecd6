import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ANSWER_MS, TableLink, waitBefore, type LinkState } from "./socket";
import type { Hello, ToPage } from "./wire";

const HELLO: Hello = { type: "hello", person: "secret", lang: "de", suits: "württemberg" };

/** A socket that the test opens, feeds and closes. */
class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];

  readyState = 0;
  sent: unknown[] = [];
  onopen: () => void = () => undefined;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  get(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(code = 1006, reason = ""): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

let states: LinkState[];
let received: [ToPage, boolean][];

function openLink(): TableLink {
  const link = new TableLink({
    url: "ws://here/api/tables/t/socket",
    hello: () => HELLO,
    receive: (message, resumed) => received.push([message, resumed]),
    changed: (state) => states.push(state),
  });
  link.open();
  return link;
}

const socket = (): FakeSocket => {
  const last = FakeSocket.all.at(-1);
  if (last === undefined) throw new Error("no socket was opened");
  return last;
};

const update = { type: "update", seq: 3, events: [], view: {} };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("document", {
    visibilityState: "visible",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  FakeSocket.all = [];
  states = [];
  received = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the first word is hello, and the first update is a resumed one", () => {
  openLink();
  socket().open();
  expect(socket().sent).toEqual([HELLO]);
  socket().get(update);
  socket().get(update);
  expect(received.map(([, resumed]) => resumed)).toEqual([true, false]);
  expect(states).toEqual(["connecting", "open"]);
});

test("a lost connection is tried again, each time after a longer wait", () => {
  openLink();
  socket().open();
  socket().get(update);
  for (const n of [0, 1, 2]) {
    socket().close();
    expect(FakeSocket.all).toHaveLength(n + 1);
    vi.advanceTimersByTime(waitBefore(n));
    expect(FakeSocket.all).toHaveLength(n + 2);
  }
  socket().open();
  socket().get(update);
  expect(received.at(-1)?.[1]).toBe(true);
  expect(states.at(-1)).toBe("open");
});

test("a table that is not there is not tried again", () => {
  openLink();
  socket().open();
  socket().close(4404, "unknown_table");
  vi.advanceTimersByTime(600_000);
  expect(states.at(-1)).toBe("gone");
  expect(FakeSocket.all).toHaveLength(1);
});

test("without a connection nothing is sent, and the sender knows", () => {
  const link = openLink();
  expect(link.send({ type: "next_deal", seq: 3 })).toBe(false);
  socket().open();
  expect(link.send({ type: "next_deal", seq: 3 })).toBe(true);
  expect(socket().sent.at(-1)).toEqual({ type: "next_deal", seq: 3 });
});

test("a connection that does not answer an action is given up, and tried again", () => {
  const link = openLink();
  const first = socket();
  first.open();
  first.get(update);
  link.send({ type: "next_deal", seq: 3 });
  vi.advanceTimersByTime(ANSWER_MS);
  expect(first.readyState).toBe(FakeSocket.CLOSED);
  expect(states.at(-1)).toBe("lost");
  vi.advanceTimersByTime(waitBefore(0));
  expect(FakeSocket.all).toHaveLength(2);
  socket().open();
  socket().get(update);
  expect(states.at(-1)).toBe("open");
  first.get(update);
  expect(received).toHaveLength(2);
});

test.each<[string, (link: TableLink) => void]>([
  ["an answered one", () => socket().get(update)],
  ["one on a link that is closed", (link) => link.close()],
])("silence says nothing about %s", (_, then) => {
  const link = openLink();
  socket().open();
  socket().get(update);
  link.send({ type: "next_deal", seq: 3 });
  then(link);
  vi.advanceTimersByTime(600_000);
  expect(states.at(-1)).toBe("open");
  expect(FakeSocket.all).toHaveLength(1);
});

test("a closed link stays closed", () => {
  const link = openLink();
  socket().open();
  link.close();
  vi.advanceTimersByTime(600_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("waits do not grow without end", () => {
  expect(waitBefore(0)).toBeLessThan(1000);
  expect(waitBefore(99)).toBe(8000);
});
