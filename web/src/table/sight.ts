/** What matters stays in sight above the hand, which always lies over the table's lower edge. */

import type { Attachment } from "svelte/attachments";

import { usesKeys } from "./focus";

/** What lies over the lower edge of the window: the hand and, on phones, the sentence above it. */
export const COVERS = ".hand, .narrow .mine";

/** The trick, with what stands at its cards. */
const TRICK = '[data-testid="trick"] *';

/** Room for the outline around what has the focus. */
const MARGIN = 8;

/**
 * Return how far to scroll down, so that what lies between `top` and `bottom` can be seen.
 *
 * Of what is too tall for the free part of the window, from 0 to `end`, the upper end is seen.
 */
export function scrollFor(top: number, bottom: number, end: number): number {
  const hidden = Math.max(0, bottom + MARGIN - end);
  return top < 0 ? top - MARGIN : Math.min(hidden, Math.max(0, top - MARGIN));
}

/**
 * Whoever plays by keys sees what has the focus, also after the table has grown above it.
 *
 * `hides` is what covers the lower edge of the window; `covered` says how high.
 */
export function keepsFocusInSight(hides: string, covered: () => number): Attachment {
  return (table) => {
    const bringUp = () => {
      const focused = document.activeElement;
      if (!usesKeys() || focused === null || !table.contains(focused)) return;
      if (focused.closest(hides) !== null) return;
      const { top, bottom } = focused.getBoundingClientRect();
      scrollBy(0, scrollFor(top, bottom, innerHeight - covered()));
    };
    table.addEventListener("focusin", bringUp);
    const observer = new ResizeObserver(bringUp);
    observer.observe(table);
    return () => {
      table.removeEventListener("focusin", bringUp);
      observer.disconnect();
    };
  };
}

/** Where the part of the window ends that is not covered by what `hides` its lower edge. */
function endAbove(hides: string): number {
  const over = [...document.querySelectorAll(hides)];
  return Math.min(innerHeight, ...over.map((element) => element.getBoundingClientRect().top));
}

/** Scroll until all of these are seen together above what `hides` the lower edge. */
function showTogether(hides: string, shown: readonly Element[]): void {
  if (shown.length === 0) return;
  const boxes = shown.map((element) => element.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  scrollBy(0, scrollFor(top, bottom, endAbove(hides)));
}

/**
 * Scroll, with the next frame, to what is asked; the function returned calls it off.
 *
 * Where something is to be chosen that is no card of the hand, that is the panel and the sentence.
 * Else it is the trick, and where there is room for both, the sentence.
 */
export function showAsked(table: Element, hasPanel: boolean, isRoomy: boolean): () => void {
  const cards = isRoomy ? `.mine, ${TRICK}` : TRICK;
  const [covers, wanted] = hasPanel ? [".hand", ".mine, .choices > *"] : [COVERS, cards];
  const frame = requestAnimationFrame(() => {
    showTogether(covers, [...table.querySelectorAll(wanted)]);
  });
  return () => cancelAnimationFrame(frame);
}

/**
 * What comes anew is in sight, and nobody has to look for it: above what `hides` the lower edge.
 *
 * It counts where a thing will lie, as it may still be under way there.
 */
export function comesIntoSight(hides: string): Attachment<HTMLElement> {
  return (shown) => {
    const frame = requestAnimationFrame(() => {
      const { top: ground = 0 } = shown.offsetParent?.getBoundingClientRect() ?? {};
      const top = ground + shown.offsetTop;
      scrollBy(0, scrollFor(top, top + shown.offsetHeight, endAbove(hides)));
    });
    return () => cancelAnimationFrame(frame);
  };
}
