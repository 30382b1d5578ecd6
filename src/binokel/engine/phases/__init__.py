"""The phases of a deal: each says what may be done, why not, and what follows."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from binokel.engine.actions import Action
    from binokel.engine.choices import Choice
    from binokel.engine.state import DealState
    from binokel.errors import IllegalAction


class PhaseRules(Protocol):
    """What every phase offers; `apply` is only called with an action that has no fault."""

    @staticmethod
    def choices(state: "DealState", /) -> "tuple[Choice, ...]":
        """Return what the seat to act may do."""

    @staticmethod
    def fault(state: "DealState", action: "Action", /) -> "IllegalAction | None":
        """Return why an action is refused, or None."""

    @staticmethod
    def apply(state: "DealState", action: "Action", /) -> "DealState":
        """Return the state after a legal action."""
