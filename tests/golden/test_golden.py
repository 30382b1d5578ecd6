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
