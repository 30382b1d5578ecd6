"""What comes before the cards, for every player that stands on the value model."""

from random import Random

from binokel.engine.choices import Bids, Bury, Dabb, Trumps
from binokel.engine.match import MatchView
from binokel.players.base import Decision
from binokel.players.search.calling import call
from binokel.players.search.manner import Manner
from binokel.players.search.naming import declare


def before_cards(view: MatchView, manner: Manner, rng: Random) -> Decision | None:
    """Return a bid, or what a declarer does before the melds; None elsewhere.

    Raises:
        Unsupported: the value model does not know these rules.
    """
    choices = view.deal.choices
    if isinstance(choices[0], Bids):
        return call(view, choices[0], manner, rng)
    if any(isinstance(choice, Dabb | Bury | Trumps) for choice in choices):
        return declare(view, manner)
    return None
