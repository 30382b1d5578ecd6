"""Who may work next, where there are more pieces of work than processes."""

import asyncio
from collections import deque

from binokel.errors import TooBusy, WorkerDied

MOST_PATIENT = 32
"""So many patient pieces of work may wait; who comes then is told to try again later."""


class Slots:
    """So many places to work; whoever is in a hurry comes before all who are patient.

    The patient never have all places at once where there are several: a hurried one that comes
    waits for hurried ones only.
    """

    def __init__(self, size: int) -> None:
        self._n_free = size
        self._n_free_patient = max(1, size - 1)
        self._hurried: deque[asyncio.Future[None]] = deque()
        self._patient: deque[asyncio.Future[None]] = deque()

    async def take(self, *, is_patient: bool) -> None:
        """Wait for a place; it must be given back.

        Raises:
            TooBusy: too many patient ones wait already.
            WorkerDied: the workers were closed meanwhile.
        """
        queue = self._patient if is_patient else self._hurried
        if is_patient and len(queue) >= MOST_PATIENT:
            raise TooBusy(f"{len(queue)} others wait for a free process: try again in a moment")
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                if turn in queue:
                    queue.remove(turn)
            elif turn.exception() is None:  # its turn came at the same moment
                self.give(is_patient=is_patient)
            raise

    def give(self, *, is_patient: bool) -> None:
        """Give a place back: the next one has it."""
        self._n_free += 1
        self._n_free_patient += is_patient
        self._let_in()

    def turn_away(self) -> None:
        """Tell all who wait that nothing is done any more."""
        for queue in (self._hurried, self._patient):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_exception(WorkerDied("the workers were closed"))

    def _let_in(self) -> None:
        while self._n_free and (self._hurried or (self._patient and self._n_free_patient)):
            is_patient = not self._hurried
            turn = (self._patient if is_patient else self._hurried).popleft()
            if turn.done():  # who waited has just gone
                continue
            self._n_free -= 1
            self._n_free_patient -= is_patient
            turn.set_result(None)
