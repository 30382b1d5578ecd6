"""What may be asked at any moment: help, last trick, melds, scores, undo, save, quit."""

from collections.abc import Callable
from typing import NamedTuple

from binokel.cli.terminal import melds, saving, tips
from binokel.cli.terminal.console import Leave, is_pause
from binokel.cli.terminal.formal import steps_to_undo
from binokel.cli.terminal.help import help_now, rules_sheet, words_of_the_game
from binokel.cli.terminal.question import Changed, confirmed, ran_command
from binokel.cli.terminal.reading import is_word, key_of, quoted
from binokel.cli.terminal.scores import deal_account, match_list
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.table import whole_table
from binokel.engine.actions import Bid, Pass
from binokel.engine.match import Undo

MORE = frozenset({"mehr", "more", "plus"})


class Command(NamedTuple):
    """A command: its letter, further words for it, and what it does."""

    letter: str
    words: str
    run: Callable[[Session], None]


class Quit(Leave):
    """The person has said that the match is to end here, and whether it is saved."""

    def __init__(self, *, save: bool) -> None:
        super().__init__()
        self.save = save


def find_command(text: str) -> Callable[[Session], None] | None:
    """Return what a letter or word commands, None if it is no command."""
    key = key_of(text)
    first, _, rest = key.partition(" ")
    if first in ("tempo", "pause", "pace"):
        return lambda session: _set_pause(session, rest)
    if rest in MORE and _BY_WORD.get(first) is _tip:
        return _tip_more
    if first in ("?", "hilfe", "help", "aide") and rest:
        return find_command(rest) or _help
    return _BY_WORD.get(key)


def hold(session: Session) -> bool:
    """Wait for Enter where a person is watching, answering commands meanwhile.

    Returns whether the match is still where it was: an undo also ends the waiting.

    Raises:
        Leave: the person wants to leave.
    """
    n_entries = len(session.match.entries)
    while session.console.interactive:
        text = session.console.ask(session.words("go_on"))
        command = find_command(text)
        if not text:
            return True
        if command is None:
            session.console.line(session.words("misread.here", text=quoted(text)), "yellow")
            continue
        try:
            command(session)
        except Changed:
            return False
        if len(session.match.entries) != n_entries:
            return False
    return True


def _help(session: Session) -> None:
    help_now(session)


def _last_trick(session: Session) -> None:
    words, view = session.words, session.view
    if not view.deal.tricks:
        session.console.line(words("last.none"))
        return
    trick = view.deal.tricks[-1]
    session.console.line(words("last.head", n=len(view.deal.tricks)))
    for i, card in enumerate(trick.cards):
        name = view.seats[(trick.leader + i) % len(view.seats)]
        session.console.line(f"  {name:<12}  {words.full(card)}")
    won = session.say("trick_to", trick.winner, points=trick.points)
    session.console.line(f"  {won}")


def _melds(session: Session) -> None:
    melds.on_table(session)


def _scores(session: Session) -> None:
    last = session.last_deal()
    if last is not None:
        deal_account(session, last)
    match_list(session, standing=last is None or last.view.totals != session.view.totals)


def _history(session: Session) -> None:
    view, words = session.view, session.words
    calls = [(seat, action) for seat, action in view.deal.history if isinstance(action, Bid | Pass)]
    if not calls:
        session.console.line(words("history.none"))
        return
    said = [
        f"{view.seats[seat]} {action.value if isinstance(action, Bid) else words('weg')}"
        for seat, action in calls
    ]
    line = words("labelled", label=words("history.head"), text=", ".join(said))
    session.console.line(line, indent=4)


def _helper(session: Session) -> None:
    melds.helper(session)


def _undo(session: Session) -> None:
    words = session.words
    n = steps_to_undo(session.match, session.me)
    if not n:
        session.console.line(words("undo.none"))
        return
    session.apply(Undo(n))
    saving.journal(session)
    session.console.line(words("undo.done"), "yellow")
    whole_table(session.console, words, session.view, session.me)


def _save(session: Session) -> None:
    saving.try_save(session)


def _quit(session: Session) -> None:
    """Ask whether to save. Typing q once more is leaving, too: saved, nothing is lost."""
    words = session.words
    if not session.match.n_steps:
        raise Quit(save=False)
    while True:
        answer = session.console.ask(words("quit.ask"), fresh=True)
        if answer == "" or is_word(answer, "yes") or is_word(answer, "quit"):
            raise Quit(save=True)
        if is_word(answer, "no"):
            resumed = session.original is not None
            if confirmed(session, words("quit.sure_resumed" if resumed else "quit.sure")):
                raise Quit(save=False)
            return
        if is_word(answer, "play_on"):
            session.console.line(words("quit.stay"))
            return
        if not ran_command(session, answer):
            session.console.line(words("misread.here", text=quoted(answer)), "yellow", indent=2)


def _tip(session: Session) -> None:
    """Ask the computer what it would do and why; Enter then does it."""
    _give_tip(session, more=False)


def _tip_more(session: Session) -> None:
    """Ask what else the computer has weighed; Enter then does what it would do."""
    _give_tip(session, more=True)


def _give_tip(session: Session, *, more: bool) -> None:
    if not session.setup.hints:
        session.console.line(session.words("tip.off"), "yellow", indent=2)
    elif session.match.to_act != session.me:
        session.console.line(session.words("tip.none"))
    else:
        tips.give(session, more=more)


def _set_pause(session: Session, text: str) -> None:
    if not is_pause(text):
        session.console.line(session.words("pause.how", now=session.console.pause))
        return
    session.console.pause = text
    session.console.line(session.words("pause.set", now=text))


def show_table(session: Session) -> None:
    """Show the whole table, and the question once more."""
    whole_table(session.console, session.words, session.view, session.me)
    session.ask_again = True


COMMANDS = (
    Command("?", "hilfe help aide", _help),
    Command("t", "melden meldehilfe helper", _helper),
    Command("tipp", "tip rat hint conseil", _tip),
    Command("l", "letzter stich last", _last_trick),
    Command("m", "meldungen melds annonces", _melds),
    Command("p", "punkte scores points", _scores),
    Command("h", "verlauf history gereizt historique", _history),
    Command("tisch", "table", show_table),
    Command("regeln", "rules regles", rules_sheet),
    Command("worter", "words glossar glossary mots", words_of_the_game),
    Command("u", "undo zurucknehmen annuler", _undo),
    Command("s", "speichern save sauver", _save),
    Command("q", "quit ende exit beenden aufhoren quitter", _quit),
)

_BY_WORD = {
    word: command.run for command in COMMANDS for word in (command.letter, *command.words.split())
}
