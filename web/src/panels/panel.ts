import type { Action, Choice, TableView } from "../lib/wire";

/** What every panel gets: the view, its choice of `view.choices`, and how to act. */
export interface PanelProps<C extends Choice = Choice> {
  view: TableView;
  choice: C;
  act: (action: Action) => void;
  /** An action is on its way: nothing can be chosen. */
  busy: boolean;
}

/** The choice with this tag. */
export type ChoiceOf<Tag extends Choice["choice"]> = Extract<Choice, { choice: Tag }>;
