"""`binokel verify`: whether a record keeps to its rules, and where it does not."""

import json
from collections.abc import Sequence
from typing import Annotated

import typer

from binokel.cli import run_app
from binokel.cli.records import File, Format, located, new_app, read_file
from binokel.cli.rules import Lang, LangOption
from binokel.engine.match import Match
from binokel.engine.record import Record, Secret, verify
from binokel.errors import RecordError
from binokel.locales import text

BROKEN, UNREADABLE = 1, 2


app = new_app()


def main(arguments: Sequence[str]) -> int:
    """Run `binokel verify` and return its exit code."""
    return run_app(app, "verify", arguments)


@app.command()
def verify_file(
    file: File,
    form: Annotated[Format, typer.Option("--format", help="Form of the output.")] = Format.TEXT,
    lang: LangOption = Lang.DE,
) -> None:
    """Check a record: 0 if valid, 1 if it breaks a rule (where, why), 2 if unreadable.

    Checked are the rule set's hash, every action, the sums, and committed shuffles.
    """
    try:
        record, match = verify(read_file(file))
    except RecordError as error:
        if form is Format.JSON:
            typer.echo(json.dumps(error.to_dict(), ensure_ascii=False, default=str))
        else:
            typer.echo(located(file, error, lang.value), err=True)
        raise typer.Exit(BROKEN if "reason" in error.details else UNREADABLE) from None
    if form is Format.JSON:
        typer.echo(json.dumps(_summary(record, match), ensure_ascii=False))
    else:
        typer.echo(_sentence(record, match, lang))


def _summary(record: Record, match: Match) -> dict[str, object]:
    standing = match.standing
    return {
        "valid": True,
        "rules": record.rules.id,
        "deals": len(match.results),
        "totals": list(standing.totals),
        "finished": standing.finished,
        "winners": list(standing.winners),
        "shuffles_checked": sum(isinstance(item, Secret) for item in record.items),
    }


def _sentence(record: Record, match: Match, lang: Lang) -> str:
    values = _summary(record, match)
    lines = [text("verify.valid", lang, **values)]
    lines.append(text("verify.finished" if match.to_act is None else "verify.unfinished", lang))
    if values["shuffles_checked"]:
        lines.append(text("verify.shuffles", lang, n=values["shuffles_checked"]))
    return " ".join(lines)
