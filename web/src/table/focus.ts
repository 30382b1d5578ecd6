/** Where the focus goes at the table when what had it is gone. */

let byKeys = false;

/** Whether the last thing that was used is the keyboard. */
export function usesKeys(): boolean {
  return byKeys;
}

/** Notice what is used, on every page: the keys may have led here; returns the undoing. */
export function watchInput(): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  addEventListener("keydown", () => (byKeys = true), options);
  addEventListener("pointerdown", () => (byKeys = false), options);
  return () => controller.abort();
}

/** Whether letters that are typed now go into a field, or to a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const fields = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea, dialog";
  return target.closest(fields) !== null;
}

/**
 * Return the button of the panels to go on with: the likeliest one, else the first.
 *
 * Never one of those that stand apart, such as giving the deal up.
 */
export function firstButton(panels: Element): HTMLElement | null {
  const usable = "button:not(:disabled)";
  const buttons = [...panels.querySelectorAll<HTMLElement>(usable)].filter(
    (button) => button.closest(".apart") === null,
  );
  return buttons.find((button) => button.classList.contains("main")) ?? buttons[0] ?? null;
}
