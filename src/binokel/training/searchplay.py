"""Samples by a searching player at a small budget: what its declarers' cards really bring."""

from random import Random
from typing import NamedTuple

import numpy as np

from binokel.cards.card import Card
from binokel.cards.hand import pack
from binokel.engine.state import DealState
from binokel.kernel.cards import deal_masks
from binokel.players.base import Budget
from binokel.players.model.features import place_of
from binokel.players.registry import find_player
from binokel.players.table import play_deal
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.training import EACH
from binokel.training.samples import POWERS, Samples, copies, joined


class Piece(NamedTuple):
    """Some deals of a rule set by a player at every seat, with so many nodes a decision."""

    rules: str
    table: int
    player: str
    nodes: int
    seed: int
    number: int

    @property
    def name(self) -> str:
        """Return what its file is called."""
        return f"{self.rules}-{self.number}"


def pieces_of(
    rule_sets: list[str], player: str, nodes: int, seed: int, n_deals: int
) -> list[Piece]:
    """Return pieces that together have at least so many deals, all rule sets in turn."""
    rounds = -(-n_deals // (EACH * len(rule_sets)))
    return [
        Piece(rules, table, player, nodes, seed, number)
        for number in range(rounds)
        for table, rules in enumerate(rule_sets)
    ]


def play(piece: Piece) -> Samples:
    """Return the samples of a piece: of ordinary deals that were played."""
    rules = find_ruleset(piece.rules)
    players = [find_player(piece.player)] * rules.n_seats
    found = [Samples.empty()]
    for number in range(piece.number * EACH, (piece.number + 1) * EACH):
        rng = Random(f"{piece.seed} {piece.rules} {number}")
        deal = play_deal(
            rules,
            players,
            rng,
            dealer=number % rules.n_seats,
            budget=Budget(nodes=piece.nodes),
        )
        if deal.score is not None and deal.tricks and deal.contract is Contract.TRUMP:
            found.append(sample_of(rules, deal, piece.table))
    return joined(found)


def sample_of(rules: RuleSet, deal: DealState, table: int) -> Samples:
    """Return the one sample of a deal that was played to its end."""
    declarer, trump = deal.declarer, deal.trump
    assert declarer is not None
    assert trump is not None
    kept = pack(_played(rules, deal, declarer))
    masks = np.array(deal_masks((kept, deal.buried))[0], np.int64)
    turned = (trump.index + np.arange(4)) % 4
    held, gone = copies(masks)[:, turned]
    return Samples(
        columns=(held @ POWERS)[None].astype(np.int16),
        gone=np.concatenate([gone[0], gone[1:].sum(axis=0)])[None].astype(np.uint8),
        place=np.array([place_of(rules, deal.dealer, declarer)], np.uint8),
        table=np.array([table], np.uint8),
        points=np.array([_points(rules, deal, rules.side_of[declarer])], np.int16),
    )


def _played(rules: RuleSet, deal: DealState, seat: int) -> list[Card]:
    return [trick.cards[(seat - trick.leader) % rules.n_seats] for trick in deal.tricks]


def _points(rules: RuleSet, deal: DealState, side: int) -> int:
    """Return the points of a side in tricks with their bonuses, -1 without a trick."""
    won = [trick for trick in deal.tricks if rules.side_of[trick.winner] == side]
    if not won:
        return -1
    points = sum(rules.card_points[card.index] for trick in won for card in trick.cards)
    points += rules.play.last_trick * (won[-1] is deal.tricks[-1])
    return points + rules.play.first_trick * (won[0] is deal.tricks[0])
