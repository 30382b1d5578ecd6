/** Whether one is asked something, as the view has it. */

import type { Action, TableView } from "./wire";

/** Return the only move there is where nothing is to be chosen: with a stock, to meld nothing. */
export function onlyMove(view: TableView): Action | null {
  const [choice, ...others] = view.choices;
  if (view.phase !== "window" || choice?.choice !== "melds" || others.length > 0) return null;
  return choice.best.length === 0 ? { do: "meld", melds: [], buried_dix: 0 } : null;
}

/** Whether it is one's turn, and there is something to choose. */
export function isAsked(view: TableView): boolean {
  return view.to_act === view.you && onlyMove(view) === null;
}
