"""The lines of a person's list, for which no match is played through again.

Beside each journal stands a summary: how the match stood when the journal had so many entries.
It holds for this very length and version of the program only, and is made anew otherwise;
`check` compares it with the match itself each time that a table is woken up.
"""

import logging
from datetime import UTC, datetime

import msgspec

from binokel import __version__
from binokel.cards.notation import Lang
from binokel.engine.match import MatchView
from binokel.errors import JournalUnreadable, StaleSequence, StoreFailed
from binokel.locales import text
from binokel.rules.match import DealResult, standing
from binokel.rules.sheet import title
from binokel.server.table.journal import Course, begun, rebuilt
from binokel.server.table.speech import standing_line
from binokel.store.base import Store, Stream

JOURNALS, SUMMARIES = "table/", "summary/"

_log = logging.getLogger(__name__)


class Listed(msgspec.Struct, frozen=True):
    """A table in a person's list; `line` says how the match stands, `updated` is ISO 8601."""

    table: str
    title: str
    seats: tuple[str, ...]
    line: str
    finished: bool
    updated: str


class Summary(msgspec.Struct, frozen=True):
    """How a match stood when its journal had `seq` entries, by a version of the program."""

    version: str
    seq: int
    results: tuple[DealResult, ...]
    number: int


_decoder = msgspec.json.Decoder(Summary)


def summary_of(course: Course) -> Summary:
    """Return how a match stands."""
    view = course.match.observe(None)
    return Summary(__version__, course.seq, view.results, view.number)


class Shelf:
    """Journals and summaries as they are now, of all tables or those whose names begin so.

    Raises:
        StoreFailed: they cannot be read.
    """

    def __init__(self, store: Store, names: str = "") -> None:
        self.store = store
        self.journals = _by_name(store, JOURNALS, names)
        self._summaries = _by_name(store, SUMMARIES, names)

    def line(self, name: str, person: str, lang: Lang, now: Summary | None) -> Listed:
        """Return the line of a table; `now` is its summary where the match is in memory.

        Raises:
            StoreFailed: the store cannot be read.
        """
        updated = _iso(self.journals[name].updated_ms)
        try:
            course = begun(self.store.read(JOURNALS + name, most=1)[0])
            summary = self._summary(name, now)
        except JournalUnreadable as error:
            _log.error("table %s: %s", name, error)
            why = text("server.error.journal_unreadable", lang)
            return Listed(name, name, (), why, finished=False, updated=updated)
        view = _view(course, summary, person)
        return Listed(
            table=name,
            title=title(course.rules, lang),
            seats=view.seats,
            line=standing_line(view, lang),
            finished=standing(course.rules, summary.results).finished,
            updated=updated,
        )

    def check(self, name: str, now: Summary) -> None:
        """Tell in the log of a summary that contradicts its match, and mend it.

        Raises:
            StoreFailed: the store cannot be read.
        """
        stored = self._stored(name)
        if stored is None or (stored.version, stored.seq) != (now.version, now.seq):
            return
        if stored != now:
            _log.error("table %s: its summary was wrong and is made anew", name)
            self._keep(name, now)

    def _summary(self, name: str, now: Summary | None) -> Summary:
        """Return how a match stands; if nobody has written that down yet, do it."""
        stored, newest = self._stored(name), self.journals[name].seq
        if stored is not None and (stored.version, stored.seq) == (__version__, newest):
            return stored
        if now is None or now.seq < newest:  # another server has gone on with the match
            now = summary_of(rebuilt(self.store.read(JOURNALS + name)))
        if now != stored:
            self._keep(name, now)
        return now

    def _stored(self, name: str) -> Summary | None:
        """Return the newest summary of a table, None if there is none that can be read."""
        stream = self._summaries.get(name)
        if stream is None:
            return None
        (line,) = self.store.read(SUMMARIES + name, stream.seq - 1, most=1)
        try:
            return _decoder.decode(line)
        except (msgspec.MsgspecError, RecursionError) as error:
            _log.warning("table %s: its summary is made anew: %s", name, error)
            return None

    def _keep(self, name: str, summary: Summary) -> None:
        """Write a summary; where that fails the list is none the worse, only slower."""
        stream = self._summaries.get(name)
        seq = 0 if stream is None else stream.seq
        try:
            self.store.append(SUMMARIES + name, seq, [msgspec.json.encode(summary).decode()])
        except StaleSequence:
            return  # another list has just written it
        except StoreFailed as error:
            _log.warning("table %s: its summary is not kept: %s", name, error)


def _by_name(store: Store, kind: str, names: str) -> dict[str, Stream]:
    return {stream.name.removeprefix(kind): stream for stream in store.streams(kind + names)}


def _view(course: Course, summary: Summary, person: str) -> MatchView:
    """Return what a list tells of a match: how it stands, without the cards."""
    view = course.match.observe(course.seat_of(person))
    totals = standing(course.rules, summary.results).totals
    return msgspec.structs.replace(
        view, totals=totals, results=summary.results, number=summary.number
    )


def _iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")
