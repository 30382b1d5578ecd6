"""Impossible combinations: what a rule set may say key by key, but not altogether.

Every check yields the problems of one concern. What only lies idle (burying rules without a
Dabb, a partner exemption without partners) is no problem: a set may be extended by another.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Any

import msgspec

from binokel.rules.keys import section_keys
from binokel.rules.problems import Problem, problem
from binokel.rules.ruleset import SECTIONS, RuleSet

Check = Callable[[RuleSet], Iterator[Problem]]

DUELS = ("duel", "kreuz", "duel-in-order")
CONTRACTS = ("durch", "durch_open", "durch_hand", "bettel")


class _NotKnown(Exception):
    """A check has come upon a value that is not known."""


class _Holes:
    """A section some of whose values are not known; reading one of these ends a check."""

    def __init__(self, section: object, unknown: Collection[str]) -> None:
        self._section = section
        self._unknown = unknown

    def __getattr__(self, name: str) -> Any:
        if name in self._unknown:
            raise _NotKnown
        return getattr(self._section, name)


def find_problems(rules: RuleSet, unknown: Collection[str] = ()) -> list[Problem]:
    """Return every combination of values that no game can follow.

    `unknown` are the paths of keys whose value in `rules` only stands in for one that is not
    known; what depends on them is not judged.
    """
    view = _with_holes(rules, unknown) if unknown else rules
    return [problem for check in CHECKS for problem in _judge(check, view)]


def _with_holes(rules: RuleSet, unknown: Collection[str]) -> RuleSet:
    holes: dict[str, Any] = {}
    for section in SECTIONS:
        names = {name for name in section_keys(section) if f"{section}.{name}" in unknown}
        holes[section] = _Holes(getattr(rules, section), names)
    return msgspec.structs.replace(rules, **holes)


def _judge(check: Check, rules: RuleSet) -> Iterator[Problem]:
    try:
        yield from check(rules)
    except _NotKnown:
        return


def _sides(rules: RuleSet) -> Iterator[Problem]:
    """Check who plays with whom. Source: rules.md [seat-numbers]."""
    seats, sides = rules.table.seats, rules.table.sides
    if sides == "opposite" and seats != 4:
        yield problem("table.sides", "opposite_seats", seats=seats)
    if sides == "alternate" and (seats < 4 or seats % 2):
        yield problem("table.sides", "alternate_seats", seats=seats)


def _cards(rules: RuleSet) -> Iterator[Problem]:
    """Check that all cards are dealt, and no more. Source: rules.md [hand-size-table]."""
    deal, seats = rules.deal, rules.table.seats
    there, dealt = len(rules.cards), seats * deal.hand + deal.dabb + deal.stock
    if dealt != there:
        yield problem(
            "deal.hand",
            "card_sum_stock" if deal.stock else "card_sum",
            seats=seats,
            hand=deal.hand,
            dabb=deal.dabb,
            stock=deal.stock,
            dealt=dealt,
            there=there,
        )


def _cut(rules: RuleSet) -> Iterator[Problem]:
    """Check that a card can be lifted. Source: rules.md [cut-size]."""
    rest, there = rules.deal.cut_rest, len(rules.cards)
    if rest >= there:
        yield problem("deal.cut_rest", "cut_rest", rest=rest, there=there)


def _hand_packets(rules: RuleSet) -> Iterator[Problem]:
    """Check the packets of the players. Source: rules.md [deal-patterns]."""
    yield from _packets(rules, "P", "pattern_hand", rules.deal.hand)


def _dabb_packets(rules: RuleSet) -> Iterator[Problem]:
    """Check the packets of the Dabb. Source: rules.md [deal-patterns]."""
    yield from _packets(rules, "D", "pattern_dabb", rules.deal.dabb)


def _packets(rules: RuleSet, letter: str, code: str, wanted: int) -> Iterator[Problem]:
    total = sum(int(packet[1:]) for packet in rules.deal.pattern if packet[0] == letter)
    if total != wanted:
        yield problem("deal.pattern", code, total=total, wanted=wanted)


def _pattern(rules: RuleSet) -> Iterator[Problem]:
    """Check the packets at both ends of the deal. Source: rules.md [dabb-first-last]."""
    pattern = rules.deal.pattern
    if pattern and pattern[0][0] == "D":
        yield problem("deal.pattern", "pattern_first")
    if pattern and pattern[-1][0] == "D":
        yield problem("deal.pattern", "pattern_last")


def _turned_up(rules: RuleSet) -> Iterator[Problem]:
    """Check that somebody names trump. Source: rules.md [two-player-trump]."""
    if not rules.deal.stock and rules.bidding.form == "none":
        yield problem("bidding.form", "none_without_stock")


def _stock(rules: RuleSet) -> Iterator[Problem]:
    """Check who can have a stock. Source: rules.md [two-player-size]."""
    if rules.deal.stock and rules.table.seats != 2:
        yield problem("deal.stock", "stock_seats", seats=rules.table.seats)


def _stock_or_dabb(rules: RuleSet) -> Iterator[Problem]:
    """Check that there is one of both at most. Source: rules.md [two-player-bid]."""
    if rules.deal.stock and rules.deal.dabb:
        yield problem("deal.stock", "stock_and_dabb")


def _excluded(section: str, name: str, off: object) -> Check:
    """Return the check of a key that must be off beside a stock."""

    def check(rules: RuleSet) -> Iterator[Problem]:
        if rules.deal.stock and getattr(getattr(rules, section), name) != off:
            yield problem(f"{section}.{name}", "not_with_stock")

    return check


def _stock_rundgang(rules: RuleSet) -> Iterator[Problem]:
    """Check that fours and pairs can be melded one by one.

    Source: rules.md [rundgang-modes].
    """
    if rules.deal.stock and rules.melds.rundgang != "sum":
        yield problem("melds.rundgang", "rundgang_with_stock", mode=rules.melds.rundgang)


def _kreuz(rules: RuleSet) -> Iterator[Problem]:
    """Check who can bid crosswise. Source: rules.md [auction-procedure]."""
    if rules.bidding.form == "kreuz" and (rules.table.seats != 4 or rules.n_sides != 2):
        yield problem("bidding.form", "kreuz")


def _holds(rules: RuleSet) -> Iterator[Problem]:
    """Check that forehand can hold silently. Source: rules.md [silent-forehand]."""
    if rules.bidding.opener == "holds" and rules.bidding.form not in DUELS:
        yield problem("bidding.opener", "holds", form=rules.bidding.form)


def _minimum(rules: RuleSet) -> Iterator[Problem]:
    """Check the lowest bid. Source: rules.md [bid-step]."""
    yield from _step(rules, "bidding.minimum", rules.bidding.minimum)


def _step(rules: RuleSet, path: str, value: int) -> Iterator[Problem]:
    if value % rules.bidding.step:
        yield problem(path, "off_step", value=value, step=rules.bidding.step)


def _maximum(rules: RuleSet) -> Iterator[Problem]:
    """Check the highest bid; that of the schema need not be met.

    Source: rules.md [max-bid].
    """
    maximum = rules.bidding.maximum
    if maximum != section_keys("bidding")["maximum"].default:
        yield from _step(rules, "bidding.maximum", maximum)


def _low_maximum(rules: RuleSet) -> Iterator[Problem]:
    """Check that there is a bid at all. Source: rules.md [max-bid]."""
    maximum, minimum = rules.bidding.maximum, rules.bidding.minimum
    if maximum < minimum:
        yield problem("bidding.maximum", "low_maximum", maximum=maximum, minimum=minimum)


def _forced(rules: RuleSet) -> Iterator[Problem]:
    """Check what a forced game is played for. Source: rules.md [forced-who]."""
    bidding = rules.bidding
    if bidding.opener == "holds":  # then it is the minimum
        return
    if bidding.forced_value is not None:
        yield from _step(rules, "bidding.forced_value", bidding.forced_value)
    elif bidding.nobody in ("forehand", "dealer") and bidding.form != "none":
        yield problem("bidding.forced_value", f"forced_{bidding.nobody}")


def _call_dabb(rules: RuleSet) -> Iterator[Problem]:
    """Check that there is a Dabb to call beside.

    Source: rules.md [rufen-default], [no-dabb].
    """
    call = rules.dabb.call
    if call != "off" and not rules.deal.dabb and not rules.deal.stock:
        yield problem("dabb.call", "call_without_dabb", call=call)


def _call_durch(rules: RuleSet) -> Iterator[Problem]:
    """Check that there is a Durch to call for. Source: rules.md [rufen-default]."""
    contracts = rules.contracts
    if rules.dabb.call == "durch" and contracts.durch is None and contracts.durch_open is None:
        yield problem("dabb.call", "call_without_durch")


def _call_bid(rules: RuleSet) -> Iterator[Problem]:
    """Check the bid after a call. Source: rules.md [rufen-400]."""
    if rules.dabb.call == "on":
        yield from _step(rules, "dabb.call_bid", rules.dabb.call_bid)


def _dix(rules: RuleSet) -> Iterator[Problem]:
    """Check that there is a Dix. Source: rules.md [deck-default]."""
    if not rules.deck.sevens and rules.melds.dix:
        yield problem("melds.dix", "no_sevens")


def _four_sevens(rules: RuleSet) -> Iterator[Problem]:
    """Check that there are four sevens. Source: rules.md [deck-default]."""
    if not rules.deck.sevens and rules.melds.fours.get("7"):
        yield problem("melds.fours.7", "no_sevens")


def _eight_sevens(rules: RuleSet) -> Iterator[Problem]:
    """Check that there are eight sevens. Source: rules.md [deck-default]."""
    if not rules.deck.sevens and rules.melds.eight and "7" in rules.melds.eight_ranks:
        yield problem("melds.eight_ranks", "no_eight_sevens")


def _match_end(rules: RuleSet) -> Iterator[Problem]:
    """Check that a match has one end. Source: rules.md [target], [match-by-deals]."""
    match = rules.match
    if match.target is not None and match.deals is not None:
        other = "deals" if match.ends == "target" else "target"
        yield problem(f"match.{other}", f"both_ends_{match.ends}")
    if match.ends == "target" and match.target is None:
        yield problem("match.target", "no_end", ends=match.ends)
    if match.ends == "deals" and match.deals is None:
        yield problem("match.deals", "no_end", ends=match.ends)


def _rounds(rules: RuleSet) -> Iterator[Problem]:
    """Check that rounds are equal. Source: rules.md [match-by-deals]."""
    match = rules.match
    if match.ends == "target" and match.rounds > 1:
        yield problem("match.rounds", "rounds_without_deals", rounds=match.rounds)
    if match.deals is not None and match.deals % match.rounds:
        yield problem("match.rounds", "unequal_rounds", deals=match.deals, rounds=match.rounds)


def _own_bid(rules: RuleSet) -> Iterator[Problem]:
    """Check that a match can end by an own won bid. Source: rules.md [own-won-bid]."""
    match = rules.match
    if match.only_by_won_bid and (match.ends != "target" or rules.bidding.form == "none"):
        yield problem("match.only_by_won_bid", "own_bid")


CHECKS: tuple[Check, ...] = (
    _sides,
    _cards,
    _cut,
    _hand_packets,
    _dabb_packets,
    _pattern,
    _turned_up,
    _stock,
    _stock_or_dabb,
    _excluded("dabb", "call", "off"),
    _excluded("dabb", "concede", "off"),
    *(_excluded("contracts", name, None) for name in CONTRACTS),
    _stock_rundgang,
    _kreuz,
    _holds,
    _minimum,
    _maximum,
    _low_maximum,
    _forced,
    _call_dabb,
    _call_durch,
    _call_bid,
    _dix,
    _four_sevens,
    _eight_sevens,
    _match_end,
    _rounds,
    _own_bid,
)
"""All checks, in the order of the sections; each is small, so that a problem hides few others."""
