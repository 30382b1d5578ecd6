"""Records replayed and checked: every action, deal line, sum and commitment."""

from collections.abc import Iterator

from binokel.engine.actions import Shuffle
from binokel.engine.fairness import commitment, derive_order
from binokel.engine.match import Entry, Match, Undo
from binokel.engine.record.faults import Place, broken, illegal, unreadable
from binokel.engine.record.mapping import read_record
from binokel.engine.record.model import (
    Commit,
    Contribution,
    DabbShown,
    DealStart,
    Item,
    Record,
    Secret,
    Sums,
    Turned,
    is_hidden,
)
from binokel.engine.record.words import format_action, format_actions
from binokel.engine.record.writer import Layout, format_sums, is_shipped, layout
from binokel.engine.state import CHANCE
from binokel.errors import IllegalAction, Reason, RecordError
from binokel.locales import text as locale_text
from binokel.rules.writer import content_hash


def replay(record: Record, places: Layout | None = None) -> Match:
    """Return the match at the end of a record, which may stop anywhere.

    `places` is where its items stand in the text that was given (`read_record` returns both).

    Raises:
        RecordError: the record breaks a rule, was made by other rules, contradicts itself, or
            hides cards; without `places` line and column are those of `format_record(record)`,
            and the error says so (`details["in_form"]`).
    """
    where = places or layout(record)
    match = start(record, where)
    for _ in walk(record, match, where):
        pass
    return match


def verify(text: str) -> tuple[Record, Match]:
    """Return the record of a text (or JSON text) and its match, all checked.

    The places in a JSON text are those in its text form, and the error says so.

    Raises:
        RecordError: it cannot be read, or (with `details["reason"]`) it breaks a rule.
    """
    record, places = read_record(text)
    return record, replay(record, places)


def start(record: Record, places: Layout | None = None) -> Match:
    """Return the match of a record before its first step, for `walk`.

    Raises:
        RecordError: the record was made by other rules, hides cards, or has no deal.
    """
    return _start(record, places or layout(record))


def walk(record: Record, match: Match, places: Layout | None = None) -> Iterator[Item]:
    """Yield each item of a record after doing it to `match`, which `start` has made.

    Raises:
        RecordError: as `replay`.
    """
    walker = _Walker(record, match)
    where = places or layout(record)
    for item, place in zip(record.items, where.items, strict=True):
        walker.do(item, place)
        yield item


def _start(record: Record, places: Layout) -> Match:
    rules = record.rules
    if record.version is not None and record.version != rules.version:
        raise _other_rules("wrong_version", record, places, record.version, rules.version)
    digest = content_hash(rules)
    if record.hash is not None and not _same_hash(record.hash, digest):
        raise _other_rules("wrong_hash", record, places, record.hash, digest)
    for item, place in zip(record.items, places.items, strict=True):
        if isinstance(item, Entry) and is_hidden(item):
            raise unreadable("redacted", place)
    first = record.items[0] if record.items else None
    if not isinstance(first, DealStart):
        raise unreadable("deal_missing", places.end)
    return Match(rules, record.seats, first.dealer)


def _other_rules(
    reason: str, record: Record, places: Layout, old: str | int, new: str | int
) -> RecordError:
    """Return the error of a record whose rules are not those that it was made by."""
    what = reason if is_shipped(record.rules) else f"{reason}_embedded"
    values = {"rules": record.rules.id, "old": old, "new": new}
    return unreadable(what, places.rules, reason=reason, **values)


def _same_hash(written: str, digest: str) -> bool:
    """Compare a hash, which people may shorten with an ellipsis."""
    if written.endswith("…"):
        return digest.startswith(written.removesuffix("…"))
    return written == digest


class _Shuffled:
    """What is known of the shuffle of one deal."""

    def __init__(self) -> None:
        self.commit: str | None = None
        self.contributions: dict[int, str] = {}
        self.secret: bytes | None = None
        self.shuffle: Shuffle | None = None


