"""What the computer would do in the person's place, why, and what else it has weighed."""

from typing import Any

from binokel.cards.card import Card, Suit
from binokel.cli.terminal.formal import standing_entries
from binokel.cli.terminal.session import NODES, Session
from binokel.engine.actions import Action, BuryCard, TakeBack
from binokel.engine.match import Match
from binokel.locales import has_text, text
from binokel.players.base import Budget, Decision, Fact
from binokel.players.registry import DEFAULT, find_player
from binokel.telling.describe import describe

MOST_ALTERNATIVES = 3
MOST_CARDS = 12
"""More cards than any set buries: burying ends."""


def give(session: Session) -> None:
    """Say what the computer would do and why; Enter then does it."""
    console, words = session.console, session.words
    decisions = _decisions(session)
    first = decisions[0]
    session.hint = tuple(decision.action for decision in decisions)
    console.line(words("tip.head"), "cyan")
    console.line(f"  {_said(session, session.hint)}", "bold", indent=4)
    for fact in first.facts:
        if has_text(f"fact.{fact.code}", words.lang):
            console.line(f"  {_reason(session, fact)}", indent=4)
    weighed = _weighed(session, first)
    if len(weighed) > 1:
        console.line(f"  {words('tip.weighed', found=' · '.join(weighed))}", "dim", indent=4)


def _weighed(session: Session, decision: Decision) -> list[str]:
    """Return the best alternatives with values that speak for the decision."""
    best = decision.alternatives[:MOST_ALTERNATIVES]
    if not best or not (best[0].action == decision.action or isinstance(decision.action, BuryCard)):
        return []
    return [
        f"{describe(session.scene, other.action)} {session.words.points(round(other.value))}"
        for other in best
    ]


def _decisions(session: Session) -> list[Decision]:
    """Return what the computer would do now: while burying, up to the last card."""
    player = session.advisor = session.advisor or find_player(DEFAULT)
    match = Match(session.match.rules, session.match.seats, session.match.first_dealer)
    for entry in standing_entries(session.match):
        match.apply(entry.action)
    found: list[Decision] = []
    with session.console.thinking(session.words("tip.thinking")):
        while len(found) < MOST_CARDS:
            view = match.observe(session.me)
            decision = player.decide(view, session.rng(), Budget(nodes=NODES))
            is_card = isinstance(decision.action, BuryCard | TakeBack)
            if found and not is_card:
                break
            found.append(decision)
            match.apply(decision.action)
            if not is_card:
                break
    return found


def _said(session: Session, actions: tuple[Action, ...]) -> str:
    """Return actions in a few words, cards that are buried together in one."""
    buried = [action.card for action in actions if isinstance(action, BuryCard) and action.card]
    said = [
        describe(session.scene, action) for action in actions if not isinstance(action, BuryCard)
    ]
    if buried:
        cards = ", ".join(f"{session.words.card(card)} ({card})" for card in buried)
        said.append(session.words("tip.bury", card=cards))
    return ", ".join(said)


def _reason(session: Session, fact: Fact) -> str:
    values = {name: _value(session, name, value) for name, value in fact.values.items()}
    return text(f"fact.{fact.code}", session.words.lang, **values)


def _value(session: Session, name: str, value: Any) -> Any:
    """Return a value of a fact in words, which may be the code of a card or suit."""
    if name == "card":
        return session.words.card(Card(value))
    if name == "suit":
        return session.words.suit_name(Suit(value))
    return session.match.seats[value] if name == "seat" else value
