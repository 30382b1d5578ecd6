"""The best set of melds of a hand: most points, then fewest melds.

Suits, ranks and the Binokel are independent of each other, except through a Rundgang that is
a meld of its own, so the search is a small table per suit and a loop over Rundgänge.

Source: rules.md [meld-sharing], [pair-in-family], [second-pair], [rundgang-modes].
"""

from collections.abc import Iterator, Sequence
from itertools import product

from binokel.cards.card import Suit
from binokel.cards.hand import ONES
from binokel.rules.melds.kinds import FAMILIES, Meld, MeldValues, sort_key, values_of
from binokel.rules.ruleset import MeldRules, RuleSet

_RANK_COLUMN = 0xFFF  # one suit's bits, two a rank
_K, _O = 4, 6  # shifts of König and Ober within a suit
_KING_AND_OBER = 1 << _K | 1 << _O
_SO, _BU = 2 * 9, 2 * 22

Choice = tuple[int, int, tuple[Meld, ...]]
"""Points, minus the number of melds, the melds: greater is better."""


def best_melds(
    rules: RuleSet, hand: int, trump: Suit | None, buried_dix: int = 0
) -> tuple[Meld, ...]:
    """Return the best set of melds of a packed hand, dearest first.

    `trump` None means that there is no trump suit; `buried_dix` is the number of buried
    trump sevens that may still be melded.

    Source: rules.md [meld-voluntary], [meld-sharing], [diss-not-announced].
    """
    found = _best(rules, hand, -1 if trump is None else trump.index, buried_dix)
    return tuple(sorted(found[2], key=sort_key))


def meld_points(rules: RuleSet, hand: int, trump: Suit | None, buried_dix: int = 0) -> int:
    """Return the points of the best set of melds."""
    return _best(rules, hand, -1 if trump is None else trump.index, buried_dix)[0]


def _best(rules: RuleSet, hand: int, trump: int, buried_dix: int) -> Choice:
    values = values_of(rules)
    fixed = _binokel_and_dix(values, hand, trump, buried_dix)
    once = (hand | hand >> 1) & ONES
    everywhere = once & once >> 12 & once >> 24 & once >> 36
    best = _plus(fixed, _without_rundgang(rules, values, hand, trump, everywhere))
    if values.rundgang is None or everywhere & _KING_AND_OBER != _KING_AND_OBER:
        return best
    if rules.melds.rundgang == "literal-200":
        return _plus(fixed, _literal(rules, values, hand, trump, everywhere))
    for n in range(1, _rundgang_held(hand) + 1):
        rest = _with_rundgang(rules, values, hand, trump, everywhere, n)
        best = max(best, _plus(fixed, rest), key=_rank_choice)
    return best


def _rank_choice(choice: Choice) -> tuple[int, int]:
    return choice[:2]


def _plus(a: Choice, b: Choice) -> Choice:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def _of(melds: list[Meld]) -> Choice:
    return (sum(meld.points for meld in melds), -len(melds), tuple(melds))


def _binokel_and_dix(values: MeldValues, hand: int, trump: int, buried_dix: int) -> Choice:
    """Return the melds that never touch the others. Source: rules.md [two-diss]."""
    melds = list(
        _single_or_double(
            min(hand >> _SO & 3, hand >> _BU & 3), values.binokel, values.double_binokel
        )
    )
    if trump >= 0 and (dix := values.dix[True][trump]) is not None:
        melds += [dix] * ((hand >> (12 * trump + 10) & 3) + buried_dix)
    return _of(melds)


def _single_or_double(n: int, single: Meld | None, double: Meld | None) -> tuple[Meld, ...]:
    """Return the best melds of n equal sets, of which two may be one double meld.

    Source: rules.md [double-binokel-replaces], [eight-replaces-quads].
    """
    singles = (single,) * n if single is not None else ()
    if n < 2 or double is None:
        return singles
    return (double,) if double.points >= sum(meld.points for meld in singles) else singles


def _without_rundgang(
    rules: RuleSet, values: MeldValues, hand: int, trump: int, everywhere: int
) -> Choice:
    melds = _ranks(values, hand, everywhere, 0) if everywhere else ()
    points, fewer = sum(meld.points for meld in melds), -len(melds)
    memo = rules.__dict__.setdefault("suit_melds", {})
    for suit in range(4):
        key = (hand >> (12 * suit) & _RANK_COLUMN, suit, suit == trump)
        choice = memo.get(key)
        if choice is None:
            options = suit_options(rules.melds, values, *key, n_rundgang=0)
            choice = memo[key] = max(options, key=_rank_choice)
        points += choice[0]
        fewer += choice[1]
        melds += choice[2]
    return points, fewer, melds


def _ranks(values: MeldValues, hand: int, everywhere: int, n_rundgang: int) -> tuple[Meld, ...]:
    """Return the fours and eights; `n_rundgang` sets of K and O are used up elsewhere."""
    twice = hand >> 1 & ONES
    both = twice & twice >> 12 & twice >> 24 & twice >> 36
    melds: tuple[Meld, ...] = ()
    for rank in range(6):
        if everywhere >> (2 * rank) & 1:
            n = 1 + (both >> (2 * rank) & 1)
            if 2 * rank in (_K, _O):
                n -= n_rundgang
            melds += _single_or_double(n, values.four[rank], values.eight[rank])
    return melds


