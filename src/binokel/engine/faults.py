"""Refusals: one place that turns a reason and its facts into an IllegalAction."""

from typing import TYPE_CHECKING, Any

from binokel.errors import IllegalAction, Reason
from binokel.locales import text

if TYPE_CHECKING:
    from binokel.engine.actions import Action
    from binokel.engine.state import DealState


def refuse(state: "DealState", action: "Action", reason: Reason, **details: Any) -> IllegalAction:
    """Return the refusal of an action, with its English message from the catalogue."""
    message = text(f"reason.{reason}", "en", **details)
    return IllegalAction(reason, message, action=action, seat=state.to_act, **details)


def wrong_phase(state: "DealState", action: "Action") -> IllegalAction:
    """Return the refusal of an action that does not belong to this moment."""
    return refuse(state, action, Reason.WRONG_PHASE, phase=state.phase.value)
