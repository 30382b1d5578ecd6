"""Records written: a match as a record, and a record as its one canonical text."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from binokel.engine.actions import (
    BuryCard,
    BuryDone,
    Cut,
    Knock,
    NoCut,
    PlayCard,
    Shuffle,
    TakeBack,
    TakeDabb,
)
from binokel.engine.match import Entry, Match, MatchView, Undo
from binokel.engine.record.faults import Place, unreadable
from binokel.engine.record.head import is_known
from binokel.engine.record.model import (
    VERSION,
    Comment,
    Commit,
    Contribution,
    DabbShown,
    DealStart,
    Item,
    Note,
    Record,
    Sums,
    Turned,
)
from binokel.engine.record.trail import Trail, ends_burying
from binokel.engine.record.words import format_action
from binokel.rules.loader import load_shipped
from binokel.rules.ruleset import SECTIONS, RuleSet
from binokel.rules.shipped import NAMES
from binokel.rules.writer import content_hash, to_toml

GAP = "   "


def format_record(source: Record | Match) -> str:
    """Return the text of a record, or of the record of a match.

    >>> from binokel.rules.catalog import find_ruleset
    >>> print(format_record(Match(find_ruleset("stammtisch"), ["Anna", "Bert", "Carla"], 2)))
    binokel 1
    rules stammtisch 1 sha256:...
    seats Anna | Bert | Carla
    <BLANKLINE>
    deal 1 dealer 2
    <BLANKLINE>

    Raises:
        RecordError: a name, comment or further line of the head that no record can hold.
    """
    record = record_of(source) if isinstance(source, Match) else source
    return layout(record).text


def record_of(
    match: Match, *, date: str | None = None, header: Iterable[str] = (), base: Record | None = None
) -> Record:
    """Return the record of a match; what `base` has beyond the match's steps is kept.

    `base` is the record from which the match was resumed.
    """
    if base is not None:
        return _continued(base, match)
    return Record(
        rules=match.rules,
        version=match.rules.version,
        hash=content_hash(match.rules),
        seats=match.seats,
        date=date,
        header=tuple(header),
        items=_items(match, 0, ()),
    )


def record_of_view(view: MatchView) -> Record:
    """Return the redacted record of the running deal, as a seat or spectator sees it."""
    deal = view.deal
    items: list[Item] = [DealStart(view.number, deal.dealer)]
    for seat, action in deal.history:
        items.append(Entry(seat, action))
        if isinstance(action, TakeDabb) and deal.dabb is not None:
            items.append(DabbShown(deal.dabb))
        if isinstance(action, Shuffle) and view.rules.turned_up and deal.trump is not None:
            items.append(Turned(deal.trump))
    if deal.score is not None:
        items.append(Sums(view.totals))
    return Record(
        rules=view.rules,
        version=view.rules.version,
        hash=content_hash(view.rules),
        seats=view.seats,
        items=tuple(items),
    )


def _continued(base: Record, match: Match) -> Record:
    n = len(base.entries)
    if tuple(match.entries[:n]) != base.entries:
        raise ValueError("the match does not continue this record")
    return Record(
        rules=base.rules,
        version=base.version,
        hash=base.hash,
        seats=base.seats,
        date=base.date,
        header=base.header,
        items=(*base.items, *_items(match, n, base.items)),
    )


def _items(match: Match, start: int, before: Sequence[Item]) -> tuple[Item, ...]:
    """Return the items of a match from one entry on; `before` stand already."""
    walker = Match(match.rules, match.seats, match.first_dealer)
    items: list[Item] = [] if before else [DealStart(1, match.first_dealer)]
    is_started = not before or _is_started(before)
    for place, (seat, action) in enumerate(match.entries):
        number = len(walker.results) + 1
        walker.apply(action)
        if place < start:
            continue
        if isinstance(action, Shuffle):
            if not is_started:
                items.append(DealStart(number, walker.deal.dealer))
            is_started = False
        items.append(Entry(seat, action))
        if walker.deal.score is not None and not isinstance(action, Undo):
            items.append(Sums(walker.standing.totals))
    return tuple(items)


def _is_started(items: Sequence[Item]) -> bool:
    """Tell whether a deal has begun that is not shuffled yet."""
    starts = (DealStart, Shuffle)
    marks = (item.action if isinstance(item, Entry) else item for item in reversed(items))
    return isinstance(next((mark for mark in marks if isinstance(mark, starts)), None), DealStart)


class Layout(NamedTuple):
    """A record's text, and where its rules and each of its items stand in it."""

    text: str
    rules: Place
    items: tuple[Place, ...]
    end: Place


def _place(line: int, column: int = 1) -> Place:
    """Return a place in the text that is being written."""
    return Place(line, column, in_form=True)


def layout(record: Record) -> Layout:
    """Return the text of a record with the places of its items.

    Raises:
        RecordError: a name, comment or further line of the head that no record can hold.
    """
    lines = _head(record)
    if record.items and not isinstance(record.items[0], DealStart):
        raise unreadable("deal_missing", _place(len(lines) + 1))
    page = _Page(record, lines)
    for place, item in enumerate(record.items):
        following = record.items[place + 1] if place + 1 < len(record.items) else None
        page.write(item, following)
    text = "\n".join(lines) + "\n"
    return Layout(text, _place(2), tuple(page.places), _place(len(lines)))


