"""Shuffling, cutting and knocking; then the cards are dealt.

Source: rules.md [cut-duty], [cut-size], [knock-requester], [deal-patterns].
"""

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.cards.card import Rank
from binokel.engine.actions import Action, Cut, Knock, NoCut, Shuffle
from binokel.engine.choices import Chance, Choice, Cuts
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.phase import Phase
from binokel.engine.phases import flow
from binokel.errors import IllegalAction, Reason
from binokel.rules.bidding import start_auction
from binokel.rules.deal import cut_deck, deal_cards, largest_cut

if TYPE_CHECKING:
    from binokel.engine.state import DealState


class ShufflePhase:
    """Chance lays the deck."""

    @staticmethod
    def choices(_state: "DealState") -> tuple[Choice, ...]:
        """Return that chance is to act."""
        return (Chance(),)

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why a shuffle is refused: it must be the whole deck."""
        if not isinstance(action, Shuffle):
            return wrong_phase(state, action)
        if action.order is None or Counter(action.order) != Counter(state.rules.cards):
            return refuse(state, action, Reason.NOT_THE_DECK, n=len(state.rules.cards))
        return None

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Lay the deck; go on to cutting, or deal at once where nobody cuts."""
        assert isinstance(action, Shuffle)
        assert action.order is not None
        state = replace(state, order=action.order, history=(*state.history, (state.to_act, action)))
        deal = state.rules.deal
        if deal.cut == "none" and not deal.knock:
            return _deal(state, knocked=False)
        return replace(state, phase=Phase.CUT, to_act=(state.dealer - 1) % state.rules.n_seats)


class CutPhase:
    """The left neighbour of the dealer cuts, knocks, or leaves the deck."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return how the deck may be cut."""
        deal = state.rules.deal
        maximum = 0 if deal.cut == "none" else largest_cut(state.rules)
        return (Cuts(maximum, deal.knock, deal.cut != "mandatory"),)

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why a way of cutting is refused."""
        deal = state.rules.deal
        match action:
            case Cut(n):
                if deal.cut == "none":
                    return refuse(state, action, Reason.NO_CUTTING)
                maximum = largest_cut(state.rules)
                if not 1 <= n <= maximum:
                    return refuse(state, action, Reason.CUT_OUT_OF_RANGE, n=n, maximum=maximum)
            case Knock():
                if not deal.knock:
                    return refuse(state, action, Reason.NO_KNOCKING)
            case NoCut():
                if deal.cut == "mandatory":
                    return refuse(state, action, Reason.CUT_MANDATORY)
            case _:
                return wrong_phase(state, action)
        return None

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Cut the deck and deal."""
        order = cut_deck(state.order, action.n) if isinstance(action, Cut) else state.order
        state = replace(state, order=order, history=(*state.history, (state.to_act, action)))
        return _deal(state, knocked=isinstance(action, Knock))


def _deal(state: "DealState", knocked: bool) -> "DealState":
    """Deal the cards and open the auction, or the first window where there is none."""
    rules = state.rules
    hands, dabb, stock = deal_cards(rules, state.order, state.dealer, knocked)
    state = replace(
        state,
        knocked=knocked,
        hands=hands,
        held_ever=hands,
        dabb=dabb,
        stock=stock,
        melds=(() if stock else None,) * rules.n_seats,
    )
    if rules.bidding.form != "none":
        auction = start_auction(rules, state.dealer)
        return replace(state, phase=Phase.AUCTION, auction=auction, to_act=auction.to_act)
    turned = stock[-1]
    turned_dix = turned.rank is Rank.SIEBENER and bool(rules.melds.dix)
    state = replace(state, trump=turned.suit, turned_dix=turned_dix)
    return flow.open_play(state)
