"""Records with their scores: three of every shipped rule set, and worked examples.

Each is verified by the package and counted a second time by `scorekeeper`.
"""

import re
from pathlib import Path

import pytest

from binokel.engine.match import Match
from binokel.engine.record import format_record, parse_record, verify
from binokel.rules.catalog import names
from tests.golden.scorekeeper import deals_of

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*.bnk"))

EXAMPLES = {
    "ab-in-schellen": (30, -160, 40 + 30),
    "ab-zu-viert": (20 + 40 + 40, -170),
    "binokel-und-paar": (40 + 20 + 30, -200, 30),
    "durch-von-der-hand": (2000, 0, 0),
    "halber-reiz": (-310, 20 + 40 + 160, 160),
    "paar-in-der-familie": (150 + 40 + 30, -150, 30),
    "preis-rundgang": (150 + 240 + 100 + 135, 51, 54),
    "rundgang-neben-der-familie": (150 + 200 + 30, -150, 30),
    "unerreichbar": (-2 * 300, 20 + 150, 150),
    "verloren-doppelt": (0, -2 * 400, 40),
}
"""Worked examples of the rule texts, with the scores of their only deal; the key is in the file."""


def read(path: Path) -> tuple[str, Match]:
    text = path.read_text(encoding="utf-8")
    return text, verify(text)[1]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_valid_and_canonical(path: Path) -> None:
    text, match = read(path)
    assert format_record(parse_record(text)) == text
    assert re.search("^sum ", text, re.MULTILINE)
    assert match.results


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_scorekeeper_counts_the_same(path: Path) -> None:
    text, match = read(path)
    counted = [scores for scores in deals_of(match.rules, text) if scores is not None]
    assert counted == [list(result.scores) for result in match.results]
    sums = [int(n) for n in re.findall(r"(-?\d+)(?: \||$)", text.splitlines()[-1])]
    assert sums == [sum(column) for column in zip(*counted, strict=True)]


@pytest.mark.parametrize("name", names())
def test_every_shipped_rule_set_has_three_records(name: str) -> None:
    assert len(list(FOLDER.glob(f"{name}-[0-9].bnk"))) >= 3
    for path in FOLDER.glob(f"{name}-[0-9].bnk"):
        assert read(path)[1].rules.id == name


def test_the_records_end_in_every_way() -> None:
    ends = {re.search("^# (.*)$", path.read_text(), re.MULTILINE) for path in RECORDS}
    found = {end[1].rpartition(" ")[0] for end in ends if end}
    assert {"trump True", "trump False", "conceded False", "trump None"} <= found


@pytest.mark.parametrize("path", sorted(FOLDER.glob("example-*.bnk")), ids=lambda path: path.stem)
def test_a_worked_example_scores_what_its_rule_says(path: Path) -> None:
    text, match = read(path)
    assert re.search(r"^# rules.md \[[a-z0-9-]+\]", text, re.MULTILINE)
    assert match.results[-1].scores == EXAMPLES[path.stem.removeprefix("example-")]


def test_no_worked_example_is_missing() -> None:
    found = {path.stem.removeprefix("example-") for path in FOLDER.glob("example-*.bnk")}
    assert found == set(EXAMPLES)
