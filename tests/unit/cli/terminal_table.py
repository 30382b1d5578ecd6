"""Tables for the tests of single moves: a new one, and one where Anna has won the bidding."""

from collections.abc import Sequence
from contextlib import suppress

from binokel.cards import Card, Suit
from binokel.cli.terminal import setup
from binokel.cli.terminal.console import Console, Leave
from binokel.cli.terminal.options import parse_options
from binokel.cli.terminal.person import take_turn
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.words import Words
from binokel.engine.actions import Action, Bid, BuryCard, NoCut, Pass, Shuffle, TakeDabb
from binokel.engine.phase import Phase
from binokel.rules.catalog import find_ruleset
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RuleSet
from tests.unit.cli.terminal_robot import Keyboard, Screen, script

MINE = ["EA", "EZ", "EK", "EO", "EU", "SA", "SO", "HA", "BA", "BU", "BU", "BO"]
DABB = ["HZ", "HK", "BZ", "BK"]


def stacked(rules: RuleSet) -> tuple[Card, ...]:
    """Return a deck in which seat 1, forehand, gets `MINE` and the Dabb is `DABB` (4-2-4-2-4)."""
    mine, dabb = [Card(c) for c in MINE], [Card(c) for c in DABB]
    rest = list(rules.cards)
    for card in (*mine, *dabb):
        rest.remove(card)
    order: list[Card] = []
    for i in range(3):
        order += mine[4 * i : 4 * i + 4] + rest[8 * i : 8 * i + 8] + dabb[2 * i : 2 * i + 2]
    return tuple(order)


def new_table(
    rules: RuleSet | str, lines: Sequence[str] = (), seed: int = 1
) -> tuple[Session, Screen]:
    """Return a new match with a person who types these lines, and the screen."""
    screen = Screen()
    console = Console(Keyboard(screen, script(lines)), screen)
    options = parse_options(["--lang", "de", "--seed", str(seed)])
    words = Words("de", "württemberg", has_symbols=True)
    found = find_ruleset(rules) if isinstance(rules, str) else rules
    return setup.new_session(options, console, words, found, ("uniform", "Anna")), screen


def declaring(changes: dict[str, object], actions: Sequence[Action]) -> Session:
    """Return a match in which Anna is forehand with `MINE`, has won at 200, and did `actions`."""
    rules = from_mapping({"extends": "stammtisch", "deal": {"first_dealer": "seat-0"}, **changes})
    options = parse_options(["--lang", "de", "--seed", "1"])
    words = Words("de", "württemberg", has_symbols=True)
    screen = Screen()
    console = Console(Keyboard(screen, script([])), screen)
    seats = "uniform,uniform,ich"
    session = setup.new_session(options, console, words, rules, (seats, "Anna"))
    session.setup.me = 1
    session.players = {0: session.players[0], 2: session.players[0]}
    for action in (Shuffle(stacked(rules)), NoCut(), Bid(200), Pass(), Pass(), *actions):
        session.apply(action)
    return session


def types(session: Session, *lines: str) -> str:
    """Let Anna type lines until something is done or they are used up; return the screen."""
    screen = Screen()
    session.console = Console(Keyboard(screen, script(lines)), screen)
    with suppress(Leave):
        take_turn(session)
    return screen.getvalue().replace("\n  ", " ")


EICHEL = Suit.E


def map_bury(cards: str) -> list[Action]:
    return [BuryCard(Card(card)) for card in cards.split()]


def after_burying(changes: dict[str, object] | None = None) -> Session:
    session = declaring(changes or {}, [TakeDabb()])
    types(session, "HZ HK BZ BK")
    types(session, "")
    assert session.view.deal.phase is Phase.TRUMP
    return session
