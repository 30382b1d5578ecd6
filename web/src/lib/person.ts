/** The secret by which the tables of this person are found again; this browser keeps it. */

const KEY = "binokel.person";
const SHAPE = /^[\w-]{16,200}$/;

let kept: string | null = null;

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Take the secret that `run.py play` gives in the address, and clear it from there. */
function fromAddress(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get("person");
  if (given === null) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return SHAPE.test(given) ? given : null;
}

function fromBrowser(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing: the person is known for this visit
  }
}

/** Return the person's secret, made at the first call where there is none. */
export function person(): string {
  if (kept !== null) return kept;
  const before = fromBrowser();
  kept = fromAddress() ?? (before !== null && SHAPE.test(before) ? before : fresh());
  try {
    localStorage.setItem(KEY, kept);
  } catch {
    // Known for this visit.
  }
  return kept;
}
