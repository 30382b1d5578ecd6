import { expect, test, vi } from "vitest";

import { draggable } from "./drag";

type Kind = "pointerdown" | "pointermove" | "pointerup" | "pointercancel" | "click";

/** A card under a finger: the events as a browser gives them, and what came of them. */
function card({ enabled = true } = {}) {
  const target = new EventTarget();
  const element = Object.assign(target, { setPointerCapture: vi.fn() });
  const moved = vi.fn<(by: { x: number; y: number; far: boolean } | null) => void>();
  const dropped = vi.fn<() => void>();
  const tapped = vi.fn<() => void>();
  const undo = draggable(element as unknown as HTMLElement, {
    enabled: () => enabled,
    distance: () => 60,
    moved,
    dropped,
  });
  target.addEventListener("click", tapped);
  const send = (kind: Kind, x = 0, y = 0, more: Record<string, unknown> = {}) => {
    const event = new Event(kind, { cancelable: true });
    const values = { clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, ...more };
    target.dispatchEvent(Object.assign(event, values));
  };
  return { element, send, moved, dropped, tapped, undo };
}

test("a card drawn far enough up is dropped on the table, and the click after it is none", () => {
  const { send, moved, dropped, tapped } = card();
  send("pointerdown", 100, 500);
  send("pointermove", 105, 430);
  expect(moved).toHaveBeenLastCalledWith({ x: 5, y: -70, far: true });
  send("pointerup", 105, 430);
  send("click");
  expect([dropped.mock.calls.length, tapped.mock.calls.length]).toEqual([1, 0]);
  expect(moved).toHaveBeenLastCalledWith(null);
});

test("a card that is drawn back does not count", () => {
  const { send, moved, dropped, tapped } = card();
  send("pointerdown", 100, 500);
  send("pointermove", 100, 400);
  send("pointermove", 100, 480);
  send("pointerup", 100, 480);
  send("click");
  expect([dropped.mock.calls.length, tapped.mock.calls.length]).toEqual([0, 0]);
  expect(moved).toHaveBeenLastCalledWith(null);
});

test("a finger that trembles taps", () => {
  const { send, moved, dropped, tapped } = card();
  send("pointerdown", 100, 500);
  send("pointermove", 106, 494);
  send("pointerup", 106, 494);
  send("click");
  expect([moved.mock.calls.length, dropped.mock.calls.length]).toEqual([0, 0]);
  expect(tapped).toHaveBeenCalledTimes(1);
});

test("a drag that the browser breaks off plays nothing, and the next tap counts", () => {
  const { send, moved, dropped, tapped } = card();
  send("pointerdown", 100, 500);
  send("pointermove", 100, 300);
  send("pointercancel", 100, 300);
  expect(dropped).not.toHaveBeenCalled();
  expect(moved).toHaveBeenLastCalledWith(null);
  send("pointerdown", 100, 500);
  send("pointerup", 100, 500);
  send("click");
  expect(tapped).toHaveBeenCalledTimes(1);
});

test.each([
  ["a second finger", { isPrimary: false, pointerId: 2 }],
  ["the right button", { button: 2 }],
])("%s draws no card", (_, more) => {
  const { element, send, moved } = card();
  send("pointerdown", 100, 500, more);
  send("pointermove", 100, 300, more);
  expect(moved).not.toHaveBeenCalled();
  expect(element.setPointerCapture).not.toHaveBeenCalled();
});

test("another finger does not take the card along", () => {
  const { send, moved, dropped } = card();
  send("pointerdown", 100, 500);
  send("pointermove", 100, 300, { pointerId: 2 });
  send("pointerup", 100, 300, { pointerId: 2 });
  expect([moved.mock.calls.length, dropped.mock.calls.length]).toEqual([0, 0]);
});

test("while no card is asked for none can be drawn, and a tap still comes through", () => {
  const { send, moved, tapped } = card({ enabled: false });
  send("pointerdown", 100, 500);
  send("pointermove", 100, 300);
  send("pointerup", 100, 300);
  send("click");
  expect(moved).not.toHaveBeenCalled();
  expect(tapped).toHaveBeenCalledTimes(1);
});

test("once undone nothing is followed any more", () => {
  const { send, moved, undo } = card();
  undo();
  send("pointerdown", 100, 500);
  send("pointermove", 100, 300);
  expect(moved).not.toHaveBeenCalled();
});
