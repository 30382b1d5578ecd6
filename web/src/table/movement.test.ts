import { afterEach, beforeEach, expect, test, vi, type Mock } from "vitest";

import {
  arrive,
  cornerOf,
  departing,
  isMoving,
  leavesFrom,
  moved,
  spot,
  takeLeft,
  whereIs,
} from "./movement";

const HERE = { x: 100, y: 200, width: 80 };

function at(x: number, y: number, width: number, height: number): Element {
  return { getBoundingClientRect: () => ({ x, y, width, height }) } as unknown as Element;
}

let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
});
afterEach(() => void vi.unstubAllGlobals());

function draw(): void {
  frames.splice(0).forEach((frame) => frame());
}

test("a place is known once a frame has been drawn, and measured once a frame", () => {
  const undo = spot("seat-3")(at(10, 20, 100, 50));
  expect(whereIs("seat-3")).toBeNull();
  moved();
  moved();
  expect(frames).toHaveLength(1);
  draw();
  expect(whereIs("seat-3")).toEqual({ x: 60, y: 45, width: 100 });
  expect(cornerOf("seat-3")).toMatchObject({ x: 10, y: 20 });
  undo?.();
});

test("a place that has been taken over stays when the one before goes", () => {
  const undo = spot("seat-4")(at(0, 0, 10, 10));
  const undoSecond = spot("seat-4")(at(50, 50, 10, 10));
  undo?.();
  draw();
  expect(whereIs("seat-4")).toEqual({ x: 55, y: 55, width: 10 });
  undoSecond?.();
});

test("an unknown place has the corner of the page", () => {
  expect(cornerOf("seat-5")).toEqual({ x: 0, y: 0 });
});

test("from where the own card was played is told once", () => {
  leavesFrom(at(0, 600, 80, 120));
  expect(takeLeft()).toEqual({ x: 40, y: 660, width: 80 });
  expect(takeLeft()).toBeNull();
});

function card(): { element: Element; animate: Mock } {
  const animate = vi.fn(() => ({}));
  return { element: { animate } as unknown as Element, animate };
}

const THERE = { x: 300, y: 50, width: 160 };

test("cards are at rest once the last one has come to its place", () => {
  const movements: Partial<Animation>[] = [{}, {}];
  const before = isMoving();
  movements.forEach((movement) => {
    const element = { animate: () => movement } as unknown as Element;
    arrive(element, { here: HERE, there: THERE, ms: 300 });
  });
  const [first, second] = movements;
  first?.onfinish?.call(first as Animation, {} as AnimationPlaybackEvent);
  const between = isMoving();
  second?.oncancel?.call(second as Animation, {} as AnimationPlaybackEvent);
  expect([before, between, isMoving()]).toEqual([false, true, false]);
});

test("a card that arrives is handed to the browser once, with the time until it sets off", () => {
  const { element, animate } = card();
  arrive(element, { here: HERE, there: THERE, ms: 320, delay: 25, fade: 0.5 });
  const [from, to] = [
    { transform: "translate(200px, -150px) scale(1)", opacity: "0.5" },
    { transform: "translate(0px, 0px) scale(1)", opacity: "1" },
  ];
  const timing = { duration: 320, delay: 25, fill: "backwards" };
  expect(animate.mock.calls).toEqual([[[from, to], expect.objectContaining(timing)]]);
});

test("a card flies away to the other end, smaller there but no larger than allowed", () => {
  const { element, animate } = card();
  const from = { transform: "translate(0px, 0px) scale(1)", opacity: "1" };
  const timing = expect.objectContaining({ duration: 320, fill: "forwards" }) as unknown;
  const config = departing(element, { here: HERE, there: THERE, ms: 320, most: 1 });
  expect(config).toEqual({ duration: 320 });
  const to = { transform: "translate(200px, -150px) scale(1)", opacity: "1" };
  expect(animate.mock.calls).toEqual([[[from, to], timing]]);
  const there = { ...THERE, width: 40 };
  departing(element, { here: HERE, there, ms: 320, fade: 0.5 });
  const small = { transform: "translate(200px, -150px) scale(0.5)", opacity: "0.5" };
  expect(animate.mock.calls[1]).toEqual([[from, small], timing]);
});

test.each([
  [null, 320],
  [HERE, 0],
])("a card with nowhere to come from, or no time for it, stands still", (there, ms) => {
  const { element, animate } = card();
  arrive(element, { here: HERE, there, ms });
  expect(animate).not.toHaveBeenCalled();
  expect(departing(element, { here: HERE, there, ms })).toEqual({ duration: 0 });
});
