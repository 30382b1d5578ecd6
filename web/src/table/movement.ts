/**
 * How cards move between the places of the table; nothing moves where that is not wanted.
 *
 * Places are measured when a frame is drawn and remembered, so that nothing has to be laid out
 * in the moment when a card sets off.
 */

import type { Attachment } from "svelte/attachments";
import type { TransitionConfig } from "svelte/transition";

/** A place where cards come from or go to. */
export type Spot = `seat-${number}` | "cloth" | "hand";

/** Where something lies in the window: its centre and its width. */
export interface Where {
  x: number;
  y: number;
  width: number;
}

const spots = new Map<Spot, Element>();
const known = new Map<Spot, DOMRect>();
let frame = 0;

function measure(): void {
  frame = 0;
  for (const [name, element] of spots) known.set(name, element.getBoundingClientRect());
}

/** Measure all places with the next frame: something has been laid out anew. */
export function moved(): void {
  if (frame === 0) frame = requestAnimationFrame(measure);
}

/** Make an element a place of the table. */
export function spot(name: Spot): Attachment {
  return (element) => {
    spots.set(name, element);
    moved();
    return () => {
      if (spots.get(name) === element) spots.delete(name);
    };
  };
}

/** Return the corner of a place, from where what lies in it is counted. */
export function cornerOf(name: Spot): { x: number; y: number } {
  return known.get(name) ?? { x: 0, y: 0 };
}

function middleOf({ x, y, width, height }: DOMRect): Where {
  return { x: x + width / 2, y: y + height / 2, width };
}

/** Return where a place lies, null before it has been drawn. */
export function whereIs(name: Spot): Where | null {
  const rect = known.get(name);
  return rect === undefined ? null : middleOf(rect);
}

let played: Where | null = null;

/** Remember from where the own card is about to be played. */
export function leavesFrom(element: Element): void {
  played = middleOf(element.getBoundingClientRect());
}

/** Return from where the own card was played, once. */
export function takeLeft(): Where | null {
  const where = played;
  played = null;
  return where;
}

const still =
  typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

/** Whether cards may move at all. */
export function mayMove(): boolean {
  return still?.matches !== true;
}

/** Quick at first, then ever slower. */
const CUBIC_OUT = "cubic-bezier(0.33, 1, 0.68, 1)";

/** What is animated, and nothing else. */
type Looks = Record<"transform" | "opacity", string>;

export interface Flight {
  /** Where the card lies. */
  here: Where;
  /** The other end; null if it does not move. */
  there: Where | null;
  ms: number;
  delay?: number;
  /** How visible the card is at the other end. */
  fade?: number;
  /** How large the card is at the other end at most. */
  most?: number;
}

/** Return how the card looks at a part of the way to the other end, 0 to 1; null if it stays. */
function way({ here, there, ms, fade = 1, most = 1 }: Flight): ((u: number) => Looks) | null {
  if (there === null || ms === 0 || !mayMove()) return null;
  const [dx, dy] = [there.x - here.x, there.y - here.y];
  const scale = Math.min(most, there.width / here.width);
  return (u) => ({
    transform: `translate(${dx * u}px, ${dy * u}px) scale(${1 + (scale - 1) * u})`,
    opacity: `${1 - (1 - fade) * u}`,
  });
}

const flying = new Set<Animation>();

/** Whether cards are on their way to their places. */
export function isMoving(): boolean {
  return flying.size > 0;
}

/** Wait until no card is on its way; at least until the next frame has been drawn. */
export function atRest(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (isMoving() ? wait() : resolve());
    const wait = () => requestAnimationFrame(() => setTimeout(look));
    wait();
  });
}

/**
 * Hand the whole way of a card to the browser at once.
 *
 * A card that waits for its turn, or moves, costs the page nothing.
 */
function fly(element: Element, way: Looks[], timing: KeyframeAnimationOptions): void {
  const movement = element.animate(way, { easing: CUBIC_OUT, ...timing });
  flying.add(movement);
  movement.onfinish = movement.oncancel = () => flying.delete(movement);
}

/** Let a card fly in from the other end. */
export function arrive(element: Element, flight: Flight): void {
  const at = way(flight);
  if (at === null) return;
  const { ms: duration, delay = 0 } = flight;
  fly(element, [at(1), at(0)], { duration, delay, fill: "backwards" });
}

/**
 * A Svelte transition: the card flies away to the other end.
 *
 * Svelte only waits until it is there; its own `css` would be a step for each frame.
 */
export function departing(element: Element, flight: Flight): TransitionConfig {
  const at = way(flight);
  if (at === null) return { duration: 0 };
  const { ms: duration } = flight;
  fly(element, [at(0), at(1)], { duration, fill: "forwards" });
  return { duration };
}
