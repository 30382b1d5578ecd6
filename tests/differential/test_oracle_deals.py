"""Whole matches through the engine, told along by the oracle: every turn, score and end.

Random legal play by the engine; at each step the oracle says on its own who is to act and
what he is offered.
"""

from random import Random
from typing import Any

from binokel.engine import actions as do
from binokel.engine import choices as offer
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.rules.ruleset import RuleSet
from binokel.testing.random_play import random_action, random_style
from tests.differential.oracle_cases import cases, plain_meld, shipped, varied
from tests.oracle import matches, story
from tests.oracle.cards import Cards
from tests.oracle.table import Deal, outcome

SECTIONS = (
    "bidding",
    "contracts",
    "dabb",
    "deal",
    "match",
    "melds",
    "penalties",
    "play",
    "scoring",
)


def plain(cards: Any) -> Cards:
    return [card.value for card in cards]


def offers_of(state: DealState) -> dict[str, Any]:
    """Return what the engine offers, in the words of the oracle."""
    found: dict[str, Any] = {}
    for choice in state.choices():
        found.update(offered(state, choice))
    return found


def offered(state: DealState, choice: offer.Choice) -> dict[str, Any]:
    match choice:
        case offer.Chance():
            return {"chance": True}
        case offer.Cuts(maximum, may_knock, may_leave):
            return {"cut": (maximum, may_knock, may_leave)}
        case offer.Bids(minimum, _, _, may_pass):
            return {"bids": (minimum, may_pass)}
        case offer.Melds() if state.phase is Phase.WINDOW:
            return {"window": gain_of(state, choice)}
        case offer.Melds(best):
            return {"melds": (sum(meld.points for meld in best), len(best))}
        case offer.Signs(seats, n_tricks, claimed):
            return {"signs": (list(seats), n_tricks, sorted(claimed))}
        case offer.Exchange(card):
            return {"exchange": card.value}
    return offered_cards(choice)


def offered_cards(choice: offer.Choice) -> dict[str, Any]:
    match choice:
        case offer.Dabb():
            return {"dabb": True}
        case offer.Trumps(suits, contracts):
            named = {(c.contract.value, c.is_open, c.from_hand, c.value) for c in contracts}
            return {"trumps": plain(suits), "contracts": named}
        case offer.Bury(_, cards, buried, may_finish):
            return {"bury": (plain(cards), plain(buried), may_finish)}
        case offer.Calls(cards):
            return {"calls": plain(cards)}
        case offer.Gives(cards):
            return {"gives": plain(cards)}
        case offer.Concedes(suits):
            return {"concedes": plain(suits)}
        case offer.Cards(cards):
            return {"cards": plain(cards)}
    raise AssertionError(choice)


def gain_of(state: DealState, choice: offer.Melds) -> int:
    """Return what the best melds of a window add."""
    seat = state.to_act
    assert seat is not None
    after = state.apply(do.DeclareMelds(choice.best))
    totals = [sum(meld.points for meld in s.melds[seat] or ()) for s in (after, state)]
    return totals[0] - totals[1]


def done_of(action: do.Action) -> story.Done:
    """Return an action in the words of the oracle."""
    match action:
        case do.Shuffle(order):
            return ("shuffle", plain(order))
        case do.DeclareMelds(melds, buried_dix):
            return ("meld", [plain_meld(meld) for meld in melds], buried_dix)
        case do.NameContract(contract, is_open, from_hand, suit):
            return ("contract", contract.value, is_open, from_hand, suit and suit.value)
        case do.BuryCard(card) | do.TakeBack(card) | do.GiveCard(card):
            assert card is not None
            return (action.__struct_config__.tag, card.value)
    fields = [getattr(action, name) for name in action.__struct_fields__]
    return (action.__struct_config__.tag, *[getattr(value, "value", value) for value in fields])


def next_dealer(rules: RuleSet, deal: Deal | None, first: int) -> int:
    """Return who deals now. Source: rules.md [dealer-rotation], [redeal-dealer]."""
    if deal is None:
        return first
    same = deal.redealt and rules.bidding.nobody == "redeal"
    return deal.dealer if same else (deal.dealer + 1) % rules.table.seats


def follow_deal(where: str, match: Match, deal: Deal, rng: Random) -> None:
    """Play one deal at random and compare every turn."""
    style = random_style(rng)
    telling = story.tell(deal)
    expected: story.Turn | None = next(telling)
    begun = False
    while expected is not None:
        state = match.deal if begun else None
        assert match.to_act == expected.seat, (where, match.deal.history)
        if state is not None:
            assert offers_of(state) == expected.offers, (where, match.deal.history[1:])
        begun = True
        fresh = DealState(rules=match.rules, dealer=deal.dealer)
        action = random_action(state or fresh, rng, style)
        match.apply(action)
        try:
            expected = telling.send(done_of(action))
        except StopIteration:
            expected = None
    assert match.deal.is_over, (where, match.deal.history)


def follow_match(label: str, rules: RuleSet, rng: Random, most_deals: int) -> None:
    where = f"{label} {rules}"
    first = rng.randrange(rules.table.seats)
    match = Match(rules, [f"seat {i}" for i in range(rules.table.seats)], first)
    results: list[matches.Result] = []
    deal: Deal | None = None
    for _ in range(most_deals):
        deal = Deal(rules, next_dealer(rules, deal, first))
        follow_deal(where, match, deal, rng)
        assert match.deal.dealer == deal.dealer, where
        if not deal.redealt:
            results.append(result_of(where, match, deal))
        winners = matches.winners(rules, results)
        assert list(match.standing.totals) == matches.totals(rules, results), where
        assert list(match.standing.winners) == (winners or []), where
        assert (match.to_act is None) == (winners is not None), where
        if winners is not None:
            break


def result_of(where: str, match: Match, deal: Deal) -> matches.Result:
    """Compare the score of a deal and return its result."""
    found, expected = match.deal.score, outcome(deal)
    assert found is not None, where
    assert list(found.scores) == expected.scores, (where, match.deal.history, found.lines)
    assert found.made == expected.made, (where, match.deal.history)
    declarer = deal.declarer if deal.declarer >= 0 else None
    return matches.Result(expected.scores, declarer, expected.made, list(found.exact))


def test_matches_of_varied_sets_are_told_by_the_oracle_turn_by_turn() -> None:
    for label, rng in cases("deals-varied", 250):
        follow_match(label, varied(rng, *SECTIONS), rng, most_deals=2)


def test_matches_of_shipped_sets_are_told_by_the_oracle_turn_by_turn() -> None:
    for label, rng in cases("deals-shipped", 60):
        follow_match(label, shipped(rng), rng, most_deals=3)
