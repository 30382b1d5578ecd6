"""Before the first deal: which rules, who else plays, what the person is called."""

import getpass
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from binokel.cli.explain import explain
from binokel.cli.terminal import saving
from binokel.cli.terminal.commands import find_command
from binokel.cli.terminal.console import Console, Leave
from binokel.cli.terminal.options import LAST, Options
from binokel.cli.terminal.question import said_yes
from binokel.cli.terminal.reading import is_word, key_of, quoted
from binokel.cli.terminal.refused import Refused, told
from binokel.cli.terminal.saving import PERSON
from binokel.cli.terminal.session import Session, Setup
from binokel.cli.terminal.words import Words
from binokel.engine.match import new_match
from binokel.errors import BinokelError, RecordError, UnfitPlayer
from binokel.players.base import Player
from binokel.players.names import LONGEST_NAME, NEIGHBOURS, clean_name
from binokel.players.registry import levels, names_for, player_for, usual_for
from binokel.rules.catalog import DEFAULT as DEFAULT_RULES
from binokel.rules.catalog import names as rule_names
from binokel.rules.loader import load_ruleset
from binokel.rules.ruleset import RuleSet
from binokel.rules.sheet import title
from binokel.rules.shortened import shortened
from binokel.store.folder import data_folder
from binokel.telling.players import player_about, player_title

FEATURED = ("stammtisch", "kreuzbinokel", "wuerttemberg", "preisbinokel", "zu-zweit", "sechser")
"""The rule sets that are listed at once; the others on demand."""

MORE = frozenset({"mehr", "more", "plus", "alle", "all"})
PERSON_WORDS = frozenset({PERSON, "me", "ich", "human", "mensch", "moi"})


def open_session(options: Options, console: Console, words: Words) -> Session:
    """Return the match that the arguments, or the answers to a few questions, ask for.

    Raises:
        BinokelError: the rules, a player or the record to go on with are unknown or faulty.
        Leave: the person has left.
    """
    asks = not any((options.rules, options.seats, options.resume, options.name))
    if options.resume:
        return resume(options, console, words, _resumed_path(options.resume, console, words))
    if asks:
        path = last_match(console, words)
        if path is not None and _goes_on(console, words):
            return resume(options, console, words, path)
    rules = load_ruleset(options.rules) if options.rules else DEFAULT_RULES
    if asks:
        rules = ask_rules(console, words)
    rules = rules if isinstance(rules, RuleSet) else load_ruleset(rules)
    seats = options.seats if options.seats or not asks else ask_opponents(console, words, rules)
    given = chosen_name(options.name or "", console, words)
    name = given or (ask_name(console, words) if asks else login_name())
    return new_session(options, console, words, shortened(rules, options.deals), (seats, name))


def _goes_on(console: Console, words: Words) -> bool:
    def run(text: str) -> bool:
        return _ran(console, words, text, "setup.help_go_on")

    return said_yes(console, words("setup.go_on"), words, default=True, run=run)


def _ran(console: Console, words: Words, text: str, help_key: str) -> bool:
    """Do what may be typed at every question before the match: help, and leaving.

    Raises:
        Leave: the person wants to leave.
    """
    if is_word(text, "quit"):
        raise Leave
    if is_word(text, "help"):
        console.line(words(help_key), indent=2)
        return True
    return False


def _ask(console: Console, words: Words, prompt: str, help_key: str) -> str:
    """Return the answer to a question before the match.

    Raises:
        Leave: the person wants to leave.
    """
    while True:
        text = console.ask(prompt, fresh=True)
        if not _ran(console, words, text, help_key):
            return text


def last_match(console: Console, words: Words) -> Path | None:
    """Return the newest match to go on with; damaged newer ones are named."""

    def tell(path: Path, error: RecordError) -> None:
        text = words("save.damaged", path=path.name, why=told(error, words.lang))
        console.line(text, "yellow", whole_words=True)

    return saving.last_unfinished(tell)


def _resumed_path(text: str, console: Console, words: Words) -> Path:
    if text != LAST:
        return Path(text)
    path = last_match(console, words)
    if path is None:
        raise Refused("no_match", path=data_folder())
    return path


