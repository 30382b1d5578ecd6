"""`binokel solve`: what every card is worth when all hands lie open, and the best line."""

import json
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

import typer

from binokel.cards.card import Card
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
from binokel.errors import (
    BadRequest,
    BinokelError,
    ImpossibleCards,
    Inconsistent,
    RecordError,
    UnknownKey,
    Unsupported,
)
from binokel.kernel.position import Position, position_of
from binokel.kernel.solve import Bounds, CardValue, Limits, OpenSolver
from binokel.kernel.told import KEYS, read_position
from binokel.locales import has_text, text
from binokel.rules.contracts import Contract

MS = 1000


DealOption = Annotated[
    int | None,
    typer.Option("--deal", min=1, help="Deal of a record, else the last with this trick."),
]
AtOption = Annotated[
    str | None,
    typer.Option("--at", help="Trick of the deal, and cards on the table: 5, or 5.2; else 1."),
]
SecondsOption = Annotated[
    float, typer.Option("--seconds", min=0, help="Stop each card after this time; 0: never.")
]

app = new_app()


class Found(NamedTuple):
    """A position, and the number of the deal that it is of, None where no record tells it."""

    position: Position
    deal: int | None


class Answer(NamedTuple):
    """Every legal card, the best line where all of them are exact, and the seconds it took."""

    values: Sequence[CardValue]
    line: Sequence[tuple[int, Card]]
    spent: float


def main(arguments: Sequence[str]) -> int:
    """Run `binokel solve` and return its exit code."""
    return run_app(app, "solve", arguments)


@app.command()
def solve_file(
    file: File,
    deal: DealOption = None,
    at: AtOption = None,
    seconds: SecondsOption = 0.0,
    form: Annotated[Format, typer.Option("--format", help="Form of the output.")] = Format.TEXT,
    lang: LangOption = Lang.DE,
) -> None:
    """Value every legal card of a position with all hands open; tell the best line.

    The file is a record, or a position in JSON: rules, hands, leader, trick, trump, contract,
    declarer, tricks_done, lost. Values are what the declarer's side still gets, in a Durch or
    Bettel the tricks of the side that needs all of them.
    """
    try:
        found = _found_in(read_file(file), deal, at, lang)
        answer = _solved(found.position, seconds)
    except RecordError as error:
        typer.echo(located(file, error, lang.value), err=True)
        raise typer.Exit(2) from None
    except BinokelError as error:
        typer.echo(f"{file}: {_fault(error, lang)}", err=True)
        raise typer.Exit(2) from None
    if form is Format.JSON:
        typer.echo(json.dumps(_as_json(found, answer), ensure_ascii=False))
    else:
        _print(found, answer, lang)


def _solved(position: Position, seconds: float) -> Answer:
    """Return the answer; Ctrl-C ends the search, which Python could not interrupt."""
    solver = OpenSolver(Limits(seconds=seconds))
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(_answer, solver, position)
        try:
            return answer.result()
        except KeyboardInterrupt:
            solver.stop()
            raise


def _answer(solver: OpenSolver, position: Position) -> Answer:
    began = time.process_time()
    values = solver.cards(position)
    line = solver.line(position) if all(one.bounds.is_exact for one in values) else ()
    return Answer(values, line, time.process_time() - began)


def _by_trick(
    position: Position, line: Sequence[tuple[int, Card]]
) -> Iterator[Sequence[tuple[int, Card]]]:
    """Yield the cards of a line trick by trick; some lie on the table already."""
    n, done = position.rules.n_seats, len(position.trick)
    cuts = [0, *range(n - done, len(line) + 1, n)]
    yield from (line[start:end] for start, end in pairwise(cuts))


