"""`binokel replay`: a record told step by step, with melds, tricks and explained scores."""

import json
from collections.abc import Sequence
from typing import Annotated

import msgspec
import typer

from binokel.cli import run_app
from binokel.cli.records import File, Format, located, new_app, read_file
from binokel.cli.retelling import Story, retell
from binokel.cli.rules import Lang, LangOption
from binokel.cli.terminal.words import Words
from binokel.engine.match import Match
from binokel.engine.record import Record, format_record, read_record, replay, to_dict
from binokel.errors import RecordError
from binokel.locales import text

DealOption = Annotated[
    int | None, typer.Option("--deal", min=1, help="Only the deal of this number.")
]
SeatOption = Annotated[
    int | None, typer.Option("--seat", min=0, help="Only what this seat knew, from 0.")
]

app = new_app()


def main(arguments: Sequence[str]) -> int:
    """Run `binokel replay` and return its exit code."""
    return run_app(app, "replay", arguments)


@app.command()
def replay_file(
    file: File,
    deal: DealOption = None,
    seat: SeatOption = None,
    form: Annotated[Format, typer.Option("--format", help="Form of the output.")] = Format.TEXT,
    lang: LangOption = Lang.DE,
) -> None:
    """Tell the deals of a record step by step: 1 if it breaks a rule, 2 if unreadable.

    A record that hides cards is shown as it is written.
    """
    try:
        record, places = read_record(read_file(file))
        if record.is_redacted:
            typer.echo(_as_written(record, form), nl=False)
            return
        _check_seat(record, seat)
        words = Words(lang.value, "württemberg", has_symbols=False)
        stories = retell(record, places, words, seat)
        match = replay(record, places)
    except RecordError as error:
        typer.echo(located(file, error, lang.value), err=True)
        raise typer.Exit(1 if "reason" in error.details else 2) from None
    chosen = [story for story in stories if deal in (None, story.number)]
    if not chosen:
        raise typer.BadParameter(text("replay.no_deal", lang, n=len(stories)), param_hint="--deal")
    if form is Format.JSON:
        typer.echo(json.dumps(_as_json(record, match, chosen), ensure_ascii=False))
    else:
        _print(record, match, chosen, lang)


def _check_seat(record: Record, seat: int | None) -> None:
    if seat is not None and seat >= len(record.seats):
        last = len(record.seats) - 1
        raise typer.BadParameter(f"0 … {last}", param_hint="--seat")


def _as_written(record: Record, form: Format) -> str:
    if form is Format.JSON:
        return json.dumps(to_dict(record), ensure_ascii=False) + "\n"
    return format_record(record)


def _as_json(record: Record, match: Match, stories: Sequence[Story]) -> dict[str, object]:
    deals = [
        {
            "number": story.number,
            "dealer": story.dealer,
            "hands": msgspec.to_builtins(story.hands),
            "dabb": msgspec.to_builtins(story.dabb),
            "steps": story.steps,
            "score": msgspec.to_builtins(story.score),
            "totals": list(story.totals),
        }
        for story in stories
    ]
    standing = msgspec.to_builtins(match.standing)
    return {"rules": record.rules.id, "seats": list(record.seats), "deals": deals, **standing}


def _print(record: Record, match: Match, stories: Sequence[Story], lang: Lang) -> None:
    typer.echo(f"{record.rules.title}: {' | '.join(record.seats)}")
    for story in stories:
        typer.echo()
        values = {"number": story.number, "dealer": record.seats[story.dealer]}
        typer.echo(text("replay.deal", lang, **values))
        for line in story.lines:
            typer.echo(f"  {line}".rstrip())
    standing = match.standing
    if standing.finished:
        seats = [record.seats[i] for side in standing.winners for i in record.rules.sides[side]]
        key = "won" if len(seats) == 1 else "won_many"
        key = key if len(standing.winners) == 1 else "shared"
        names = Words(lang.value, "württemberg", has_symbols=False).joined(seats)
        typer.echo("\n" + text(f"told.match.{key}", lang, names=names))