class _Walker:
    """Does the items of a record to a match, one by one."""

    def __init__(self, record: Record, match: Match) -> None:
        self.record = record
        self.match = match
        self.is_started = False
        self.shuffled = _Shuffled()

    def do(self, item: Item, place: Place) -> None:
        """Do an item to the match, or compare it where it only states something.

        Raises:
            RecordError: it breaks a rule or contradicts what has happened.
        """
        match item:
            case Entry():
                self._entry(item, place)
            case DealStart():
                self._deal(item, place)
            case Sums(totals):
                self._sums(totals, place)
            case Turned(suit):
                if self.match.deal.trump is not suit:
                    raise broken("wrong_turned", place, suit=suit)
            case DabbShown(cards):
                if sorted(cards) != sorted(self.match.deal.dabb):
                    raise broken("wrong_dabb", place, dabb=" ".join(map(str, self.match.deal.dabb)))
            case Commit() | Contribution():
                self._before_shuffle(item, place)
            case Secret(digits):
                self._secret(bytes.fromhex(digits), place)

    def _deal(self, item: DealStart, place: Place) -> None:
        match = self.match
        number = len(match.results) + 1
        if match.to_act != CHANCE or self.is_started:
            raise broken("deal_too_soon", place, number=number)
        if (item.number, item.dealer) != (number, match.next_dealer):
            raise broken("wrong_deal", place, number=number, dealer=match.next_dealer)
        self.is_started = True
        self.shuffled = _Shuffled()

    def _sums(self, totals: tuple[int, ...], place: Place) -> None:
        right = self.match.standing.totals
        if totals != right:
            raise broken("wrong_sum", place, sums=format_sums(right, self.record))

    def _entry(self, entry: Entry, place: Place) -> None:
        action, match = entry.action, self.match
        words = format_action(action)
        if isinstance(action, Shuffle) and match.to_act == CHANCE and not self.is_started:
            raise broken("no_deal", place, number=len(match.results) + 1, dealer=match.next_dealer)
        to_act = match.to_act
        if not isinstance(action, Undo) and to_act is not None and to_act != entry.seat:
            raise illegal(self._wrong_seat(entry), place, words, self._instead())
        fault = match.why_illegal(action)
        if fault is not None:
            instead = self._instead(undo=isinstance(action, Undo))
            raise illegal(fault, place, words, instead)
        match.apply(action)
        if isinstance(action, Shuffle):
            self.is_started = False
            self.shuffled.shuffle = action
            self._check_order(place)

    def _wrong_seat(self, entry: Entry) -> IllegalAction:
        seats = {"to_act": self.match.to_act, "seat": entry.seat}
        if self.match.to_act == CHANCE or entry.seat in (CHANCE, None):
            phase = self.match.deal.phase.value
            message = locale_text("reason.wrong_phase", "en", phase=phase)
            return IllegalAction(
                Reason.WRONG_PHASE, message, action=entry.action, seat=entry.seat, phase=phase
            )
        message = locale_text("reason.wrong_seat", "en", **seats)
        return IllegalAction(
            Reason.WRONG_SEAT,
            message,
            action=entry.action,
            seat=entry.seat,
            to_act=self.match.to_act,
        )

    def _instead(self, *, undo: bool = False) -> str:
        """Return what may be done now, in the words of the record."""
        match = self.match
        if undo:
            return f"`undo 1` … `undo {match.n_steps}`" if match.n_steps else "–"
        if match.to_act is None:
            return "–"
        if match.to_act == CHANCE:
            number = len(match.results) + 1
            start = "" if self.is_started else f"`deal {number} dealer {match.next_dealer}`, "
            return f"{start}`shuffle …`"
        return format_actions(match.deal.legal_actions(), match.to_act)

    def _before_shuffle(self, item: Commit | Contribution, place: Place) -> None:
        shuffled = self.shuffled
        is_late = not self.is_started or (
            isinstance(item, Contribution) == (shuffled.commit is None)
        )
        if is_late or (isinstance(item, Contribution) and item.seat in shuffled.contributions):
            raise broken("wrong_commitment", place)
        if isinstance(item, Commit):
            shuffled.commit = item.hash
        else:
            shuffled.contributions[item.seat] = item.text

    def _secret(self, secret: bytes, place: Place) -> None:
        shuffled = self.shuffled
        if shuffled.commit is None or shuffled.secret is not None:
            raise broken("wrong_commitment", place)
        if commitment(secret) != shuffled.commit:
            raise broken("wrong_secret", place, commit=shuffled.commit)
        shuffled.secret = secret
        self._check_order(place)

    def _check_order(self, place: Place) -> None:
        """Derive the shuffle anew once secret and shuffle are there."""
        found = self.shuffled
        if found.secret is None or found.shuffle is None:
            return
        rules = self.record.rules
        order = derive_order(rules.cards, found.secret, found.contributions, rules.n_seats)
        if order != found.shuffle.order:
            raise broken("wrong_shuffle", place, order=" ".join(map(str, order)))
