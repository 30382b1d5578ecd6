"""How far a training has come, for whoever watches it."""

from typing import Protocol


class Tell(Protocol):
    """Takes what was done (`train.progress.<what>` has its words) with numbers and names."""

    def __call__(self, what: str, /, **values: object) -> object:
        """Tell it."""


def silent(what: str, /, **values: object) -> None:
    """Tell nothing."""
    del what, values
