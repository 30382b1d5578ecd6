/** Which dialog is open: one at a time, and a question may lie above it. */

/** `match` is the list of deals and the end of the match; `rules` the sheet of this table. */
export type DialogName =
  | "account"
  | "glossary"
  | "help"
  | "hint"
  | "last-trick"
  | "match"
  | "melds"
  | "rules"
  | "settings";

export interface Question {
  text: string;
  /** What the button says that does it. */
  yes: string;
  answer: (yes: boolean) => void;
}

let current = $state<DialogName | null>(null);
let question = $state.raw<Question | null>(null);

export const dialogs = {
  /** The open dialog. */
  get current(): DialogName | null {
    return current;
  },
  /** The question that waits for its answer. */
  get question(): Question | null {
    return question;
  },
  open(name: DialogName): void {
    current = name;
  },
  close(): void {
    current = null;
  },
  /** The page is left by the back key: no dialog goes along, and no question is answered. */
  leave(): void {
    current = null;
    question?.answer(false);
  },
};

/** Ask whether something is really meant; `yes` is what the button says that does it. */
export function confirmed(text: string, yes: string): Promise<boolean> {
  question?.answer(false);
  return new Promise((resolve) => {
    const answer = (said: boolean): void => {
      question = null;
      resolve(said);
    };
    question = { text, yes, answer };
  });
}
