"""Hints: what the computer would do in a person's place, told to the page that asks."""

import asyncio
import logging
from typing import NamedTuple

import msgspec

from binokel.engine.match import MatchView
from binokel.errors import TooBusy
from binokel.players.base import Decision
from binokel.server.faults import own_fault
from binokel.server.table.bots import Turn, advise
from binokel.server.table.journal import Course
from binokel.server.table.listening import Listener, send
from binokel.server.table.speech import hint, told_fault
from binokel.server.table.wire import NoHint
from binokel.telling.advice import goes_on
from binokel.workers import Workers

_log = logging.getLogger(__name__)


class _Thought(NamedTuple):
    """What a seat has been advised: the decisions, and the view that they are for."""

    view: MatchView
    decisions: list[Decision]


class _Asked:
    """A hint for a seat: who thinks about it, and the pages that wait for it."""

    def __init__(self, thinking: "asyncio.Task[_Thought]") -> None:
        self.thinking = thinking
        self.listeners: list[Listener] = []


class Hints:
    """The hints of a table: one for each seat that asks, thought about once.

    The player thinks beside the table's queue, behind all whose turn it is, and sees what the
    seat sees. Whatever is done at the table makes all hints void.
    """

    def __init__(self, table: str, workers: Workers) -> None:
        self.table = table
        self.workers = workers
        self._asked: dict[int, _Asked] = {}

    def ask(self, course: Course, listener: Listener) -> None:
        """Take a question that is allowed; the answer comes by the page's `send`."""
        asked = self._asked.get(listener.seat)
        if asked is None:
            asked = self._asked[listener.seat] = self._begun(course, listener.seat)
        if listener in asked.listeners:
            return
        if asked.thinking.done():
            self._answer(course, asked, [listener])
        else:
            asked.listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        """Answer a page no more; what nobody waits for is not thought about."""
        asked = self._asked.get(listener.seat)
        if asked is None or listener not in asked.listeners:
            return
        asked.listeners.remove(listener)
        if not asked.listeners:
            self._asked.pop(listener.seat).thinking.cancel()

    def void(self) -> None:
        """Forget all hints: the table has moved on."""
        for asked in self._asked.values():
            asked.thinking.cancel()
        self._asked = {}

    def _begun(self, course: Course, seat: int) -> _Asked:
        thinking = asyncio.create_task(self._think(course, seat))
        asked = _Asked(thinking)

        def tell(task: "asyncio.Task[_Thought]") -> None:
            if not task.cancelled() and self._asked.get(seat) is asked:
                listeners, asked.listeners = asked.listeners, []
                self._answer(course, asked, listeners)

        thinking.add_done_callback(tell)
        return asked

    async def _think(self, course: Course, seat: int) -> _Thought:
        """Return what to do now: while burying, up to the last card."""
        view, deal = course.match.observe(seat), course.match.deal
        first, found = view, list[Decision]()
        while not found or (goes_on(found) and deal.to_act == seat):
            seed = f"{course.start.seed}/{course.seq}/hint"
            key = f"{course.rules.id} {course.start.rules_hash}"
            decision = await self.workers.run_patiently(advise, Turn("", view, seed, key))
            fault = deal.why_illegal(decision.action)
            if fault is not None:
                raise fault
            found.append(decision)
            deal = deal.apply(decision.action)
            view = msgspec.structs.replace(view, deal=deal.observe(seat))
        return _Thought(first, found)

    def _answer(self, course: Course, asked: _Asked, listeners: list[Listener]) -> None:
        """Send pages what was found, or that it has failed and may be asked again."""
        error = asked.thinking.exception()
        if error is not None:
            self._asked = {seat: other for seat, other in self._asked.items() if other is not asked}
            if not isinstance(error, TooBusy):
                _log.error("table %s: no hint", self.table, exc_info=error)
        for listener in listeners:
            words = (listener.lang, listener.suits)
            if error is None:
                thought = asked.thinking.result()
                send(listener, hint(thought.decisions, thought.view, words, course.seq))
            elif isinstance(error, TooBusy):
                send(listener, NoHint(course.seq, told_fault(error, words, ())))
            else:
                send(listener, NoHint(course.seq, own_fault("no_hint", listener.lang)))
