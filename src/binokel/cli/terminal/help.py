"""Help: what can be done now, the rules of this table, the words."""

import re

from binokel.cards.card import Card
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.words import rank_names
from binokel.engine.choices import Signs
from binokel.rules.sheet import sheet
from binokel.telling.rulebook import glossary

COMMAND_KEYS = [
    "t",
    "tipp",
    "l",
    "m",
    "p",
    "h",
    "tisch",
    "regeln",
    "worter",
    "tempo",
    "u",
    "s",
    "q",
]


def help_now(session: Session) -> None:
    """Write what can be done now, and all commands."""
    console, words, deal = session.console, session.words, session.view.deal
    cards = words("help.cards", card=words.card(Card.SO), ranks=rank_names(words))
    with console.paging(words("more")):
        console.line(words(f"help.{deal.phase.value}"), "bold", indent=2)
        for choice in deal.choices:
            if isinstance(choice, Signs) and choice.seats:
                name = session.view.seats[choice.seats[0]]
                console.line(words("sign.how", name=name), indent=2)
        console.line(cards, indent=2)
        for key in COMMAND_KEYS:
            console.line(f"  {words(f'command.{key}')}", indent=12)


def rules_sheet(session: Session) -> None:
    """Write the rules of this table."""
    with session.console.paging(session.words("more")):
        text = sheet(session.view.rules, session.words.lang)
        lines = text.splitlines()
        if max(map(len, lines)) > session.console.width:
            lines = flowing(text)
        for line in lines:
            session.console.line(line, indent=4 if line.startswith(" ") else 0)


def flowing(text: str) -> list[str]:
    r"""Return a sheet with every paragraph in one line, and its tables without filling.

    >>> flowing("A\nB\n\nC d\ne f.\n  Pair ..... 20    40\n")
    ['A', 'B', '', 'C d e f.', '  Pair … 20  40']
    """
    head, *blocks = text.split("\n\n")
    lines = head.splitlines()
    for block in blocks:
        lines.append("")
        is_prose = False
        for line in block.splitlines():
            if line.startswith(" ") or "   " in line:
                lines.append("  " + re.sub(r" {3,}", "  ", re.sub(r"\.{3,}", "…", line.strip())))
                is_prose = False
            elif is_prose:
                lines[-1] += f" {line}"
            else:
                lines.append(line)
                is_prose = True
    return lines


def words_of_the_game(session: Session) -> None:
    """Write what the words of the card table mean."""
    with session.console.paging(session.words("more")):
        for word in glossary(session.words.lang):
            name = f"{word.word} ({word.also})" if word.also else word.word
            line = session.words("labelled", label=name, text=word.meaning)
            session.console.line(line, indent=2)
