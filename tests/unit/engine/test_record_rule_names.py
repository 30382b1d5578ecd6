"""A record is read back with the rules it was made with, whatever they are called."""

from pathlib import Path

import pytest

from binokel.engine.match import Match
from binokel.engine.record.reader import parse_record
from binokel.engine.record.writer import format_record
from binokel.rules.loader import load_file, load_ruleset
from binokel.rules.ruleset import RuleSet

SEATS = ["Anna", "Bert", "Carla"]


def written(rules: RuleSet) -> str:
    return format_record(Match(rules, SEATS, 2))


@pytest.mark.parametrize("name", ["7", "Ölmühle", "Dorf_2.1-neu", "sha256", "Stammtisch", "x" * 60])
def test_every_id_that_is_allowed_is_read_back(name: str) -> None:
    target = {} if name == "Stammtisch" else {"match": {"target": 500}}
    rules = load_ruleset({"extends": "stammtisch", "id": name, **target})
    assert parse_record(written(rules)).rules == rules


def test_a_file_called_like_a_shipped_set_never_passes_for_it(tmp_path: Path) -> None:
    path = tmp_path / "stammtisch.toml"
    path.write_text('extends = "stammtisch"\n[match]\ntarget = 500')
    record = written(load_file(path))
    assert "rules stammtisch-eigen 1 " in record
    assert parse_record(record).rules.match.target == 500


def test_a_record_that_brings_changed_rules_is_played_by_them_whatever_their_name() -> None:
    own = load_ruleset({"extends": "stammtisch", "id": "dorf", "match": {"target": 500}})
    record = parse_record(written(own).replace("dorf", "stammtisch"))
    assert (record.rules.id, record.rules.match.target) == ("stammtisch", 500)
    assert parse_record(format_record(record)).rules == record.rules