def suit_options(
    melds: MeldRules,
    values: MeldValues,
    pattern: int,
    suit: int,
    is_trump: bool,
    n_rundgang: int,
) -> Iterator[Choice]:
    """Yield every way to use a suit's cards for families and pairs.

    `pattern` is the suit's 12 bits of a packed hand; `n_rundgang` pairs of it serve as parts of
    a Rundgang that is a meld of its own.

    Source: rules.md [second-pair], [pair-in-double-family], [rundgang-modes].
    """
    n_pairs = min(pattern >> _K & 3, pattern >> _O & 3)
    n_families = min(pattern & 3, pattern >> 2 & 3, n_pairs, pattern >> 8 & 3)
    family, double, pair = (
        values.family[is_trump][suit],
        values.double[is_trump][suit],
        values.pair[is_trump][suit],
    )
    for families, doubles in ((0, 0), (1, 0), (2, 0), (0, 1)):
        used = families + 2 * doubles
        if used > n_families or (families and family is None) or (doubles and double is None):
            continue
        shared = min(used, n_rundgang) if shares_rundgang(melds, is_trump, doubles > 0) else 0
        free = n_pairs - n_rundgang - (used - shared)
        if free < 0:
            continue
        pairs = n_pairs - n_rundgang if melds.pair_in_family else free
        chosen = [m for m in (double,) if m is not None and doubles]
        chosen += [m for m in (family,) * families if m is not None]
        chosen += [m for m in (pair,) * pairs if m is not None]
        yield _of(chosen)


def shares_rundgang(melds: MeldRules, is_trump: bool, is_double: bool) -> bool:
    """Tell whether a family may use the K and O of a Rundgang.

    Source: rules.md [rundgang-modes], [preis-rundgang-double-family].
    """
    if melds.rundgang in ("always", "literal-200"):
        return True
    if melds.rundgang == "additive":
        return False
    return {
        "any": True,
        "trump": is_trump,
        "trump-single": is_trump and not is_double,
        "none": False,
    }[melds.rundgang_family_pair]


def _rundgang_held(hand: int) -> int:
    """Return how many Rundgänge the hand holds, 0 to 2."""
    return min(hand >> (12 * suit + shift) & 3 for suit in range(4) for shift in (_K, _O))


def _with_rundgang(
    rules: RuleSet, values: MeldValues, hand: int, trump: int, everywhere: int, n: int
) -> Choice:
    """Return the best set that contains n Rundgänge as melds of their own."""
    assert values.rundgang is not None
    in_ranks = 0 if rules.melds.rundgang == "additive" else n
    total = _of([values.rundgang] * n + list(_ranks(values, hand, everywhere, in_ranks)))
    for suit in range(4):
        pattern = hand >> (12 * suit) & _RANK_COLUMN
        options = suit_options(rules.melds, values, pattern, suit, suit == trump, n)
        total = _plus(total, max(options, key=_rank_choice))
    return total


def _literal(rules: RuleSet, values: MeldValues, hand: int, trump: int, everywhere: int) -> Choice:
    """Return the best set where a Rundgang beside a family counts 200, not its sum.

    Source: rules.md [rundgang-200-side-family], [rundgang-spare-pair].
    """
    options = [
        list(
            suit_options(
                rules.melds, values, hand >> (12 * suit) & _RANK_COLUMN, suit, suit == trump, 0
            )
        )
        for suit in range(4)
    ]
    ranks = _literal_ranks(values, _ranks(values, hand, everywhere, 0))
    combinations = (
        _literal_total(values, trump, of_ranks, suits)
        for of_ranks, *suits in product(ranks, *options)
    )
    return max(combinations, key=_rank_choice)


def _literal_ranks(values: MeldValues, melds: tuple[Meld, ...]) -> list[Choice]:
    """Return the fours and eights of a hand, also an eight for two dearer fours.

    Source: rules.md [rundgang-modes]: beside an eight a literal Rundgang is its parts.
    """
    choices = [list(melds)]
    for four, eight in zip(values.four, values.eight, strict=True):
        if eight is not None and four is not None and melds.count(four) == 2:
            choices += [[eight, *(m for m in chosen if m != four)] for chosen in choices]
    return [_of(chosen) for chosen in choices]


def _literal_total(
    values: MeldValues, trump: int, ranks: Choice, suits: Sequence[Choice]
) -> Choice:
    total = ranks
    for suit in suits:
        total = _plus(total, suit)
    four_kings, four_obers = values.four[2], values.four[3]
    pairs = [values.pair[suit == trump][suit] for suit in range(4)]
    families = [
        pair not in melds and any(meld.kind in FAMILIES for meld in melds)
        for pair, (_, _, melds) in zip(pairs, suits, strict=True)
    ]
    if not any(families) or four_kings not in ranks[2] or four_obers not in ranks[2]:
        return total
    melds = list(total[2])
    for part in (four_kings, four_obers, *pairs):
        if part is not None and part in melds:
            melds.remove(part)
    assert values.rundgang is not None
    return _of([values.rundgang, *melds])