def new_session(
    options: Options, console: Console, words: Words, rules: RuleSet, who: tuple[str | None, str]
) -> Session:
    """Return a new match.

    Raises:
        UnknownPlayer: no player is called so.
        Refused: the number of players does not fit the table, or no record can be written.
    """
    if options.record is not None:
        saving.check_writable(options.record)
    kinds = seat_kinds(rules, who[0] or usual_for(rules))
    players = make_players(kinds, rules)
    seed = options.seed or f"{random.SystemRandom().getrandbits(64):016x}"
    setup = Setup(
        kinds.index(PERSON), kinds, clean_name(seed, 100) or "0", hints=options.hints is not False
    )
    others = iter([name for name in NEIGHBOURS if name != who[1]])
    seats = [who[1] if kind == PERSON else next(others) for kind in kinds]
    match = new_match(rules, seats, random.Random(f"{setup.seed}/dealer"))
    return with_commands(Session(match, setup, players, console, words, options.record))


def with_commands(session: Session) -> Session:
    """Return the session, in which the commands may be typed at every question."""
    session.find_command = find_command
    return session


def resume(options: Options, console: Console, words: Words, path: Path) -> Session:
    """Return a saved match at the card where it was left.

    Raises:
        BinokelError: the record cannot be read or breaks a rule.
    """
    saved = saving.read(path)
    players = make_players(saved.setup.kinds, saved.match.rules)
    session = with_commands(Session(saved.match, saved.setup, players, console, words, path))
    session.base = saved.record
    session.n_saved = len(saved.match.entries)
    if options.record is None or options.record == path:
        session.stamp, session.original = saved.stamp, saved.content
    else:
        saving.check_writable(options.record)
        session.path = options.record
    return session


def again(session: Session, options: Options) -> Session:
    """Return a new match of the same people by the same rules."""
    seed = f"{random.SystemRandom().getrandbits(64):016x}"
    if options.seed:
        seed = f"{session.setup.seed}+"
    setup = Setup(session.me, session.setup.kinds, seed, session.setup.hints)
    match = new_match(session.match.rules, session.match.seats, random.Random(f"{seed}/dealer"))
    path = None if options.record is None else saving.free_path(options.record)
    return with_commands(
        Session(match, setup, session.players, session.console, session.words, path)
    )


def make_players(kinds: Sequence[str], rules: RuleSet) -> dict[int, Player]:
    """Return the computer player of each seat.

    Raises:
        UnknownPlayer: no player is called so.
        UnfitPlayer: a player does not know these rules.
    """
    return {seat: player_for(kind, rules) for seat, kind in enumerate(kinds) if kind != PERSON}


def seat_kinds(rules: RuleSet, text: str) -> tuple[str, ...]:
    """Return who sits where.

    Given are one kind for all others, one each, or all seats with the person.

    Raises:
        Refused: the number does not fit the table.
    """
    kinds = [kind.strip().lower() for kind in text.split(",") if kind.strip()]
    kinds = [PERSON if kind in PERSON_WORDS else kind for kind in kinds]
    if kinds.count(PERSON) == 0:
        others = kinds * (rules.n_seats - 1) if len(kinds) == 1 else kinds
        kinds = [PERSON, *others]
    if len(kinds) != rules.n_seats or kinds.count(PERSON) > 1:
        values = {"seats": rules.n_seats, "n": rules.n_seats - 1, "given": len(kinds)}
        raise Refused("seat_kinds", rules=rules.id, text=quoted(text), **values)
    return tuple(kinds)


def ask_rules(console: Console, words: Words) -> RuleSet:
    """Ask by which rules to play: a number, a name or a file; Enter is the first one."""
    console.line(words("setup.hello"), "bold")
    console.line(words("setup.rules"))
    listed = (*FEATURED, *(name for name in rule_names() if name not in FEATURED))
    _list_rules(console, words, listed[: len(FEATURED)])
    console.line(f"      {words('setup.more_rules', n=len(listed))}", "dim")
    while True:
        prompt = words("setup.which_rules", default=DEFAULT_RULES)
        answer = _ask(console, words, prompt, "setup.help_rules")
        if key_of(answer) in MORE:
            _list_rules(console, words, listed)
            continue
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(listed):
            return load_ruleset(listed[int(answer) - 1])
        try:
            return load_ruleset(answer or DEFAULT_RULES)
        except BinokelError as error:
            console.line(words("setup.no_rules", text=quoted(answer)), "yellow", indent=2)
            console.line(f"  {explain(error, words.lang)}", "dim", indent=2)


