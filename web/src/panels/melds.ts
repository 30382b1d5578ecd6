import type { Meld, ShownMeld, TableView } from "../lib/wire";

/** The same kind of meld of the same cards. */
export function same(one: Meld, other: Meld): boolean {
  return one.kind === other.kind && one.cards.join() === other.cards.join();
}

/** A meld with the server's name for it; every name that is in the view is looked through. */
export function shown(view: TableView, meld: Meld): ShownMeld {
  const rows = view.meld_help.filter((row) => row.trump === view.contract.trump);
  const found = [...rows, ...view.meld_help]
    .flatMap((row) => row.melds)
    .find((one) => same(one.meld, meld));
  return { text: found?.text ?? "", meld };
}

/** The points of melds together. */
export function sum(melds: readonly Meld[]): number {
  return melds.reduce((total, meld) => total + meld.points, 0);
}

/** How many buried sevens are announced: no more than there are sevens among the melds. */
export function buriedDix(melds: readonly Meld[], buried: number): number {
  return Math.min(buried, melds.filter((meld) => meld.kind === "dix").length);
}
