"""docs/rulesets.md explains every key, and its example is a rule set that can be played."""

import re
from pathlib import Path

from binokel.rules.loader import load_file, parse_toml
from binokel.rules.reference import reference

DOCUMENT = Path(__file__).parents[2] / "docs" / "rulesets.md"
MARK = "<!-- keys -->\n"


def test_the_tables_of_keys_are_those_of_binokel_rules_keys() -> None:
    assert DOCUMENT.read_text(encoding="utf-8").partition(MARK)[2] == reference("en")


def test_the_example_of_an_own_set_can_be_played(tmp_path: Path) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    example = re.search(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert example is not None
    rules = parse_toml(example[1])
    assert rules.melds.fours == {"A": 100, "Z": 100, "K": 80, "O": 60, "U": 40}
    path = tmp_path / "zum-ochsen.toml"
    path.write_text(example[1], encoding="utf-8")
    assert load_file(path) == rules
