"""Records read from text: strict in what they say, generous in how they are typed.

Line ends, a byte order mark, trailing blanks, blank lines and capitals do not matter. A head
line of an unknown word is kept; every other unknown word is an error with line and column.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches

from msgspec.structs import replace

from binokel.engine.match import Entry
from binokel.engine.record.faults import Place, Unread, unreadable
from binokel.engine.record.head import BODY_WORDS, read_head, split_word
from binokel.engine.record.meldwords import Reading
from binokel.engine.record.model import (
    Comment,
    Commit,
    Contribution,
    DabbShown,
    DealStart,
    Item,
    Record,
    Secret,
    Sums,
    Turned,
)
from binokel.engine.record.trail import Trail
from binokel.engine.record.words import READERS, SEATLESS, Args, read_cards, read_suit
from binokel.engine.record.writer import Layout, side_labels, sums_form
from binokel.engine.state import CHANCE

_VERBS = "|".join([*READERS, "cut", "knock"])
_NEXT = re.compile(
    rf"(?:^|(?<=\s))[0-9]{{1,9}}\s+(?:{_VERBS})(?!\S)|(?<=\s\s)[0-9]{{1,9}}\s+[^\W\d_]{{2}}",
    re.IGNORECASE,
)
_SEAT = re.compile(r"([0-9]{1,9})\s*(\S*)\s*")
_LINE_END = re.compile(r"\r\n?|\n")
_HASH = re.compile("sha256:[0-9a-f]{64}")
_SECRET = re.compile("[0-9a-f]{64}")
_NUMBER = r"[-+−]?[0-9]{1,9}"


def parse_record(text: str) -> Record:
    """Return the record of a text; docs/notation.md describes the format.

    Raises:
        RecordError: the text cannot be read; it names line, column and remedy.
    """
    return read_text(text)[0]


def read_text(text: str) -> tuple[Record, Layout]:
    """Return the record of a text, and where everything stands in it.

    Raises:
        RecordError: the text cannot be read; it names line, column and remedy.
    """
    lines = [line.rstrip() for line in _LINE_END.split(text.removeprefix("\ufeff"))]
    _check_lines(lines)
    head = read_head(lines)
    record = Record(
        rules=head.rules,
        version=head.version,
        hash=head.hash,
        seats=head.seats,
        date=head.date,
        header=head.header,
    )
    body = _Body(record)
    for number, line in enumerate(lines[head.body :], head.body + 1):
        body.read(line, number)
    end = max((i for i, line in enumerate(lines, 1) if line), default=1)
    record = replace(record, items=tuple(body.items))
    return record, Layout(text, head.place, tuple(body.places), Place(end))


def _check_lines(lines: Sequence[str]) -> None:
    """Refuse signs that end a line for some programs only."""
    for number, line in enumerate(lines, 1):
        parts = line.splitlines()
        if len(parts) > 1 or "\0" in line:
            column = line.index("\0") if "\0" in line else len(parts[0])
            sign = f"U+{ord(line[column]):04X}"
            raise unreadable("bad_sign", Place(number, column + 1), sign=sign)


class _Body:
    """The items of a record, line by line."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.items: list[Item] = []
        self.places: list[Place] = []
        self.trail = Trail(record.rules)

    def read(self, line: str, number: int) -> None:
        """Read one line.

        Raises:
            RecordError: it says nothing that a record can say.
        """
        word, rest = split_word(line, number)
        start = Place(number, len(line) - len(line.lstrip()) + 1)
        if not word:
            return
        try:
            if word.startswith("#"):
                self._add(Comment(line.strip()[1:].strip()), start)
            elif re.fullmatch("[0-9]+", word):
                self._read_seats(line, number)
            elif word in SEATLESS:
                self._read_seatless(word, Args(rest.text, rest.place.column, self._reading), start)
            elif word in _ITEMS:
                self._add(_ITEMS[word](rest.text, rest.place.column, self.record), start)
            elif word in READERS:
                raise Unread("seat_missing", start.column, word=word)
            else:
                raise self._unknown(word, start.column)
        except Unread as fault:
            place = Place(number, fault.column)
            raise unreadable(fault.what, place, **fault.values) from None

    @property
    def _reading(self) -> Reading:
        return Reading(self.record.rules, self.trail.now.trump)

    def _read_seatless(self, word: str, args: Args, place: Place) -> None:
        for _, action in SEATLESS[word](args):
            seat = {"shuffle": CHANCE, "undo": None}.get(word, self.trail.cutter)
            self._step(Entry(seat, action), place)

    def _read_seats(self, line: str, number: int) -> None:
        """Read the actions of seats, several on a line."""
        for column, text in _segments(line):
            found = _SEAT.match(text)
            assert found is not None
            seat, word = int(found[1]), found[2].lower()
            if seat >= self.record.rules.n_seats:
                last = self.record.rules.n_seats - 1
                raise Unread("no_seat", column, seat=seat, last=last)
            read = READERS.get(word) or (SEATLESS[word] if word in ("cut", "knock") else None)
            if read is None:
                raise self._no_action(found[2], column + found.start(2))
            args = Args(text[found.end() :], column + found.end(), self._reading)
            for place, (at, action) in enumerate(read(args)):
                self._step(Entry(seat, action), Place(number, at if place else column))

    def _step(self, entry: Entry, place: Place) -> None:
        for implied in self.trail.implied(*entry):
            self._push(implied, place)
        self._push(entry, place)

    def _push(self, entry: Entry, place: Place) -> None:
        self.trail.push(entry)
        self._add(entry, place)

    def _add(self, item: Item, place: Place) -> None:
        if isinstance(item, DealStart):
            self.trail.start(item.dealer)
        elif isinstance(item, Turned):
            self.trail.turn_up(item.suit)
        self.items.append(item)
        self.places.append(place)

    def _no_action(self, word: str, column: int) -> Unread:
        """Return what is wrong with a word behind the number of a seat."""
        if not word:
            return Unread("action_missing", column, words=", ".join(READERS))
        if word.lower() in BODY_WORDS or word.lower() == "deal":
            return Unread("no_seat_before", column, word=word)
        return self._unknown(word, column)

    def _unknown(self, word: str, column: int) -> Unread:
        words = [*READERS, *sorted({"deal", *BODY_WORDS})]
        near = get_close_matches(word.lower(), words, n=2) or words
        return Unread("unknown_action", column, text=word, words=", ".join(near))


