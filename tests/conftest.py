"""What every test shares: the seed of hypothesis is chosen here and printed."""

import os
import random
from pathlib import Path

import pytest
from hypothesis import settings

# The source of the kernel, uncompiled, takes a hundred times as long.
MAX_EXAMPLES = 10 if os.environ.get("BINOKEL_KERNEL") == "python" else 100

settings.register_profile("binokel", deadline=None, print_blob=True, max_examples=MAX_EXAMPLES)
settings.load_profile("binokel")

# They play so many deals that tracing them takes longer than they do. Whatever they run has tests
# of its own, whose coverage is measured.
TRACED_ELSEWHERE = (
    "tests/differential",
    "tests/perft",
    "tests/property/test_engine_property.py",
    "tests/property/test_non_interference.py",
    "tests/property/test_record_property.py",
    "tests/server/test_non_interference.py",
    "tests/unit/arena/test_leak.py",
    "tests/unit/players/test_conformance.py",
    "tests/unit/players/test_facts.py",
    "tests/unit/players/test_ismcts.py",
)
ROOT = Path(__file__).parents[1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(ROOT).as_posix().startswith(TRACED_ELSEWHERE):
            item.add_marker("no_cover")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = random.SystemRandom().getrandbits(32)


def pytest_report_header(config: pytest.Config) -> str:
    seed = config.option.hypothesis_seed
    return f"hypothesis: repeat with --hypothesis-seed={seed}"
