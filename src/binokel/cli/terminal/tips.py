"""What the computer would do in the person's place, why, and what else it has weighed."""

from binokel.cli.terminal.formal import standing_entries
from binokel.cli.terminal.session import Session
from binokel.engine.match import Match
from binokel.players.base import Decision
from binokel.players.registry import adviser_for, find_player, table_budget
from binokel.telling.advice import Advice, Weighed, advice, goes_on


def give(session: Session, *, more: bool) -> None:
    """Say what the computer would do, and why or what else it has weighed.

    Enter then does it.
    """
    console, words = session.console, session.words
    found = advice(session.scene, _decisions(session))
    session.hint = found.actions
    console.line(words("tip.head"), "cyan")
    console.line(f"  {found.text}", "bold", indent=4)
    if more:
        _compare(session, found)
        return
    for reason in found.reasons:
        console.line(f"  {reason}", indent=4)
    if found.weighed:
        console.line(f"  {words('tip.more')}", "dim", indent=4)


def _compare(session: Session, found: Advice) -> None:
    """Write the alternatives, the best first, and what their values mean."""
    console, words = session.console, session.words
    if not found.weighed:
        console.line(f"  {words('tip.nothing_else')}", indent=4)
        return
    for other in found.weighed:
        console.line(f"  {_row(session, other)}", indent=6)
    console.line(f"  {found.meaning}", "dim", indent=2)


def _row(session: Session, other: Weighed) -> str:
    mark = "→" if other.is_advised else " "
    worth = f"{other.value}, {other.chance}" if other.chance else other.value
    return f"{mark} {session.words('labelled', label=other.text, text=worth)}"


def _decisions(session: Session) -> list[Decision]:
    """Return what the computer would do now: while burying, up to the last card."""
    name = session.adviser = session.adviser or adviser_for(session.match.rules)
    player, budget = find_player(name), table_budget(name)
    match = Match(session.match.rules, session.match.seats, session.match.first_dealer)
    for entry in standing_entries(session.match):
        match.apply(entry.action)
    found: list[Decision] = []
    with session.console.thinking(session.words("tip.thinking")):
        while not found or (goes_on(found) and match.to_act == session.me):
            found.append(player.decide(match.observe(session.me), session.rng(), budget))
            match.apply(found[-1].action)
    return found
