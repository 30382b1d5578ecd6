"""The limits that no linter counts: size of files and functions, what the core may import."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "binokel"
PROGRAMS = [ROOT / name for name in ("run.py", "webbuild.py", "kernelbuild.py", "hatch_build.py")]
SOURCES = [*PROGRAMS, *sorted(PACKAGE.rglob("*.py"))]
CORE = [path for name in ("cards", "rules", "engine") for path in (PACKAGE / name).rglob("*.py")]
MAY_BE_LONGER = {PACKAGE / "kernel" / "core.py"}
"""Across files the compiler puts no function into another, which costs a search 14 %."""
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_SUMMARY = 500, 50, 80
LONGEST_SEARCH = 75
"""For the functions of those files: a node of the search is one, and declares its locals."""


def imported_packages(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    longest = LONGEST_SEARCH if path in MAY_BE_LONGER else LONGEST_FUNCTION
    too_long = [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= longest
    ]
    assert too_long == []
    assert path in MAY_BE_LONGER or len(text.splitlines()) <= LONGEST_FILE


def test_only_files_that_are_longer_are_allowed_to_be() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MAY_BE_LONGER}
    assert [name_of(path) for path, n in lengths.items() if n <= LONGEST_FILE] == []


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_the_first_line_of_a_docstring_is_short(path: Path) -> None:
    summaries = [
        (node.name, (ast.get_docstring(node) or "").partition("\n")[0])
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert [name for name, line in summaries if len(line) > LONGEST_SUMMARY] == []


@pytest.mark.parametrize("path", sorted(CORE), ids=name_of)
def test_the_core_imports_only_the_standard_library_and_msgspec(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "binokel", "msgspec"}
    assert set(imported_packages(path)) - allowed == set()
