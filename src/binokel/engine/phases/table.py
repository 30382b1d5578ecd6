"""Which rules hold in which phase."""

from typing import TYPE_CHECKING

from binokel.engine.actions import Action
from binokel.engine.choices import Choice
from binokel.engine.faults import refuse
from binokel.engine.phase import Phase
from binokel.engine.phases import PhaseRules
from binokel.engine.phases.auction import AuctionPhase
from binokel.engine.phases.calling import GivePhase
from binokel.engine.phases.chance import CutPhase, ShufflePhase
from binokel.engine.phases.dabb import BuryPhase, DabbPhase
from binokel.engine.phases.melding import MeldPhase
from binokel.engine.phases.naming import TrumpPhase
from binokel.engine.phases.play import PlayPhase
from binokel.engine.phases.signing import SignPhase
from binokel.engine.phases.window import WindowPhase
from binokel.errors import IllegalAction, Reason

if TYPE_CHECKING:
    from binokel.engine.state import DealState


class OverPhase:
    """The deal is over; nothing is legal."""

    @staticmethod
    def choices(_state: "DealState") -> tuple[Choice, ...]:
        """Return nothing."""
        return ()

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return that the deal is over."""
        return refuse(state, action, Reason.DEAL_OVER)

    @staticmethod
    def apply(state: "DealState", _action: Action) -> "DealState":
        """Never called: every action has a fault here."""
        raise AssertionError(state.phase)


PHASES: dict[Phase, PhaseRules] = {
    Phase.SHUFFLE: ShufflePhase,
    Phase.CUT: CutPhase,
    Phase.AUCTION: AuctionPhase,
    Phase.DABB: DabbPhase,
    Phase.GIVE: GivePhase,
    Phase.BURY: BuryPhase,
    Phase.TRUMP: TrumpPhase,
    Phase.MELD: MeldPhase,
    Phase.WINDOW: WindowPhase,
    Phase.PLAY: PlayPhase,
    Phase.SIGN: SignPhase,
    Phase.OVER: OverPhase,
}
