/** The shapes of the table, by the size of the window measured in the size of its text. */

/**
 * `tiny`: very large text on a phone; `narrow`: a phone; `across`: a phone held across;
 * `middling`: a tablet; `wide`: a screen.
 */
export type TableShape = "tiny" | "narrow" | "across" | "middling" | "wide";

const REM = 16;
const TINY = 17;
const NARROW = 45;
const WIDE = 64;
/** Lower than this, and wider than that, a table is a phone held across. */
const LOW = 30;
const ACROSS = 36;

/** Return the shape for a window (CSS pixels) and a text size (per cent). */
export function tableShape(width: number, height: number, textSize: number): TableShape {
  const rem = (REM * textSize) / 100;
  const [columns, rows] = [width / rem, height / rem];
  if (rows < LOW && columns >= ACROSS) return "across";
  if (columns < TINY) return "tiny";
  if (columns < NARROW) return "narrow";
  return columns < WIDE ? "middling" : "wide";
}
