"""From a shuffled deck to hands, Dabb and stock. Source: rules.md [deal-patterns]."""

from dataclasses import dataclass, field

from binokel.rules.ruleset import RuleSet
from tests.oracle.cards import Cards


@dataclass
class Dealt:
    hands: list[Cards]
    dabb: Cards = field(default_factory=list)
    stock: Cards = field(default_factory=list)
    packets: list[list[str | int]] = field(default_factory=list)


def may_cut(rules: RuleSet, lifted: int) -> bool:
    """Tell whether so many cards may be lifted. Source: rules.md [cut-size], [cut-duty]."""
    if rules.deal.cut == "none":
        return False
    size = 48 if rules.deck.sevens else 40
    return 1 <= lifted <= size - rules.deal.cut_rest


def deal(rules: RuleSet, dealer: int, deck: Cards, lifted: int = 0, knock: bool = False) -> Dealt:
    """Deal a deck, top card first."""
    pile = deck[lifted:] + deck[:lifted]
    order = [(dealer + 1 + i) % rules.table.seats for i in range(rules.table.seats)]
    out = Dealt([[] for _ in order])
    for whose, number in knocked(rules) if knock else packets(rules):
        if whose is None:
            out.dabb += [pile.pop(0) for _ in range(number)]
            out.packets.append(["D", number])
        else:
            out.hands[order[whose]] += [pile.pop(0) for _ in range(number)]
            out.packets.append(["P", order[whose], number])
    out.stock = pile
    if pile and rules.bidding.form == "none":  # the next card lies face up under the others
        out.stock = pile[1:] + pile[:1]
    return out


def packets(rules: RuleSet) -> list[tuple[int | None, int]]:
    """Return the packets: whose, counted from forehand (None: the Dabb), and how many cards."""
    found: list[tuple[int | None, int]] = []
    for text in rules.deal.pattern:
        number = int(text[1:])
        if text[0] == "D":
            found.append((None, number))
        else:
            found += [(place, number) for place in range(rules.table.seats)]
    return found


def knocked(rules: RuleSet) -> list[tuple[int | None, int]]:
    """Return the packets after knocking. Source: rules.md [knock-meaning], [knock-dabb-first]."""
    hands: list[tuple[int | None, int]] = [
        (place, rules.deal.hand) for place in range(rules.table.seats)
    ]
    dabb: list[tuple[int | None, int]] = [(None, rules.deal.dabb)] if rules.deal.dabb else []
    return hands[:1] + dabb + hands[1:]
