/** What was chosen for the last match, kept in this browser. */

export interface Remembered {
  rules: string | null;
  name: string;
  player: string | null;
  hints: boolean;
}

const KEY = "binokel.last";
const NOTHING: Remembered = { rules: null, name: "", player: null, hints: true };

/** Read what was kept; whatever is missing or broken counts as not chosen yet. */
export function parse(stored: string | null): Remembered {
  let found: unknown = null;
  try {
    found = JSON.parse(stored ?? "null");
  } catch {
    return NOTHING; // not ours to repair: the next match writes it anew
  }
  if (typeof found !== "object" || found === null) return NOTHING;
  const { rules, name, player, hints } = found as Record<string, unknown>;
  return {
    rules: typeof rules === "string" ? rules : null,
    name: typeof name === "string" ? name : "",
    player: typeof player === "string" ? player : null,
    hints: hints !== false,
  };
}

export function remembered(): Remembered {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return NOTHING; // a browser that keeps nothing
  }
}

export function remember(choice: Remembered): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing: next time it is chosen anew.
  }
}
