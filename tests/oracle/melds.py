"""The best melds of a hand, by trying every set of melds.

A meld is its kind, its cards and its points. Four classes of melds share no copy within
themselves and every copy between them. Source: rules.md [meld-sharing], [rundgang-modes].
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from binokel.rules.ruleset import RuleSet
from tests.oracle.cards import SUITS, Cards, contains

CLASSES = {
    "binokel": "binokel",
    "double_binokel": "binokel",
    "four": "rank",
    "eight": "rank",
    "family": "suit",
    "double_family": "suit",
    "pair": "suit",
    "dix": "dix",
}


@dataclass(frozen=True)
class Meld:
    kind: str
    cards: tuple[str, ...]
    points: int

    @property
    def suit(self) -> str:
        return self.cards[0][0]

    @property
    def rank(self) -> str:
        return self.cards[0][1]


# --- what could be melded -----------------------------------------------------------------------


def every_meld(rules: RuleSet, trump: str | None) -> Iterator[Meld]:
    """Return one meld of each kind, suit and rank that counts anything."""
    for meld in all_shapes(rules, trump):
        if meld.points:
            yield meld


def all_shapes(rules: RuleSet, trump: str | None) -> Iterator[Meld]:
    values = rules.melds
    yield Meld("binokel", ("SO", "BU"), values.binokel or 0)
    yield Meld("double_binokel", ("SO", "SO", "BU", "BU"), values.double_binokel or 0)
    for rank in "AZKOU7":
        one_each = tuple(suit + rank for suit in SUITS)
        yield Meld("four", one_each, values.fours.get(rank, 0))  # type: ignore[call-overload]
        if rank in values.eight_ranks:
            yield Meld("eight", one_each * 2, values.eight or 0)
    for suit in SUITS:
        yield from suit_shapes(rules, suit, suit == trump)
    if trump is not None:
        yield Meld("dix", (trump + "7",), values.dix or 0)
    if rules.melds.rundgang in ("fixed", "always", "additive"):
        cards = tuple(suit + rank for suit in SUITS for rank in "KO")
        usual = 250 if values.rundgang == "always" else 240
        points = values.rundgang_points
        yield Meld("rundgang", cards, usual if points is None else points)


def suit_shapes(rules: RuleSet, suit: str, is_trump: bool) -> Iterator[Meld]:
    values = rules.melds
    five = tuple(suit + rank for rank in "AZKOU")
    if is_trump:
        points = (values.family_trump, values.double_family_trump, values.pair_trump)
    else:
        points = (values.family, values.double_family, values.pair)
    yield Meld("family", five, points[0] or 0)
    yield Meld("double_family", five * 2, points[1] or 0)
    yield Meld("pair", (suit + "K", suit + "O"), points[2] or 0)


# --- which sets are legal -----------------------------------------------------------------------


def fits(rules: RuleSet, trump: str | None, hand: Cards, melds: list[Meld]) -> bool:
    """Tell whether the hand has a copy for every use. Source: rules.md [meld-sharing]."""
    simple: Counter[tuple[str, str]] = Counter()
    for meld in melds:
        if meld.kind != "rundgang":
            for card in meld.cards:
                simple[class_of(rules, meld.kind), card] += 1
    held = Counter(hand)
    if any(uses > held[card] for (_, card), uses in simple.items()):
        return False
    turns = sum(meld.kind == "rundgang" for meld in melds)
    return not turns or all(rundgang_fits(rules, trump, held, melds, turns, suit) for suit in SUITS)


def class_of(rules: RuleSet, kind: str) -> str:
    """Return the class of a meld; pairs may be one of their own."""
    return "pair" if kind == "pair" and rules.melds.pair_in_family else CLASSES[kind]


def rundgang_fits(
    rules: RuleSet, trump: str | None, held: Counter[str], melds: list[Meld], turns: int, suit: str
) -> bool:
    """Tell whether the Rundgang finds a king and an Ober of this suit.

    Source: rules.md [rundgang-modes], [preis-rundgang-double-family].
    """
    sharing = excluding = pairs = 0
    for meld in melds:
        if meld.kind in ("family", "double_family") and meld.suit == suit:
            size = 2 if meld.kind == "double_family" else 1
            if may_share(rules, trump, meld):
                sharing += size
            else:
                excluding += size
        pairs += meld.kind == "pair" and meld.suit == suit
    for rank in "KO":
        free = held[suit + rank]
        if max(turns, sharing) + excluding + (0 if rules.melds.pair_in_family else pairs) > free:
            return False
        if turns + pairs > free:
            return False
        if rules.melds.rundgang != "additive" and turns + fours_of(melds, rank) > free:
            return False
    return True


def fours_of(melds: list[Meld], rank: str) -> int:
    """Return how many copies of each suit the fours and eights of a rank use."""
    return sum({"four": 1, "eight": 2}.get(meld.kind, 0) for meld in melds if meld.rank == rank)


def may_share(rules: RuleSet, trump: str | None, family: Meld) -> bool:
    """Tell whether a family and the Rundgang may use the same king and Ober."""
    mode = rules.melds.rundgang
    if mode == "additive":
        return False
    if mode in ("always", "literal-200"):
        return True
    allowed = rules.melds.rundgang_family_pair
    if allowed == "trump-single" and family.kind == "double_family":
        return False
    return allowed == "any" or (allowed != "none" and family.suit == trump)


# --- what a set counts --------------------------------------------------------------------------


def value_of(rules: RuleSet, hand: Cards, melds: list[Meld]) -> tuple[int, int]:
    """Return points of a set and the number of its melds."""
    points, number = sum(meld.points for meld in melds), len(melds)
    if rules.melds.rundgang != "literal-200" or rules.melds.pair_in_family:
        return points, number
    block = literal_block(hand, melds)
    if not block:
        return points, number
    return points - sum(meld.points for meld in block) + 200, number - len(block) + 1


def literal_block(hand: Cards, melds: list[Meld]) -> list[Meld]:
    """Return the fours and pairs that count 200 together, if a family takes a pair of theirs.

    Source: rules.md [rundgang-modes] `literal-200`, [rundgang-spare-pair].
    """
    fours = [next((m for m in melds if m.kind == "four" and m.rank == rank), None) for rank in "KO"]
    if not all(suit + rank in hand for suit in SUITS for rank in "KO"):
        return []
    if any(m.kind == "eight" and m.rank in "KO" for m in melds):
        return []
    if not any(takes_the_pair(hand, melds, suit) for suit in SUITS):
        return []
    block = [four for four in fours if four is not None]
    if len(block) < 2:
        return []
    for suit in SUITS:
        block += [m for m in melds if m.kind == "pair" and m.suit == suit][:1]
    return block


def takes_the_pair(hand: Cards, melds: list[Meld], suit: str) -> bool:
    families = sum(
        {"family": 1, "double_family": 2}.get(m.kind, 0) for m in melds if m.suit == suit
    )
    pairs = min(hand.count(suit + "K"), hand.count(suit + "O"))
    return families > 0 and families >= pairs


# --- the best set -------------------------------------------------------------------------------


def best(
    rules: RuleSet, trump: str | None, hand: Cards, buried_dix: int = 0
) -> tuple[int, int, list[Meld]]:
    """Return most points, the fewest melds that bring them, and one such set.

    Source: rules.md [meld-voluntary], [diss-discard-others].
    """
    points, number, melds = 0, 0, list[Meld]()
    for group in groups(rules, trump, hand):
        p, n, chosen = best_of_group(rules, trump, hand, group)
        points, number, melds = points + p, number + n, melds + chosen
    if buried_dix and trump is not None and rules.melds.dix:
        melds += [Meld("dix", (trump + "7",), rules.melds.dix)] * buried_dix
        points, number = points + buried_dix * rules.melds.dix, number + buried_dix
    return points, number, melds


def groups(rules: RuleSet, trump: str | None, hand: Cards) -> list[list[Meld]]:
    """Split what is held into groups that have nothing to do with each other."""
    held = [meld for meld in every_meld(rules, trump) if contains(hand, meld.cards)]
    linked = rules.melds.rundgang == "literal-200" or any(m.kind == "rundgang" for m in held)
    found: dict[str, list[Meld]] = {}
    for meld in held:
        found.setdefault(group_name(meld, linked), []).append(meld)
    return list(found.values())


def group_name(meld: Meld, linked: bool) -> str:
    if meld.kind == "rundgang":
        return "rundgang"
    of_class = CLASSES[meld.kind]
    if linked and (of_class == "suit" or (of_class == "rank" and meld.rank in "KO")):
        return "rundgang"
    return of_class + {"rank": meld.rank, "suit": meld.suit}.get(of_class, "")


def best_of_group(
    rules: RuleSet, trump: str | None, hand: Cards, group: list[Meld]
) -> tuple[int, int, list[Meld]]:
    top: tuple[int, int, list[Meld]] = (0, 0, [])
    for melds in every_set(rules, trump, hand, group, []):
        points, number = value_of(rules, hand, melds)
        if (points, -number) > (top[0], -top[1]):
            top = points, number, melds
    return top


def every_set(
    rules: RuleSet, trump: str | None, hand: Cards, group: list[Meld], chosen: list[Meld]
) -> Iterator[list[Meld]]:
    """Return every legal set, each meld up to twice."""
    if not group:
        yield chosen
        return
    for times in range(3):
        more = chosen + group[:1] * times
        if not fits(rules, trump, hand, more):
            return
        yield from every_set(rules, trump, hand, group[1:], more)