def _list_rules(console: Console, words: Words, listed: Sequence[str]) -> None:
    with console.paging(words("more")):
        for n, name in enumerate(listed, 1):
            rules = load_ruleset(name)
            size = words("setup.size", seats=rules.n_seats, cards=len(rules.cards))
            console.line(f"  {n:>2}  {name:<22} {title(rules, words.lang)}, {size}", indent=29)


def ask_opponents(console: Console, words: Words, rules: RuleSet) -> str:
    """Ask how well the others shall play; Enter is the usual level.

    Listed are the levels that know the rules, and on demand all other players. More than one
    other may have a level each.
    """
    fit, usual = names_for(rules), usual_for(rules)
    offered = [name for name in levels() if name in fit]
    listed = [*offered, *(name for name in fit if name not in offered)]
    _list_players(console, words, listed, range(len(offered)))
    if len(listed) > len(offered):
        console.line(f"     {words('setup.more_players', n=len(listed))}", "dim")
    if rules.n_seats > 2:
        numbers = ",".join(str(n) for n in range(1, rules.n_seats))
        console.line(f"     {words('setup.each_player', numbers=numbers)}", "dim")
    prompt = words("setup.which_players", default=player_title(usual, words.lang))
    while True:
        answer = _ask(console, words, prompt, "setup.help_players")
        if not answer:
            return usual
        if key_of(answer) in MORE:
            _list_players(console, words, listed, range(len(listed)))
            continue
        try:
            kinds = ",".join(
                player_for(name, rules).name for name in _all_named(answer, listed, words)
            )
            seat_kinds(rules, kinds)
        except Refused:
            line = words("setup.n_players", n=rules.n_seats - 1)
            console.line(line, "yellow", indent=2)
        except UnfitPlayer as error:
            console.line(explain(error, words.lang), "yellow", indent=2)
        except BinokelError:
            console.line(words("misread.here", text=quoted(answer)), "yellow")
        else:
            return kinds


def _list_players(
    console: Console, words: Words, listed: Sequence[str], shown: Iterable[int]
) -> None:
    for n in shown:
        title, about = player_title(listed[n], words.lang), player_about(listed[n], words.lang)
        line = words("labelled", label=title, text=about) if about else title
        console.line(f"  {n + 1}  {line}", indent=5)


def _all_named(answer: str, listed: Sequence[str], words: Words) -> list[str]:
    """Return the players of an answer: one for all others, or one each."""
    whole = _named(answer, listed, words)  # a title may have a comma of its own
    parts = [part.strip() for part in answer.split(",") if part.strip()]
    if whole != answer or not parts:
        return [whole]
    return [_named(part, listed, words) for part in parts]


def _named(text: str, listed: Sequence[str], words: Words) -> str:
    """Return the name of the player of a number or title, else the text itself."""
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(listed):
        return listed[int(text) - 1]
    called = {key_of(player_title(name, words.lang)): name for name in listed}
    return called.get(key_of(text), text)


def ask_name(console: Console, words: Words) -> str:
    """Ask what the person is called; Enter takes the login's name."""
    name = login_name()
    prompt = words("setup.name", default=name)
    return chosen_name(_ask(console, words, prompt, "setup.help_name"), console, words) or name


def chosen_name(text: str, console: Console, words: Words) -> str:
    """Return a name that was given, and say so where it had to be cut."""
    name = clean_name(text)
    if len(clean_name(text, len(text))) > LONGEST_NAME:
        console.line(words("setup.name_cut", n=LONGEST_NAME, name=name), "yellow", indent=2)
    return name


def login_name() -> str:
    """Return the name of the login, in a form for the table."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "Anna"
    return clean_name(name.capitalize()) or "Anna"