def _segments(line: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a line that begin with a seat, with their columns."""
    first = len(line) - len(line.lstrip())
    starts = sorted({first, *(found.start() for found in _NEXT.finditer(line))})
    for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
        yield start + 1, line[start:end].rstrip()


def _deal(text: str, column: int, record: Record) -> Item:
    found = re.fullmatch(r"([0-9]{1,6})\s+dealer\s+([0-9]{1,6})", text, re.IGNORECASE)
    if found is None:
        raise Unread("form", column, text=text, form="deal 1 dealer 0")
    return DealStart(int(found[1]), _in_range(int(found[2]), column, record))


def _in_range(seat: int, column: int, record: Record) -> int:
    if seat >= record.rules.n_seats:
        raise Unread("no_seat", column, seat=seat, last=record.rules.n_seats - 1)
    return seat


def _sum(text: str, column: int, record: Record) -> Item:
    """Read the totals by side or by seat, each behind its name."""
    parts = [part.strip() for part in text.split("|")]
    labels = side_labels(record.rules, record.seats)
    firsts = [record.seats[side[0]] for side in record.rules.sides]
    numbers = [re.fullmatch(rf"(.*?)\s*({_NUMBER})", part) for part in parts]
    found = [(number[1], int(number[2].replace("−", "-"))) for number in numbers if number]
    names = [name for name, _ in found]
    if len(found) == len(parts) and (
        names == labels or [*names] == firsts or names == list(record.seats)
    ):
        by_seat = len(names) != len(labels)
        sides = record.rules.side_of if by_seat else range(len(labels))
        totals = {side: total for side, (_, total) in zip(sides, found, strict=True)}
        if all(totals[side] == total for side, (_, total) in zip(sides, found, strict=True)):
            return Sums(tuple(totals[side] for side in range(len(labels))))
    raise Unread("form", column, text=text, form=sums_form(record))


def _turned(text: str, column: int, _record: Record) -> Item:
    return Turned(read_suit(text, column))


def _dabb(text: str, column: int, _record: Record) -> Item:
    return DabbShown(tuple(read_cards(text, column)))


def _commit(text: str, column: int, _record: Record) -> Item:
    if not _HASH.fullmatch(text.lower()):
        raise Unread("form", column, text=text, form="commit sha256:… (64 digits 0-9 a-f)")
    return Commit(text.lower())


def _add(text: str, column: int, record: Record) -> Item:
    found = re.fullmatch(r"([0-9]{1,6})(?:\s+(.*))?", text)
    if found is None:
        raise Unread("form", column, text=text, form="add SEAT TEXT")
    return Contribution(_in_range(int(found[1]), column, record), found[2] or "")


def _secret(text: str, column: int, _record: Record) -> Item:
    if not _SECRET.fullmatch(text.lower()):
        raise Unread("form", column, text=text, form="secret … (64 digits 0-9 a-f)")
    return Secret(text.lower())


_ITEMS: dict[str, Callable[[str, int, Record], Item]] = {
    "deal": _deal,
    "sum": _sum,
    "turned": _turned,
    "dabb": _dabb,
    "commit": _commit,
    "add": _add,
    "secret": _secret,
}
