"""What every test shares: the seed of hypothesis is chosen here and printed."""

import os
import random

import pytest
from hypothesis import settings

# The source of the kernel, uncompiled, takes a hundred times as long.
MAX_EXAMPLES = 10 if os.environ.get("BINOKEL_KERNEL") == "python" else 100

settings.register_profile("binokel", deadline=None, print_blob=True, max_examples=MAX_EXAMPLES)
settings.load_profile("binokel")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = random.SystemRandom().getrandbits(32)


def pytest_report_header(config: pytest.Config) -> str:
    seed = config.option.hypothesis_seed
    return f"hypothesis: repeat with --hypothesis-seed={seed}"
