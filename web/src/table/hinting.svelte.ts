/** A hint of the computer: asked for, awaited, here, or why there is none. */

import type { Action, Card, Fault, Hint, NoHint, Update } from "../lib/wire";

/** So long after a hint was asked for or has come, a second tap is a slip or impatience. */
const SLIP_MS = 500;

export class Hinting {
  /** What the computer would do, until anything else is done. */
  here = $state.raw<Hint | null>(null);
  /** It was asked for and has not come yet. */
  isAwaited = $state(false);
  /** Why there is none this time. */
  refusal = $state.raw<Fault | null>(null);
  #changedAt = -Infinity;

  /** Ask, unless that is under way; `send` tells whether it could be sent. */
  ask(send: () => boolean): void {
    if (this.isAwaited) return;
    this.clear();
    this.isAwaited = send();
    this.#changedAt = performance.now();
  }

  /** Put it away by the button that asks for it, unless that was pressed twice at once. */
  pressAgain(): void {
    if (performance.now() - this.#changedAt >= SLIP_MS) this.clear();
  }

  /** Take the answer; one that nobody waits for any more is of the past. */
  take(message: Hint | NoHint): void {
    if (!this.isAwaited) return;
    this.isAwaited = false;
    this.#changedAt = performance.now();
    if (message.type === "hint") this.here = message;
    else this.refusal = message.error;
  }

  /** The table has moved on: while one buries as advised, the other cards stay marked. */
  moveOn(update: Update): void {
    const hint = this.here;
    this.clear();
    const [event] = update.events;
    if (hint === null || event?.seat !== update.view.you || event.action.do !== "bury") return;
    const rest = without(hint.actions, event.action);
    if (rest !== null && rest.length > 0) this.here = { ...hint, actions: rest };
  }

  clear(): void {
    this.here = this.refusal = null;
    this.isAwaited = false;
  }
}

/** Return actions without one that was done; null if it is none of them. */
function without(actions: readonly Action[], done: Action): Action[] | null {
  const at = actions.findIndex((action) => cardOf(action) === cardOf(done));
  return at < 0 ? null : actions.filter((_, i) => i !== at);
}

/** Return the card of the own hand that an action moves; null if it moves none. */
export function cardOf(action: Action): Card | null {
  const moves = action.do === "play" || action.do === "bury" || action.do === "give";
  return moves ? action.card : null;
}

/** The cards of the own hand that a hint points at. */
export function pointedAt(hint: Hint | null): Card[] {
  return (hint?.actions ?? []).map(cardOf).filter((card) => card !== null);
}
