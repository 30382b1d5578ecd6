"""`binokel solve`: what every card is worth when all hands lie open, and the best line."""

import json
import re
import time
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from binokel.cards.notation import format_card, format_suit
from binokel.cli import run_app
from binokel.cli.explain import explain
from binokel.cli.records import File, Format, located, new_app, read_file
from binokel.cli.rules import Lang, LangOption
from binokel.engine.evaluate.dispatch import rules_of
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.record import Layout, Record, read_record, start, walk
from binokel.engine.state import DealState
from binokel.errors import BinokelError, RecordError
from binokel.kernel.position import Position, position_of
from binokel.kernel.solve import Bounds, CardValue, Limits, OpenSolver
from binokel.kernel.told import read_position
from binokel.locales import text
from binokel.rules.contracts import Contract

MS = 1000


DealOption = Annotated[
    int | None, typer.Option("--deal", min=1, help="Deal of a record, else the last one.")
]
AtOption = Annotated[
    str,
    typer.Option("--at", help="Trick of the deal, and cards on the table: 5, or 5.2."),
]
SecondsOption = Annotated[
    float, typer.Option("--seconds", min=0, help="Stop each card after this time; 0: never.")
]

app = new_app()


def main(arguments: Sequence[str]) -> int:
    """Run `binokel solve` and return its exit code."""
    return run_app(app, "solve", arguments)


@app.command()
def solve_file(
    file: File,
    deal: DealOption = None,
    at: AtOption = "1",
    seconds: SecondsOption = 0.0,
    form: Annotated[Format, typer.Option("--format", help="Form of the output.")] = Format.TEXT,
    lang: LangOption = Lang.DE,
) -> None:
    """Value every legal card of a position with all hands open; tell the best line.

    The file is a record, or a position in JSON: rules, hands, leader, trick, trump, contract,
    declarer, tricks_done, lost. Values are what the declarer's side still gets, in a Durch or
    Bettel the tricks of the side that needs all of them.
    """
    content = read_file(file)
    told = _position_in(content)
    try:
        if told is not None:
            position = read_position(told, rules_of(told))
        else:
            position = _from_record(content, deal, at, lang)
        began = time.process_time()
        solver = OpenSolver(Limits(seconds=seconds))
        values = solver.cards(position)
    except RecordError as error:
        typer.echo(located(file, error, lang.value), err=True)
        raise typer.Exit(2) from None
    except BinokelError as error:
        typer.echo(f"{file}: {explain(error, lang.value)}", err=True)
        raise typer.Exit(2) from None
    line = solver.line(position) if all(one.bounds.is_exact for one in values) else ()
    spent = time.process_time() - began
    if form is Format.JSON:
        typer.echo(json.dumps(_as_json(position, values, line, spent), ensure_ascii=False))
    else:
        _print(position, values, line, spent, lang)


def _position_in(content: str) -> dict[str, Any] | None:
    """Return the object of a position, None where the text is a record."""
    try:
        told = json.loads(content)
    except ValueError:
        return None
    return told if isinstance(told, dict) and "hands" in told else None


def _from_record(content: str, deal: int | None, at: str, lang: Lang) -> Position:
    """Return the position of a record before a card of a trick."""
    named = re.fullmatch(r"(\d{1,2})(?:\.(\d))?", at)
    if named is None:
        raise typer.BadParameter(text("solve.bad_at", lang.value), param_hint="--at")
    trick, cards = int(named[1]), int(named[2] or 0)
    record, places = read_record(content)
    found: DealState | None = None
    for match in _moments(record, places):
        state = match.deal
        fits = state.phase is Phase.PLAY and len(state.tricks) == trick - 1
        if fits and len(state.trick) == cards and deal in (None, len(match.results) + 1):
            found = state
    if found is None:
        message = text("solve.no_moment", lang.value, trick=trick, cards=cards)
        raise typer.BadParameter(message, param_hint="--at")
    return position_of(found)


def _moments(record: Record, places: Layout) -> Iterator[Match]:
    """Yield the match after each step of the record."""
    match = start(record, places)
    for _ in walk(record, match, places):
        yield match


def _as_json(
    position: Position,
    values: Sequence[CardValue],
    line: Sequence[tuple[int, Any]],
    spent: float,
) -> dict[str, Any]:
    return {
        "seat": position.seat,
        "counts": "points" if position.contract is Contract.TRUMP else "tricks",
        "cards": [
            {"card": one.card.value, "low": one.bounds.low, "high": one.bounds.high}
            for one in values
        ],
        "line": [[seat, card.value] for seat, card in line],
        "cpu_ms": round(spent * MS, 1),
    }


def _print(
    position: Position,
    values: Sequence[CardValue],
    line: Sequence[tuple[int, Any]],
    spent: float,
    lang: Lang,
) -> None:
    head = "solve.points" if position.contract is Contract.TRUMP else "solve.tricks"
    typer.echo(_head(position, lang))
    typer.echo(text(head, lang.value))
    names = [format_card(one.card, lang.value) for one in values]
    width = max(map(len, names))
    for name, one in zip(names, values, strict=True):
        typer.echo(f"  {name.ljust(width)}  {_told(one.bounds, lang)}")
    if line:
        cards = " ".join(f"{seat} {card.value}" for seat, card in line)
        typer.echo(text("solve.line", lang.value, cards=cards))
    typer.echo(text("solve.spent", lang.value, ms=round(spent * MS)))


def _head(position: Position, lang: Lang) -> str:
    trump = text("solve.no_trump", lang.value)
    if position.trump is not None:
        trump = text("solve.trump", lang.value, suit=format_suit(position.trump, lang.value))
    n = position.n_tricks + 1
    return text("solve.head", lang.value, trump=trump, seat=position.seat, n=n)


def _told(bounds: Bounds, lang: Lang) -> str:
    if bounds.is_exact:
        return str(bounds.low)
    return text("solve.between", lang.value, low=bounds.low, high=bounds.high)
