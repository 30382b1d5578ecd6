"""Impossible combinations: what a rule set may say key by key, but not altogether.

Every check yields the problems of one concern. What only lies idle (burying rules without a
Dabb, a partner exemption without partners) is no problem: a set may be extended by another.
"""

from collections.abc import Callable, Iterator

from binokel.rules.problems import Problem
from binokel.rules.ruleset import RuleSet

Check = Callable[[RuleSet], Iterator[Problem]]

DUELS = ("duel", "kreuz", "duel-in-order")


def find_problems(rules: RuleSet) -> list[Problem]:
    """Return every combination of values that no game can follow."""
    return [problem for check in CHECKS for problem in check(rules)]


def _sides(rules: RuleSet) -> Iterator[Problem]:
    """Check who plays with whom. Source: rules.md [seat-numbers]."""
    seats, sides = rules.table.seats, rules.table.sides
    if sides == "opposite" and seats != 4:
        yield Problem("table.sides", f'"opposite" needs 4 seats, there are {seats}')
    if sides == "alternate" and (seats < 4 or seats % 2):
        yield Problem("table.sides", f'"alternate" needs 4 or 6 seats, there are {seats}')


def _cards(rules: RuleSet) -> Iterator[Problem]:
    """Check that all cards are dealt, and no more. Source: rules.md [hand-size-table]."""
    deal, seats = rules.deal, rules.table.seats
    there, dealt = len(rules.cards), seats * deal.hand + deal.dabb + deal.stock
    if dealt != there:
        stock = f" + {deal.stock} in the stock" if deal.stock else ""
        yield Problem(
            "deal.hand",
            f"{seats} seats x {deal.hand} + {deal.dabb} in the Dabb{stock} are {dealt} cards, "
            f"the deck has {there}",
        )
    if deal.cut_rest >= there:
        yield Problem("deal.cut_rest", f"{deal.cut_rest} cards cannot stay of {there} when cutting")


def _pattern(rules: RuleSet) -> Iterator[Problem]:
    """Check the packets of the deal. Source: rules.md [deal-patterns], [dabb-first-last]."""
    deal = rules.deal
    for letter, whose, wanted in (("P", "each hand", deal.hand), ("D", "the Dabb", deal.dabb)):
        total = sum(int(packet[1:]) for packet in deal.pattern if packet[0] == letter)
        if total != wanted:
            yield Problem(
                "deal.pattern", f"the packets give {whose} {total} cards instead of {wanted}"
            )
    if deal.pattern and deal.pattern[0][0] == "D":
        yield Problem("deal.pattern", "the first packet must not be the Dabb's")
    if deal.pattern and deal.pattern[-1][0] == "D":
        yield Problem("deal.pattern", "the last packet must not be the Dabb's")


def _stock(rules: RuleSet) -> Iterator[Problem]:
    """Check what a stock excludes. Source: rules.md [two-player-size], [two-player-bid]."""
    if not rules.deal.stock:
        if rules.bidding.form == "none":
            yield Problem(
                "bidding.form",
                '"none" needs a stock, whose turned-up card fixes trump; here nobody would name it',
            )
        return
    if rules.table.seats != 2:
        yield Problem("deal.stock", f"a stock needs 2 seats, there are {rules.table.seats}")
    if rules.deal.dabb:
        yield Problem("deal.stock", "a stock and a Dabb exclude each other")
    for path, value in (("dabb.call", rules.dabb.call), ("dabb.concede", rules.dabb.concede)):
        if value != "off":
            yield Problem(path, f'"{value}" is not possible with a stock: say "off"')
    contracts = rules.contracts
    for name in ("durch", "durch_open", "durch_hand", "bettel"):
        if getattr(contracts, name) is not None:
            yield Problem(f"contracts.{name}", 'not possible with a stock: say "off"')
    if rules.melds.rundgang != "sum":
        yield Problem(
            "melds.rundgang",
            f'"{rules.melds.rundgang}" is not possible with a stock, where fours and pairs are '
            'melded one by one: say "sum"',
        )


