/** Dragging a card of the hand: it follows the finger, and counts only above the hand. */

/** From here on a movement is a drag and no tap, in CSS pixels. */
const THRESHOLD = 10;

export interface DragOptions {
  /** Whether the card may be dragged now. */
  enabled: () => boolean;
  /** How far up a card must be dropped to count, in CSS pixels. */
  distance: () => number;
  /** Show the card moved by this much; null puts it back. */
  moved: (by: { x: number; y: number; far: boolean } | null) => void;
  dropped: () => void;
}

/** Follow pointers on a card; returns the undoing. */
export function draggable(element: HTMLElement, options: DragOptions): () => void {
  let start: { id: number; x: number; y: number } | null = null;
  let dragging = false;

  function down(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return;
    dragging = false;
    start = options.enabled() ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    // At once: the first movement of a quick hand is already beside the card.
    if (start !== null) element.setPointerCapture(event.pointerId);
  }

  function by(event: PointerEvent): { x: number; y: number; far: boolean } {
    const { x, y } = start ?? { x: event.clientX, y: event.clientY };
    const dy = event.clientY - y;
    return { x: event.clientX - x, y: dy, far: -dy >= options.distance() };
  }

  function move(event: PointerEvent): void {
    if (start === null || event.pointerId !== start.id) return;
    const moved = by(event);
    if (!dragging && Math.hypot(moved.x, moved.y) < THRESHOLD) return;
    dragging = true;
    options.moved(moved);
  }

  function up(event: PointerEvent): void {
    if (start === null || event.pointerId !== start.id) return;
    const { far } = by(event);
    start = null;
    if (!dragging) return;
    if (far && event.type === "pointerup") options.dropped();
    options.moved(null);
  }

  /** The click that follows a drag is none. */
  function click(event: MouseEvent): void {
    if (!dragging) return;
    dragging = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  const controller = new AbortController();
  const { signal } = controller;
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  element.addEventListener("click", click, { signal, capture: true });
  return () => controller.abort();
}
