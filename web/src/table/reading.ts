/** What the keys read out: hand, trick, melds, score and last trick in sentences. */

import { t } from "../lib/i18n.svelte";
import type { ShownTrick } from "../lib/stage.svelte";
import type { Card, TableView } from "../lib/wire";
import { cardName } from "../lib/words.svelte";
import { seatAt } from "../ui/seats";

const names = (cards: readonly Card[]) => cards.map(cardName).join(", ");

function who(view: TableView, seat: number): string {
  const name = view.seats[seat]?.name ?? "";
  return seat === view.you ? t("web.seat.you", { name }) : name;
}

function byPlayer(view: TableView, leader: number, cards: readonly Card[]): string {
  return cards
    .map((card, i) => `${who(view, seatAt(leader, i, view.seats.length))} ${cardName(card)}`)
    .join(", ");
}

export function readHand(view: TableView, playable: readonly Card[]): string {
  if (view.hand.length === 0) return t("web.read.hand_none");
  const hand = t("web.read.hand", { cards: names(view.hand) });
  if (playable.length === 0) return hand;
  return `${hand} ${t("web.read.playable", { cards: names(playable) })}`;
}

export function readTrick(view: TableView, trick: ShownTrick): string {
  const n = trick.index + 1;
  if (trick.cards.length === 0) return t("web.read.trick_none", { n });
  const cards = byPlayer(view, trick.leader, trick.cards);
  const lying = t("web.read.trick", { n, cards });
  if (trick.winner === null) return lying;
  return `${lying} ${t("web.read.winning", { name: who(view, trick.winner) })}`;
}

export function readMelds(view: TableView): string {
  const lines = view.seats.flatMap((state, seat) =>
    state.melds !== null && state.melds.length > 0
      ? [
          t("web.read.melds", {
            name: who(view, seat),
            points: state.meld_points,
            melds: state.melds.map(({ text, meld }) => `${text} ${meld.points}`).join(", "),
          }),
        ]
      : [],
  );
  return lines.length > 0 ? lines.join(" ") : t("web.read.melds_none");
}

export function readScore({ match, contract }: TableView): string {
  const scores = match.side_names.map((name, side) => `${name} ${match.totals[side] ?? 0}`);
  const score = t("web.read.score", { scores: scores.join(", ") });
  return [t("web.table.deal", { n: match.number }), match.goal, contract.text, score]
    .filter((text) => text !== "")
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(" ");
}

export function readLast(view: TableView): string {
  const last = view.tricks.at(-1);
  if (last === undefined) return t("web.read.last_none");
  const cards = byPlayer(view, last.leader, last.cards);
  const name = who(view, last.winner);
  return t("web.read.last", { cards, name, points: last.points });
}