def _fault(error: BinokelError, lang: Lang) -> str:
    """Return what is wrong with a position: its field, and what stands there."""
    key = error.details.get("key", "")
    match error:
        case UnknownKey():
            return text("solve.no_field", lang.value, key=key, known=", ".join(KEYS))
        case ImpossibleCards():
            return text("solve.no_cards", lang.value, card=error.details["card"])
        case Unsupported() if "n_stock" in error.details:
            return text("solve.stock", lang.value, n=error.details["n_stock"])
        case BadRequest() | Inconsistent() if has_text(f"solve.field.{key}", lang.value):
            wanted = text(f"solve.field.{key}", lang.value)
            path = error.details.get("path", key)
            return text("solve.field_wrong", lang.value, path=path, wanted=wanted)
    return explain(error, lang.value)


def _found_in(content: str, deal: int | None, at: str | None, lang: Lang) -> Found:
    """Return the position of a file, told there or a moment of a record."""
    told = _object_in(content)
    if told is None or "deals" in told or "binokel" in told:
        return _from_record(content, deal, at or "1", lang)
    if "hands" not in told:
        raise BadRequest(text("solve.no_object", lang.value))
    if deal is not None or at is not None:
        raise typer.BadParameter(text("solve.no_place", lang.value), param_hint="--deal, --at")
    return Found(read_position(told, rules_of(told)), None)


def _object_in(content: str) -> dict[str, Any] | None:
    """Return the object of a text in JSON, None where it is something else."""
    try:
        told = json.loads(content.removeprefix("\ufeff"))
    except (RecursionError, ValueError):
        return None
    return told if isinstance(told, dict) else None


def _from_record(content: str, deal: int | None, at: str, lang: Lang) -> Found:
    """Return the position of a record before a card of a trick."""
    named = re.fullmatch(r"([0-9]{1,2})(?:\.([0-9]))?", at)
    if named is None:
        raise typer.BadParameter(text("solve.bad_at", lang.value), param_hint="--at")
    trick, cards = int(named[1]), int(named[2] or 0)
    record, places = read_record(content)
    found: tuple[DealState, int] | None = None
    last = number = 0
    for match in _moments(record, places):
        state = match.deal
        if not state.is_over:
            number = len(match.results) + 1
        if state.phase is not Phase.PLAY or deal not in (None, number):
            continue
        last = max(last, len(state.tricks) + 1)
        if len(state.tricks) == trick - 1 and len(state.trick) == cards:
            found = state, number
    if found is None:
        if deal is not None and deal > number:
            message = text("solve.no_deal", lang.value, n=deal, last=number)
            raise typer.BadParameter(message, param_hint="--deal")
        told = {"trick": trick, "cards": cards, "last": last, "most": len(record.seats) - 1}
        message = text("solve.no_moment" if last else "solve.no_play", lang.value, **told)
        raise typer.BadParameter(message, param_hint="--at")
    return Found(position_of(found[0]), found[1])


def _moments(record: Record, places: Layout) -> Iterator[Match]:
    """Yield the match after each step of the record."""
    match = start(record, places)
    for _ in walk(record, match, places):
        yield match


def _as_json(found: Found, answer: Answer) -> dict[str, Any]:
    position, (values, line, spent) = found.position, answer
    return {
        "deal": found.deal,
        "seat": position.seat,
        "counts": "points" if position.contract is Contract.TRUMP else "tricks",
        "cards": [
            {"card": one.card.value, "low": one.bounds.low, "high": one.bounds.high}
            for one in values
        ],
        "line": [[seat, card.value] for seat, card in line],
        "cpu_ms": round(spent * MS, 1),
    }


def _print(found: Found, answer: Answer, lang: Lang) -> None:
    position, (values, line, spent) = found.position, answer
    head = "solve.points" if position.contract is Contract.TRUMP else "solve.tricks"
    if found.deal is not None:
        typer.echo(text("solve.deal", lang.value, n=found.deal))
    typer.echo(_head(position, lang))
    typer.echo(text(head, lang.value))
    names = [format_card(one.card, lang.value) for one in values]
    width = max(map(len, names))
    for name, one in zip(names, values, strict=True):
        typer.echo(f"  {name.ljust(width)}  {_told(one.bounds, lang)}")
    if line:
        typer.echo(text("solve.line", lang.value))
        for trick in _by_trick(position, line):
            typer.echo("  " + "  ".join(f"{seat} {card.value}" for seat, card in trick))
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
