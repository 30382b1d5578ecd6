import type { Meld } from "../lib/wire";

/** The points of melds together. */
export function sum(melds: readonly Meld[]): number {
  return melds.reduce((total, meld) => total + meld.points, 0);
}

/** How many buried sevens are announced: no more than there are sevens among the melds. */
export function buriedDix(melds: readonly Meld[], buried: number): number {
  return Math.min(buried, melds.filter((meld) => meld.kind === "dix").length);
}
