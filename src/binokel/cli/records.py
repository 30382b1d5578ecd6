"""What `replay`, `verify` and `solve` share: their form, files, and faults in any language."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from binokel.cards.notation import Lang
from binokel.cli.explain import explain
from binokel.engine.record import decode_record
from binokel.errors import RecordError
from binokel.locales import text

MAX_BYTES = 20_000_000
"""A match of a whole evening has some ten thousand; what is longer than this is no record."""

File = Annotated[
    Path,
    typer.Argument(
        exists=True, dir_okay=False, readable=True, help="A record: text (.bnk) or JSON."
    ),
]


class Format(StrEnum):
    """The forms of the output."""

    TEXT = "text"
    JSON = "json"


def new_app() -> typer.Typer:
    """Return an application as all commands on a file have it."""
    return typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )


def read_file(path: Path) -> str:
    """Return the text of a record file.

    Raises:
        RecordError: it is no text in UTF-8, or far too long for a record.
    """
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise RecordError(text("record.too_long", "en"), 1, what="too_long")
    return decode_record(content)


def located(path: Path, error: RecordError, lang: Lang) -> str:
    """Return where and what is wrong with the record of a file, in a language."""
    place = f"{path}:{error.line}:{error.column}"
    if error.details.get("in_form"):
        place = f"{path}: {text('record.in_form', lang, line=error.line, column=error.column)}"
    return f"{place}: {explain(error, lang)}"
