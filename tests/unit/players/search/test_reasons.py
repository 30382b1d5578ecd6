"""Reasons name what the seat knows of the others, and have a text in every language."""

from random import Random

from binokel.cards.card import CARDS, SUITS
from binokel.engine.choices import Cards
from binokel.engine.match import Match
from binokel.engine.state import shuffled
from binokel.kernel.worlds import Worlds, facts_of
from binokel.kernel.worlds.places import Place
from binokel.locales import LANGUAGES, text
from binokel.players.base import Budget, Fact
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.search import SearchPlayer
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract

KNOWN = ("void", "nothing_higher", "shown_higher")


def test_what_is_told_of_the_others_is_true_in_every_world_and_can_be_told() -> None:
    seen: dict[str, int] = {}
    for name in ("stammtisch", "kreuzbinokel"):
        rules = find_ruleset(name)
        player = SearchPlayer("search")
        for seed in range(4):
            rng = Random(f"reasons {seed}")
            match = Match(rules, [str(seat) for seat in range(rules.n_seats)], seed % rules.n_seats)
            match.apply(shuffled(rules, rng))
            while not match.deal.is_over:
                assert match.to_act is not None
                view = match.observe(match.to_act)
                choice = view.deal.choices[0]
                trump = view.deal.contract is Contract.TRUMP
                if isinstance(choice, Cards) and len(choice.cards) > 1 and trump:
                    facts = player.decide(view, rng, Budget(nodes=2000)).facts
                    assert len(facts) <= 6
                    worlds = Worlds(facts_of(view.deal, rules))
                    for fact in facts:
                        assert all(
                            text(f"fact.{fact.code}", one, **fact.values) for one in LANGUAGES
                        )
                        if fact.code in KNOWN:
                            seen[fact.code] = seen.get(fact.code, 0) + 1
                            assert is_true(fact, worlds, rules.n_seats, view.deal.seat)
                match.apply(HeuristicPlayer().decide(view, rng, Budget(nodes=4)).action)
    assert set(seen) == set(KNOWN)


def is_true(fact: Fact, worlds: Worlds, n_seats: int, me: int | None) -> bool:
    """Tell whether a fact holds in every world, by the chances of each card's place."""
    if fact.code == "void":
        place = Place("hand", int(fact.values["seat"]))
        suit = next(suit for suit in SUITS if suit.letter == fact.values["suit"])
        return all(not worlds.expected(card, place) for card in CARDS if card.suit is suit)
    card = next(card for card in CARDS if str(card) == fact.values["card"])
    if fact.code == "shown_higher":
        return worlds.probability(card, Place("hand", int(fact.values["seat"])), 0) == 0
    above = [one for one in CARDS if one.suit is card.suit and one.index < card.index]
    others = [Place("hand", seat) for seat in range(n_seats) if seat != me]
    return not any(worlds.expected(one, place) for one in above for place in others)
