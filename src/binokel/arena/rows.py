"""The result file: a head, then one row a deal (or match) and seating, as JSON lines.

It holds nothing that differs between two runs of the same plan: machine, commit and times are
in a file beside it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from binokel.arena.auctions import Bidding
from binokel.arena.contestant import Mode
from binokel.arena.refused import ArenaRefused, Fault, other
from binokel.arena.seatings import Seats, seatings
from binokel.rules.ruleset import RuleSet

FORMAT = 2

Contest = tuple[str, ...]
"""The players of a contest, X first; a player against itself is a null test."""

Unit = tuple[Contest, int]
"""A deal or match of a contest, by its number from 0: what is played, kept or repeated whole."""


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was played: everything that the rows depend on, save their number.

    `model` is a digest of the value model, empty where nobody uses it.
    """

    arena: int = FORMAT
    rules: str
    rules_hash: str
    kind: str
    mode: Mode
    reference: str
    table: Seats = Seats.MIXED
    seed: int
    max_deals: int
    versions: dict[str, int]
    model: str = ""
    contests: tuple[Contest, ...]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One deal or match of a seating.

    `scores` are by side (a match: the totals), `winners` the sides that won a match (none:
    it was stopped), `scored` is false for a redeal. `believed_bid`, `believed_trump` and
    `believed_lead` are the declarer's chance of making its bid as it believed when it made the
    winning bid, when it named trump, and with its first card. `bidding` tells how each player
    bid, X first; it is empty where the reference player bids.
    """

    contest: Contest
    unit: int
    seating: str
    dealer: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()
    n_deals: int = 1
    scored: bool = True
    declarer: int | None = None
    bid: int = 0
    contract: str | None = None
    made: bool | None = None
    believed_bid: float | None = None
    believed_trump: float | None = None
    believed_lead: float | None = None
    bidding: tuple[Bidding, ...] = ()


_encode = msgspec.json.Encoder().encode


def line_of(item: Head | Row) -> bytes:
    """Return a line of the file."""
    return _encode(item) + b"\n"


def write_all(path: Path, head: Head, rows: Iterable[Row]) -> None:
    """Write head and rows in their fixed order, in one step."""
    place = {contest: index for index, contest in enumerate(head.contests)}
    ordered = sorted(rows, key=lambda row: (place[row.contest], row.unit, row.seating))
    write_whole(path, line_of(head) + b"".join(map(line_of, ordered)))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file in one step; where that fails it is left as it was."""
    new = path.with_name(path.name + ".new")
    try:
        new.write_bytes(content)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise


def read_units(path: Path, head: Head, rules: RuleSet, n_units: int) -> dict[Unit, list[Row]]:
    """Return the units of a file that are complete, to go on with.

    A last line without its end was being written when the program stopped; it and the rows of
    a unit that has not all its seatings are left out.

    Raises:
        ArenaRefused: a line is damaged, or belongs to another plan; the message names it.
    """
    content = path.read_bytes()
    if not content:
        return {}
    lines = content.split(b"\n")[:-1]
    # A head is written with its end or not at all: without one this is somebody's file.
    _check_head(path, lines[0] if lines else content, head)
    most = 0
    found: dict[Unit, list[Row]] = defaultdict(list)
    seen: set[tuple[Unit, str]] = set()
    for number, line in enumerate(lines[1:], start=2):
        try:
            row = msgspec.json.decode(line, type=Row)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            broken = Fault("unreadable", {"error": error})
            raise ArenaRefused("line", path=path, line=number, fault=broken) from None
        fault = _fault(row, head, rules)
        most = max(most, row.unit + 1)
        unit = (row.contest, row.unit)
        if fault is None and (unit, row.seating) in seen:
            fault = Fault("twice", {"seating": row.seating, "unit": row.unit})
        if fault is not None:
            raise ArenaRefused("line", path=path, line=number, fault=fault)
        seen.add((unit, row.seating))
        found[unit].append(row)
    if most > n_units:
        raise ArenaRefused("fewer", path=path, there=most, here=n_units)
    return {unit: rows for unit, rows in found.items() if _is_whole(unit, rows, rules, head.table)}


def _is_whole(unit: Unit, rows: Sequence[Row], rules: RuleSet, table: Seats) -> bool:
    return len(rows) == len(seatings(rules.n_sides, len(unit[0]), table))


def _check_head(path: Path, line: bytes, head: Head) -> None:
    """Refuse a file of another plan, naming what differs."""
    try:
        found = msgspec.json.decode(line, type=Head)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArenaRefused("head", path=path, error=error) from None
    for name in head.__struct_fields__:
        here, there = getattr(head, name), getattr(found, name)
        if here != there:
            raise other("other", path, name, there, here)


def _fault(row: Row, head: Head, rules: RuleSet) -> Fault | None:
    """Return why a row cannot be of this plan."""
    if row.contest not in head.contests:
        return Fault("contest", {"players": ", ".join(row.contest)})
    if row.unit < 0:
        return Fault("unit", {"unit": row.unit})
    if row.seating not in seatings(rules.n_sides, len(row.contest), head.table):
        return Fault("seating", {"seating": row.seating})
    seats, sides = range(rules.n_seats), range(rules.n_sides)
    if row.dealer != row.unit % rules.n_seats or len(row.scores) != rules.n_sides:
        return Fault("deal", {"unit": row.unit})
    # Only a match is won: the ladder would rank a deal's winners first.
    if not 0 <= row.n_deals <= head.max_deals or (row.winners and head.kind == "deal"):
        return Fault("deal", {"unit": row.unit})
    if row.declarer not in (None, *seats) or not set(row.winners) <= set(sides):
        return Fault("seat", {})
    return _count_fault(row)


def _count_fault(row: Row) -> Fault | None:
    """Return what is counted of a row's players that cannot be."""
    beliefs = (row.believed_bid, row.believed_trump, row.believed_lead)
    if any(chance is not None and not 0 <= chance <= 1 for chance in beliefs):
        return Fault("belief", {})
    if row.bidding and not _is_bidding(row.bidding, len(row.contest)):
        return Fault("bidding", {})
    return None


def _is_bidding(found: Sequence[Bidding], n_players: int) -> bool:
    """Tell whether each player has numbers from 0 on; only totals may be below."""
    counted = [n for part in found for n in (*part.numbers[:-2], part.low)]
    return len(found) == n_players and min(counted) >= 0
