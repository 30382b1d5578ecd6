import type { Meldable } from "../lib/wire";

/** The points of melds together. */
export function sum(rows: readonly Meldable[]): number {
  return rows.reduce((total, { meld }) => total + meld.points, 0);
}

/** How many buried sevens these melds take: the server says it of each. */
export function buriedDix(rows: readonly Meldable[]): number {
  return rows.reduce((total, row) => total + row.buried_dix, 0);
}