def _auction(rules: RuleSet) -> Iterator[Problem]:
    """Check the auction. Source: rules.md [auction-procedure], [silent-forehand]."""
    bidding = rules.bidding
    if bidding.form == "kreuz" and (rules.table.seats != 4 or rules.n_sides != 2):
        yield Problem("bidding.form", '"kreuz" needs 4 seats in 2 sides')
    if bidding.opener == "holds" and bidding.form not in DUELS:
        yield Problem("bidding.opener", f'"holds" needs a duel, the form is "{bidding.form}"')


def _bids(rules: RuleSet) -> Iterator[Problem]:
    """Check the numbers of the auction. Source: rules.md [bid-step], [max-bid], [forced-who]."""
    bidding = rules.bidding
    step, forced = bidding.step, bidding.forced_value
    if bidding.minimum % step:
        yield Problem("bidding.minimum", f"{bidding.minimum} is not a multiple of the step {step}")
    if forced is not None and forced % step:
        yield Problem("bidding.forced_value", f"{forced} is not a multiple of the step {step}")
    if bidding.maximum < bidding.minimum:
        yield Problem(
            "bidding.maximum", f"{bidding.maximum} is below the minimum bid {bidding.minimum}"
        )
    if bidding.nobody in ("forehand", "dealer") and forced is None and bidding.form != "none":
        yield Problem(
            "bidding.forced_value", f"missing: at which value is the {bidding.nobody} forced?"
        )


def _calling(rules: RuleSet) -> Iterator[Problem]:
    """Check calling a card. Source: rules.md [rufen-default], [no-dabb]."""
    call, contracts = rules.dabb.call, rules.contracts
    if call == "off":
        return
    if not rules.deal.dabb and not rules.deal.stock:
        yield Problem("dabb.call", f'"{call}" needs a Dabb')
    if call == "durch" and contracts.durch is None and contracts.durch_open is None:
        yield Problem("dabb.call", '"durch" needs a Durch: give contracts.durch a value')
    if call == "on" and rules.dabb.call_bid % rules.bidding.step:
        step = rules.bidding.step
        yield Problem(
            "dabb.call_bid", f"{rules.dabb.call_bid} is not a multiple of the step {step}"
        )


def _sevens(rules: RuleSet) -> Iterator[Problem]:
    """Check values for cards that are not there. Source: rules.md [deck-default]."""
    melds = rules.melds
    if rules.deck.sevens:
        return
    if melds.dix:
        yield Problem("melds.dix", 'there are no sevens in 40 cards: say "off"')
    if melds.fours.get("7"):
        yield Problem("melds.fours.7", 'there are no sevens in 40 cards: say "off"')
    if melds.eight and "7" in melds.eight_ranks:
        yield Problem("melds.eight_ranks", "there are no sevens in 40 cards: leave the 7 out")


def _match_end(rules: RuleSet) -> Iterator[Problem]:
    """Check when the match ends. Source: rules.md [target], [match-by-deals], [own-won-bid]."""
    match = rules.match
    if match.target is not None and match.deals is not None:
        other = "deals" if match.ends == "target" else "target"
        yield Problem(
            f"match.{other}",
            f'target and deals exclude each other and ends is "{match.ends}": say "off"',
        )
    if match.ends == "target" and match.target is None:
        yield Problem("match.target", 'missing: ends is "target"')
    if match.ends == "deals" and match.deals is None:
        yield Problem("match.deals", 'missing: ends is "deals"')
    if match.ends == "target" and match.rounds > 1:
        yield Problem("match.rounds", f'{match.rounds} rounds need ends "deals"')
    if match.deals is not None and match.deals % match.rounds:
        yield Problem(
            "match.rounds", f"{match.deals} deals cannot be split into {match.rounds} equal rounds"
        )
    if match.only_by_won_bid and (match.ends != "target" or rules.bidding.form == "none"):
        yield Problem("match.only_by_won_bid", "needs a target and an auction")


CHECKS: tuple[Check, ...] = (
    _sides,
    _cards,
    _pattern,
    _stock,
    _auction,
    _bids,
    _calling,
    _sevens,
    _match_end,
)
"""All checks, in the order of the sections."""
