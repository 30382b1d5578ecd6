import { confirmed } from "../dialogs/open.svelte";
import type { Action, Option, TableView } from "../lib/wire";

function canonical(action: Action): string {
  return JSON.stringify(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The server's words for an action, if it gives any. */
export function optionFor(view: TableView, action: Action): Option | null {
  const wanted = canonical(action);
  return view.options.find((option) => canonical(option.action) === wanted) ?? null;
}

/** The options of one kind, in the server's order. */
export function optionsOf<Do extends Action["do"]>(
  view: TableView,
  kind: Do,
): (Option & { action: Extract<Action, { do: Do }> })[] {
  return view.options.filter(
    (option): option is Option & { action: Extract<Action, { do: Do }> } =>
      option.action.do === kind,
  );
}

/** Act, after the server's question where it has one; `yes` is what the button says. */
export async function ask(
  option: Option,
  act: (action: Action) => void,
  yes: string,
): Promise<void> {
  if (option.ask !== null && !(await confirmed(option.ask, yes))) return;
  act(option.action);
}
