/** How cards move between the places of the table; nothing moves where that is not wanted. */

import { cubicOut } from "svelte/easing";
import type { Attachment } from "svelte/attachments";
import type { TransitionConfig } from "svelte/transition";

/** A place where cards come from or go to. */
export type Spot = `seat-${number}` | "middle" | "pile";

const spots = new Map<Spot, Element>();

/** Make an element a place of the table. */
export function spot(name: Spot): Attachment {
  return (element) => {
    spots.set(name, element);
    return () => {
      if (spots.get(name) === element) spots.delete(name);
    };
  };
}

let played: DOMRect | null = null;

/** Remember from where the own card is about to be played. */
export function leavesFrom(rect: DOMRect): void {
  played = rect;
}

/** Return from where the own card was played, once. */
export function takeLeft(): DOMRect | null {
  const rect = played;
  played = null;
  return rect;
}

const still =
  typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

/** Whether cards may move at all. */
export function mayMove(): boolean {
  return still?.matches !== true;
}

export interface Flight {
  /** The other end: a place, or where the own card lay. */
  end: Spot | DOMRect | null;
  ms: number;
  delay?: number;
  /** How visible the card is at the other end. */
  fade?: number;
}

const NO_FLIGHT: TransitionConfig = { duration: 0 };
const LARGEST_SCALE = 2;

function rectOf(end: Spot | DOMRect | null): DOMRect | null {
  return typeof end === "string" ? (spots.get(end)?.getBoundingClientRect() ?? null) : end;
}

/** A Svelte transition: the card flies between its place and the other end. */
export function flight(node: Element, { end, ms, delay = 0, fade = 1 }: Flight): TransitionConfig {
  const there = mayMove() && ms > 0 ? rectOf(end) : null;
  if (there === null) return NO_FLIGHT;
  const here = node.getBoundingClientRect();
  const dx = there.x + there.width / 2 - here.x - here.width / 2;
  const dy = there.y + there.height / 2 - here.y - here.height / 2;
  const size = here.width > 0 ? Math.min(LARGEST_SCALE, there.width / here.width) : 1;
  const scale = typeof end === "string" ? Math.min(size, 0.7) : size;
  return {
    duration: ms,
    delay,
    easing: cubicOut,
    css: (_, u) =>
      `transform: translate(${dx * u}px, ${dy * u}px) scale(${1 + (scale - 1) * u});` +
      `opacity: ${1 - (1 - fade) * u}`,
  };
}
