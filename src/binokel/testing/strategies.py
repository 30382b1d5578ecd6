"""Hypothesis strategies: cards, hands, rule sets, and deals and matches played up to a point.

Rule sets, deals and matches follow from a drawn number, so that a failing example is repeated
by that number; it is not made simpler than the number makes it.
"""

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from binokel.cards.card import CARDS, RANKS, SUITS, Card, Rank, Suit
from binokel.cards.deck import deck
from binokel.cards.hand import Hand
from binokel.engine.match import Match, new_match
from binokel.engine.state import DealState, new_deal
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.testing.random_play import random_action, random_style
from binokel.testing.random_rules import random_ruleset

_SEEDS = st.integers(0, 2**32 - 1)


def cards(sevens: bool = True) -> st.SearchStrategy[Card]:
    """Return any kind of card, without sevens one of the 20."""
    return st.sampled_from(CARDS if sevens else tuple(dict.fromkeys(deck(sevens=False))))


def suits() -> st.SearchStrategy[Suit]:
    """Return any suit."""
    return st.sampled_from(SUITS)


def ranks() -> st.SearchStrategy[Rank]:
    """Return any rank."""
    return st.sampled_from(RANKS)


def hands(
    min_size: int = 0, max_size: int | None = None, *, sevens: bool = True
) -> st.SearchStrategy[Hand]:
    """Return any hand out of one deck, by default from none to all of its cards."""
    whole = deck(sevens)
    most = len(whole) if max_size is None else max_size
    chosen = st.lists(st.integers(0, len(whole) - 1), min_size=min_size, max_size=most, unique=True)
    return chosen.map(lambda places: Hand(whole[place] for place in places))


def orders(rules: RuleSet) -> st.SearchStrategy[tuple[Card, ...]]:
    """Return any order of a rule set's deck."""
    return st.permutations(rules.cards).map(tuple)


def shipped_rulesets() -> st.SearchStrategy[RuleSet]:
    """Return any shipped rule set."""
    return st.sampled_from(names()).map(find_ruleset)


def random_rulesets() -> st.SearchStrategy[RuleSet]:
    """Return any valid rule set at all."""
    return _SEEDS.map(lambda seed: random_ruleset(Random(seed), f"random-{seed}"))


def rulesets(wanted: Callable[[RuleSet], bool] = lambda _: True) -> st.SearchStrategy[RuleSet]:
    """Return shipped and random rule sets that have what is wanted."""
    return st.one_of(shipped_rulesets(), random_rulesets()).filter(wanted)


@st.composite
def deals(
    draw: st.DrawFn,
    rules: st.SearchStrategy[RuleSet] | None = None,
    wanted: Callable[[DealState], bool] = lambda _: True,
) -> DealState:
    """Return a deal of a random rule set at a random point where `wanted` holds.

    All states of one random deal are candidates; a deal without a wanted one is rejected.
    """
    rule_set = draw(rulesets() if rules is None else rules)
    rng = Random(draw(_SEEDS))
    found = [state for state in random_states(rule_set, rng) if wanted(state)]
    return draw(st.sampled_from(found)) if found else draw(st.nothing())


def random_states(rules: RuleSet, rng: Random) -> list[DealState]:
    """Return all states of one random deal, from before the shuffle to its end."""
    style = random_style(rng)
    states = [new_deal(rules, rng.randrange(rules.n_seats))]
    while not states[-1].is_over:
        states.append(states[-1].apply(random_action(states[-1], rng, style)))
    return states


@st.composite
def matches(
    draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None, most_steps: int = 200
) -> Match:
    """Return a match of a random rule set after a random number of steps."""
    rule_set = draw(rulesets() if rules is None else rules)
    rng = Random(draw(_SEEDS))
    style = random_style(rng)
    match = new_match(rule_set, [f"Seat {seat}" for seat in range(rule_set.n_seats)], rng)
    for _ in range(draw(st.integers(0, most_steps))):
        if match.to_act is None:
            break
        if match.deal.is_over:
            match.apply(random_action(new_deal(rule_set, 0), rng, style))
        else:
            match.apply(random_action(match.deal, rng, style))
    return match