def _head(record: Record) -> list[str]:
    rules = [record.rules.id, str(record.version or ""), record.hash or ""]
    lines = [f"binokel {VERSION}", " ".join(["rules", *filter(None, rules)])]
    for name in record.seats:
        _check_line(name, len(lines) + 1, forbidden="|")
    lines.append(f"seats {' | '.join(record.seats)}")
    if record.date is not None:
        _check_line(record.date, len(lines) + 1)
        lines.append(f"date {record.date}")
    for text in record.header:
        _check_line(text, len(lines) + 1)
        if is_known(text.split()[0].lower()):
            raise unreadable("head_line", _place(len(lines) + 1), text=text)
        lines.append(text)
    return [*lines, *_embedded(record.rules)]


def _check_line(text: str, line: int, forbidden: str = "") -> None:
    """Refuse what cannot stand in one line, or loses its blanks there."""
    good = text == text.strip() and len(text.splitlines()) == 1
    if not good or any(sign in text for sign in forbidden):
        raise unreadable("bad_line", _place(line), text=text)


def is_shipped(rules: RuleSet) -> bool:
    """Tell whether the name of a rule set is enough to find it again."""
    return rules.id in NAMES and rules == load_shipped(rules.id)


def _embedded(rules: RuleSet) -> list[str]:
    """Return the lines of a rule set that is not shipped in just this form."""
    if is_shipped(rules):
        return []
    lines = to_toml(rules).rstrip("\n").split("\n")
    heads = {f"[{section}]": f"[rules.{section}]" for section in SECTIONS}
    return ["[rules]", *(heads.get(line, line) for line in lines)]


class _Page:
    """The lines of a record and the places of its items; one trick stands on one line."""

    def __init__(self, record: Record, lines: list[str]) -> None:
        self.record = record
        self.lines = lines
        self.places: list[Place] = []
        self.trail = Trail(record.rules)
        self.before: Item | None = None

    def write(self, item: Item, following: Item | None) -> None:
        if isinstance(item, Entry):
            self._write_entry(item, following)
            self.trail.push(item)
        else:
            if isinstance(item, DealStart):
                self.trail.start(item.dealer)
                self.lines.append("")
            elif isinstance(item, Turned):
                self.trail.turn_up(item.suit)
            if isinstance(item, Comment | Contribution) and item.text:
                _check_line(item.text, len(self.lines) + 1)
            if isinstance(item, Sums) and len(item.totals) != self.record.rules.n_sides:
                form = sums_form(self.record)
                raise unreadable(
                    "form", _place(len(self.lines) + 1), text=f"sum {item.totals}", form=form
                )
            self._start(_format_note(item, self.record))
        self.before = item

    def _write_entry(self, entry: Entry, following: Item | None) -> None:
        action = entry.action
        if isinstance(action, BuryDone) and self._goes_without_saying(entry, following):
            self.places.append(self.places[-1])
            return
        words = format_action(action)
        if isinstance(action, Shuffle | Cut | NoCut | Knock | Undo):
            self._start(words)
        elif isinstance(action, BuryCard | TakeBack) and self._same_before(entry):
            self._append(" ", words.split()[1])
        elif isinstance(action, PlayCard) and self._same_trick():
            self._append(GAP, f"{entry.seat} {words}")
        else:
            self._start(f"{entry.seat} {words}")

    def _goes_without_saying(self, entry: Entry, following: Item | None) -> bool:
        last = self.trail.now.last
        return (
            isinstance(following, Entry)
            and following.seat == entry.seat
            and ends_burying(last, following)
        )

    def _same_before(self, entry: Entry) -> bool:
        """Tell whether the line before has the same seat bury, or take back, other cards."""
        before = self.before
        return (
            isinstance(before, Entry)
            and before.seat == entry.seat
            and type(before.action) is type(entry.action)
        )

    def _same_trick(self) -> bool:
        before = self.before
        is_play = isinstance(before, Entry) and isinstance(before.action, PlayCard)
        return is_play and self.trail.now.n_trick > 0

    def _start(self, text: str) -> None:
        self.lines.append(text)
        self.places.append(_place(len(self.lines)))

    def _append(self, gap: str, text: str) -> None:
        column = len(self.lines[-1]) + len(gap) + 1
        self.lines[-1] += gap + text
        self.places.append(_place(len(self.lines), column))


def _format_note(item: Note, record: Record) -> str:
    match item:
        case DealStart(number, dealer):
            return f"deal {number} dealer {dealer}"
        case Comment(text):
            return f"# {text}" if text else "#"
        case Sums(totals):
            return f"sum {format_sums(totals, record)}"
        case Turned(suit):
            return f"turned {suit}"
        case DabbShown(cards):
            return f"dabb {' '.join(map(str, cards))}"
        case Commit(digest):
            return f"commit {digest}"
        case Contribution(seat, text):
            return f"add {seat} {text}"
        case _:
            return f"secret {item.hex}"


def format_sums(totals: Sequence[int], record: Record) -> str:
    """Return the totals of all sides behind the names of their seats."""
    labels = side_labels(record.rules, record.seats)
    return " | ".join(f"{name} {total}" for name, total in zip(labels, totals, strict=True))


def sums_form(record: Record) -> str:
    """Return how a line of totals looks in this record."""
    return f"sum {format_sums([0] * record.rules.n_sides, record)}"


def side_labels(rules: RuleSet, seats: Sequence[str]) -> list[str]:
    """Return the names of each side, its seats joined by a plus."""
    return [" + ".join(seats[seat] for seat in side) for side in rules.sides]
