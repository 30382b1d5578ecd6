"""What a player forgets: low cards of old tricks first, and who was void in them."""

from random import Random

from binokel.cards.card import Card, Suit
from binokel.cards.hand import pack, size
from binokel.engine.match import Match
from binokel.engine.state import shuffled
from binokel.players.base import Budget
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.knowledge import Knowledge
from binokel.players.heuristic.memory import PERFECT, Memory
from binokel.players.levels import BEGINNER, PRACTISED, beginner, practised
from binokel.rules.catalog import find_ruleset
from binokel.testing.builders import deal_with, rules_with
from tests.unit.players.seats import view_of

STRONG = "EA EA EZ EK EO EU SA SA HA HA BA SU"


def late_match(seed: int) -> Match:
    """Return a match in whose deal eight tricks have been played."""
    rules = find_ruleset("stammtisch")
    rng = Random(seed)
    match, player = Match(rules, ["1", "2", "3"], 0), HeuristicPlayer()
    match.apply(shuffled(rules, rng))
    while len(match.deal.tricks) < 8 and not match.deal.is_over:
        assert match.to_act is not None
        match.apply(player.decide(match.observe(match.to_act), rng, Budget(nodes=4)).action)
    return match


def test_the_last_tricks_are_remembered_whole_and_of_older_ones_what_stands_out() -> None:
    assert PRACTISED.keeps(Card.SU, Suit.H, 3)
    assert not PRACTISED.keeps(Card.SU, Suit.H, 4)
    assert PRACTISED.keeps(Card.SA, Suit.H, 9)
    assert PRACTISED.keeps(Card.HU, Suit.H, 9)
    assert not BEGINNER.keeps(Card.HU, Suit.H, 1)
    assert BEGINNER.keeps(Card.HU, Suit.H, 0)
    assert PERFECT.keeps(Card.SU, None, 11)


def test_forgotten_cards_may_be_anywhere_again_but_not_what_the_seat_played_itself() -> None:
    seen = 0
    for seed in range(6):
        match = late_match(seed)
        if match.deal.is_over or match.to_act is None:
            continue
        seen += 1
        view = match.observe(match.to_act)
        whole, dim = Knowledge(view), Knowledge(view, Memory(tricks=0, trumps=False))
        others = [
            card
            for trick in match.deal.tricks
            for place, card in enumerate(trick.cards)
            if (trick.leader + place) % 3 != whole.seat
        ]
        assert size(dim.unseen) - size(whole.unseen) == len(others) == 16
        assert dim.unseen - whole.unseen == pack(others)
        assert not any(dim.excluded) or match.deal.trick
    assert seen >= 3


def test_a_short_memory_decides_as_a_perfect_one_in_the_first_trick() -> None:
    state = deal_with(rules_with("stammtisch"), STRONG)
    view = view_of(state)
    forgetful = HeuristicPlayer(memory=BEGINNER)
    budget = Budget(nodes=8)
    assert forgetful.decide(view, Random(1), budget) == HeuristicPlayer().decide(
        view, Random(1), budget
    )


def test_a_hand_is_always_misjudged_alike_and_the_chance_told_is_believed() -> None:
    view = view_of(deal_with(rules_with("stammtisch"), STRONG))
    wrong = HeuristicPlayer(misjudge=60.0)
    one, other = (wrong.decide(view, Random(1), Budget(nodes=8)) for _ in range(2))
    assert one == other
    right = HeuristicPlayer().decide(view, Random(1), Budget(nodes=8))
    assert one.alternatives[0].value != right.alternatives[0].value


def test_levels_have_names_of_their_own() -> None:
    assert (beginner().name, practised().name, HeuristicPlayer().name) == (
        "anfaenger",
        "geuebt",
        "heuristic",
    )
