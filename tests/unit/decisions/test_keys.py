"""Every decision of rules.md is tested under its key, or has a reason why there is nothing to test.

`keys.txt` has one line a decision: number, key, and after a colon the reason of an exemption.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import SECTIONS

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def read_keys() -> dict[str, str]:
    """Return the reason of exemption by key, empty where there is none."""
    lines = (HERE / "keys.txt").read_text(encoding="utf-8").splitlines()
    entries = (line.partition(":") for line in lines if line and not line.startswith("#"))
    return {entry.split()[1]: reason.strip() for entry, _, reason in entries}


def marked_keys() -> Iterator[str]:
    """Yield the keys in the decision marks of the tests in this folder."""
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("decision"):
                    yield from (ast.literal_eval(argument) for argument in mark.args)


def test_the_list_has_all_218_decisions_once() -> None:
    lines = (HERE / "keys.txt").read_text(encoding="utf-8").splitlines()
    numbers = sorted(int(line.split()[0]) for line in lines if line and not line.startswith("#"))
    assert numbers == list(range(1, 219))
    assert len(read_keys()) == 218


def test_every_decision_is_tested_or_exempt_for_a_reason() -> None:
    exempt = {key for key, reason in read_keys().items() if reason}
    marked = set(marked_keys())
    assert set(read_keys()) - marked - exempt == set()
    assert marked & exempt == set()
    assert marked - set(read_keys()) == set()


def test_the_code_cites_only_decisions_that_exist() -> None:
    known = set(read_keys())
    for path in (ROOT / "src" / "binokel").rglob("*.py"):
        for source in re.findall(r"Source: rules\.md[^\"]*", path.read_text(encoding="utf-8")):
            cited = set(re.findall(r"\[([a-z0-9-]+)\]", source))
            assert cited <= known, (path.name, cited - known)


def test_the_rule_sets_cite_only_decisions_that_exist() -> None:
    known = set(read_keys())
    for name in names():
        rules = find_ruleset(name)
        for section in SECTIONS:
            assert set(getattr(rules, section).source) <= known, (name, section)
