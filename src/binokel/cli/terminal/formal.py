"""What is no decision, and how far back the last one lies."""

from collections.abc import Sequence

from binokel.engine.actions import Action, DeclareMelds, PlayCard, Shuffle, TakeDabb
from binokel.engine.choices import Cards, Choice, Dabb, Melds
from binokel.engine.match import Entry, Match, Undo


def formal_action(choices: Sequence[Choice], n_cards: int) -> Action | None:
    """Return the one thing that can be done where there is nothing to decide.

    Source: rules.md [claim]: `auto_finish` for the last trick.
    """
    if len(choices) > 1:
        return None
    match choices[0]:
        case Melds(best=()):
            return DeclareMelds()
        case Cards(cards) if n_cards == 1:
            return PlayCard(cards[0])
        case Dabb():
            return TakeDabb()
    return None


def steps_to_undo(match: Match, seat: int) -> int:
    """Return how many steps lead back to the seat's last decision, 0 if none.

    What was done for the person (nothing to meld, the last card) is no decision.
    """
    standing = standing_entries(match)
    before = Match(match.rules, match.seats, match.first_dealer)
    found = 0
    for place, entry in enumerate(standing):
        if isinstance(entry.action, Shuffle):
            found = 0
        elif entry.seat == seat and _was_decision(before, seat):
            found = len(standing) - place
        before.apply(entry.action)
    return found


def standing_entries(match: Match) -> list[Entry]:
    """Return the entries that were not taken back."""
    standing: list[Entry] = []
    for entry in match.entries:
        if isinstance(entry.action, Undo):
            del standing[-entry.action.n :]
        else:
            standing.append(entry)
    return standing


def _was_decision(match: Match, seat: int) -> bool:
    deal = match.deal
    n_cards = len(deal.hand(seat)) if deal.hands else 0
    return formal_action(deal.choices(), n_cards) is None
