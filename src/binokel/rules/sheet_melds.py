"""The meld part of a printed sheet: the table of points and what is said about it."""

from collections.abc import Sequence
from typing import NamedTuple

from binokel.rules.melds.kinds import rundgang_points
from binokel.rules.ruleset import RANK_LETTERS, MeldRules, RankLetter
from binokel.rules.speaker import Speaker

NONE = "–"

ROW = 62
"""How many letters the name and the points of a row may have together."""


class MeldRow(NamedTuple):
    """One row of the table; `trump` is empty where trump makes no difference."""

    name: str
    points: str
    trump: str = ""


def meld_rows(s: Speaker) -> list[MeldRow]:
    """Return the table of melds that count something, the common ones first."""
    melds = s.rules.melds
    rows = _suit_rows(s, melds)
    rows += _binokel_rows(s, melds)
    fours = [rank for rank in RANK_LETTERS if melds.fours.get(rank)]
    rows += _four_rows(s, melds, fours) if fours else []
    if melds.eight and melds.eight_ranks:
        name = s.say("row.eight", ranks=_either(s, melds.eight_ranks))
        rows.append(MeldRow(name, str(melds.eight)))
    own = rundgang_points(melds)
    if own and melds.rundgang != "literal-200":
        rows.append(MeldRow(s.say("row.rundgang"), str(own)))
    if melds.dix:
        rows.append(MeldRow(s.say("row.dix"), NONE, str(melds.dix)))
    return rows


def _four_rows(s: Speaker, melds: MeldRules, ranks: list[RankLetter]) -> list[MeldRow]:
    """Return one row of all fours if it is short enough, otherwise shorter ones."""
    names = "/".join(s.say(f"rank.{rank}") for rank in ranks)
    points = "/".join(str(melds.fours[rank]) for rank in ranks)
    for key in ("row.four", "row.fours"):
        row = MeldRow(s.say(key, ranks=names), points)
        if len(row.name) + len(points) <= ROW or len(ranks) == 1:
            return [row]
    half = len(ranks) // 2
    return _four_rows(s, melds, ranks[:half]) + _four_rows(s, melds, ranks[half:])


def _suit_rows(s: Speaker, melds: MeldRules) -> list[MeldRow]:
    """Return the rows of the melds of one suit, which may count more in trump."""
    table = (
        ("pair", melds.pair, melds.pair_trump),
        ("family", melds.family, melds.family_trump),
        ("double_family", melds.double_family, melds.double_family_trump),
    )
    return [
        MeldRow(s.say(f"row.{name}"), str(plain or NONE), str(trump or NONE))
        for name, plain, trump in table
        if plain or trump
    ]


def _binokel_rows(s: Speaker, melds: MeldRules) -> list[MeldRow]:
    if melds.binokel and melds.double_binokel:
        return [MeldRow(s.say("row.binokels"), f"{melds.binokel}/{melds.double_binokel}")]
    return [
        MeldRow(s.say(f"row.{name}"), str(points))
        for name, points in (("binokel", melds.binokel), ("double_binokel", melds.double_binokel))
        if points
    ]


def meld_notes(s: Speaker) -> list[str]:
    """Return what must be said about the table of melds."""
    melds = s.rules.melds
    notes = [s.say("meld.shared")]
    if (melds.pair or melds.pair_trump) and (melds.family or melds.family_trump):
        notes.append(s.say(f"meld.pair_in_family.{'yes' if melds.pair_in_family else 'no'}"))
    if melds.family and not (melds.double_family or melds.double_family_trump):
        notes.append(s.say("meld.two_families"))
    notes += _rank_notes(s, melds) + _rundgang_notes(s, melds)
    scope = s.rules.scoring.meld_trick
    scope = "seat" if scope == "side" and not s.partners else scope
    return [*notes, s.say(f"meld.trick.{scope}")]


def _rank_notes(s: Speaker, melds: MeldRules) -> list[str]:
    notes = []
    eights = melds.eight_ranks if melds.eight else ()
    twice = [rank for rank in RANK_LETTERS if melds.fours.get(rank) and rank not in eights]
    if twice:
        notes.append(s.say("meld.two_fours", ranks=_either(s, twice)))
    deck = RANK_LETTERS if s.rules.deck.sevens else RANK_LETTERS[:-1]
    nothing = [rank for rank in deck if not melds.fours.get(rank)]
    if nothing:
        notes.append(s.say("meld.nothing", ranks=_either(s, nothing)))
    return notes


def _either(s: Speaker, letters: Sequence[RankLetter]) -> str:
    words = [s.say(f"rank.{letter}") for letter in letters]
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {s.say('or')} {words[-1]}"


def _rundgang_notes(s: Speaker, melds: MeldRules) -> list[str]:
    """Return how a Rundgang counts. Source: rules.md [rundgang-modes]."""
    if melds.rundgang in ("sum", "literal-200"):
        return _name_only(s, melds)
    if not rundgang_points(melds):
        return []
    if melds.rundgang == "additive":
        return [s.say("rundgang.additive"), s.say("rundgang.pair.none")]
    pair = "any" if melds.rundgang == "always" else melds.rundgang_family_pair
    return [s.say("rundgang.fixed"), s.say(f"rundgang.pair.{pair}")]


def _name_only(s: Speaker, melds: MeldRules) -> list[str]:
    """Return what the fours and pairs of a Rundgang make, where they all count."""
    parts = (melds.fours.get("K"), melds.fours.get("O"), melds.pair, melds.pair_trump)
    literal = melds.rundgang == "literal-200"
    if not (any(parts) if literal else all(parts)):
        return []
    kings, obers, pair, trump = (part or 0 for part in parts)
    total = kings + obers + 3 * pair + trump
    if literal:
        return [s.say("rundgang.literal", points=total)]
    if melds.family_trump and not melds.pair_in_family:
        return [s.say("rundgang.sum_less", points=total, less=total - trump)]
    return [s.say("rundgang.sum", points=total)]
