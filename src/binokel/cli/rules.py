"""`binokel rules`: list, show, check, compare and print rule sets."""

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from binokel.cli import FAILED, run_app
from binokel.errors import RuleSetError
from binokel.locales import text
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.loader import is_path, load_file, load_ruleset
from binokel.rules.problems import problems_of, tell
from binokel.rules.reference import reference
from binokel.rules.ruleset import RuleSet
from binokel.rules.schema import json_schema
from binokel.rules.sheet import sheet as sheet_of
from binokel.rules.sheet import title
from binokel.rules.words import differences, key_text, summary, value_text
from binokel.rules.writer import content_hash, to_mapping, to_toml


class Lang(StrEnum):
    """The languages of the output."""

    DE = "de"
    EN = "en"
    FR = "fr"


class Format(StrEnum):
    """The forms in which a rule set is shown."""

    TOML = "toml"
    JSON = "json"


Name = Annotated[str, typer.Argument(help="A shipped rule set, or a .toml or .json file.")]
LangOption = Annotated[Lang, typer.Option("--lang", help="Language of the output.")]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="List, show, check and print rule sets.",
)


def main(arguments: Sequence[str]) -> int:
    """Run `binokel rules` and return its exit code."""
    return run_app(app, "rules", arguments)


@app.command("list")
def list_sets(lang: LangOption = Lang.DE) -> None:
    """List the shipped rule sets."""
    sets = [find_ruleset(name) for name in names()]
    summaries = [summary(rules, lang) for rules in sets]
    wide, wider = max(map(len, names())), max(map(len, summaries))
    for rules, line in zip(sets, summaries, strict=True):
        typer.echo(f"{rules.id.ljust(wide)}  {line.ljust(wider)}  {title(rules, lang)}")


@app.command()
def show(
    name: Name,
    form: Annotated[Format, typer.Option("--format", help="Form of the output.")] = Format.TOML,
    lang: LangOption = Lang.DE,
) -> None:
    """Print a rule set with everything that it inherits."""
    rules = _load(name, lang)
    typer.echo(_json(to_mapping(rules)) if form is Format.JSON else to_toml(rules), nl=False)


@app.command()
def check(file: Name, lang: LangOption = Lang.DE) -> None:
    """Check a rule-set file: 0 if playable, 1 with every problem, 2 if unreadable."""
    rules = _load(file, lang)
    values = {"title": title(rules, lang), "id": rules.id, "summary": summary(rules, lang)}
    typer.echo(text("rules.check.ok", lang, **values))
    typer.echo(content_hash(rules))


@app.command()
def diff(first: Name, second: Name, lang: LangOption = Lang.DE) -> None:
    """Tell every rule in which two rule sets differ."""
    one, other = _load(first, lang), _load(second, lang)
    found = differences(one, other)
    if not found:
        typer.echo(text("rules.diff.none", lang))
    for key, a, b in found:
        typer.echo(f"{key.path}: {key_text(key, lang)}")
        typer.echo(f"  {one.id}: {value_text(key, a, lang)}")
        typer.echo(f"  {other.id}: {value_text(key, b, lang)}")


@app.command()
def schema(lang: LangOption = Lang.DE) -> None:
    """Print the JSON Schema of a rule-set file."""
    typer.echo(_json(json_schema(lang)), nl=False)


@app.command()
def keys(lang: LangOption = Lang.EN) -> None:
    """Print what every key of a rule-set file means, as Markdown."""
    typer.echo(reference(lang), nl=False)


@app.command()
def sheet(name: Name, lang: LangOption = Lang.DE) -> None:
    """Print the rules on one page in plain words, to lie on the table."""
    typer.echo(sheet_of(_load(name, lang), lang), nl=False)


def _load(name: str, lang: Lang) -> RuleSet:
    """Return a rule set, or tell what is wrong with it and end the command.

    Raises:
        typer.Exit: 1 if the file can be read and its rules are wrong, 2 if it cannot be read.
    """
    try:
        return _find(name)
    except RuleSetError as error:
        if error.details.get("unreadable"):
            for found in problems_of(error):
                typer.echo(f"binokel: {tell(found, lang)}", err=True)
            raise typer.Exit(FAILED) from None
        for found in problems_of(error):
            typer.echo(tell(found, lang), err=True)
        raise typer.Exit(1) from None


def _find(name: str) -> RuleSet:
    """Return a shipped set, or the set of a file even if its name has no ending."""
    if not is_path(name) and Path(name).is_file() and name not in names():
        return load_file(Path(name))
    return load_ruleset(name)


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
