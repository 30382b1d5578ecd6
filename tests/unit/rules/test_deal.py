"""The deck that deals given piles is the inverse of dealing."""

from random import Random

import pytest

from binokel.cards.card import Card
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.deal import DABB, deal_cards, packets, stacked


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("knocked", [False, True])
def test_a_deck_stacked_from_what_was_dealt_is_the_deck(name: str, knocked: bool) -> None:
    rules = find_ruleset(name)
    order = list(rules.cards)
    Random(f"{name} {knocked}").shuffle(order)
    piles: dict[int, list[Card]] = {seat: [] for seat in (*range(rules.n_seats), DABB)}
    top = 0
    for seat, n in packets(rules, 1, knocked):
        piles[seat] += order[top : top + n]
        top += n
    deck = stacked(rules, piles, 1, knocked)
    assert deck == tuple(order[:top])
    rest = order[top:]
    assert deal_cards(rules, [*deck, *rest], 1, knocked) == deal_cards(rules, order, 1, knocked)
