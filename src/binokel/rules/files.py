"""Files of rule sets: their text, and TOML or JSON as plain data, with the place of a fault."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from binokel.errors import RuleSetError
from binokel.rules.problems import Problem, legible, problem, problems_of, refusal

MAX_BYTES = 1_000_000
"""A rule-set file has some hundred lines; what is longer than this is something else."""


def read_file(path: Path, key_path: str = "") -> Mapping[str, object]:
    """Return the content of a .toml or .json file as plain data.

    `key_path` is the key that names the file, if a file does.

    Raises:
        RuleSetError: it cannot be read; details tell the file, and line and column if it has any.
    """
    text = _read_text(path, key_path)
    try:
        return json_mapping(text) if path.suffix == ".json" else toml_mapping(text)
    except RuleSetError as error:
        found = _named(problems_of(error)[0], path.name, key_path)
        place = {key: error.details[key] for key in ("line", "column") if key in error.details}
        raise refusal(found, file=str(path), **place) from None


def _named(found: Problem, name: str, key_path: str) -> Problem:
    return problem(key_path, "bad_file", name=name, problem={"code": found.code, **found.values})


def _read_text(path: Path, key_path: str) -> str:
    shown = legible(str(path))
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        found = problem(key_path, "cannot_read", shown=shown, reason=reason)
        raise refusal(found, file=str(path)) from None
    if len(content) > MAX_BYTES:
        raise refusal(problem(key_path, "too_large", shown=shown), file=str(path))
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = problem(key_path, "no_utf8", shown=shown, line=line)
        raise refusal(found, file=str(path), line=line) from None


def json_mapping(text: str) -> Mapping[str, object]:
    """Return the content of a JSON text as plain data.

    Raises:
        RuleSetError: no JSON object; message and details tell line and column.
    """
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise _syntax("JSON", error.msg, error.lineno, error.colno) from None
    except (RecursionError, ValueError) as error:
        raise refusal(problem("", "no_syntax", form="JSON", reason=str(error))) from None
    if not isinstance(content, dict):
        raise refusal(problem("", "no_object"))
    return content


def toml_mapping(text: str) -> Mapping[str, object]:
    """Return the content of a TOML text as plain data.

    Raises:
        RuleSetError: no TOML; message and details tell line and column.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax("TOML", *_toml_place(str(error), text)) from None
    except (RecursionError, ValueError) as error:
        raise refusal(problem("", "no_syntax", form="TOML", reason=str(error))) from None


def _syntax(form: str, reason: str, line: int, column: int) -> RuleSetError:
    found = problem("", f"syntax.{form}", reason=reason, line=line, column=column)
    return refusal(found, line=line, column=column)


def _toml_place(message: str, text: str) -> tuple[str, int, int]:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if found:
        return message[: found.start()], int(found[1]), int(found[2])
    lines = text.split("\n")
    return message.removesuffix(" (at end of document)"), len(lines), len(lines[-1]) + 1
