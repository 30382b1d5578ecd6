"""Rule sets as mappings to arrange tests with, and how they are refused."""

from typing import Any

import pytest

from binokel.errors import RuleSetError
from binokel.rules.loader import load_ruleset

COMPLETE = """
id = "klein"
title = "Klein"
[deck]
sevens = false
[table]
seats = 3
[deal]
hand = 12
dabb = 4
pattern = ["P4", "D2", "P4", "D2", "P4"]
[bidding]
form = "duel"
[melds]
pair = 20
[match]
ends = "target"
target = 500
"""


def change(base: str = "stammtisch", /, **sections: Any) -> dict[str, Any]:
    return {"extends": base, **sections}


def refusal(mapping: Any) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(mapping)
    return caught.value
