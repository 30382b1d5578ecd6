"""What every test shares: the seed of hypothesis is chosen here and printed."""

import os
import random
import signal
import sys
from collections.abc import Generator

import pytest
from hypothesis import settings

# The source of the kernel, uncompiled, takes a hundred times as long.
IS_SOURCE = os.environ.get("BINOKEL_KERNEL") == "python"
MAX_EXAMPLES = 10 if IS_SOURCE else 100

settings.register_profile("binokel", deadline=None, print_blob=True, max_examples=MAX_EXAMPLES)
settings.load_profile("binokel")

# They play so many deals that tracing them takes longer than they do. Whatever they run has tests
# of its own, whose coverage is measured.
UNTRACED = (
    "tests/perft",
    "tests/server/test_non_interference.py",
    "tests/unit/arena/test_command.py::test_a_null_test_that_is_even_by_chance_is_not_called_exact",
    "tests/unit/arena/test_command.py::test_what_is_believed_at_the_first_card_is_judged_by_deciles",
    "tests/unit/arena/test_leak.py",
    "tests/unit/kernel/test_duties.py",
    "tests/unit/kernel/test_perft.py",
    "tests/unit/kernel/worlds/test_uniform.py",
    "tests/unit/players/test_conformance.py",
    "tests/unit/players/test_facts.py",
    "tests/unit/players/test_ismcts.py",
)
# What is compiled cannot be traced; these run once more on the source.
TRACED_ON_THE_SOURCE = ("tests/unit/kernel/test_",)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test untraced; the mark of pytest-cov has no effect in the processes of xdist."""
    untraced = UNTRACED if IS_SOURCE else UNTRACED + TRACED_ON_THE_SOURCE
    if not item.nodeid.startswith(untraced) or not item.config.pluginmanager.hasplugin("_cov"):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = random.SystemRandom().getrandbits(32)
    # Started in the background the interrupt is ignored, and by every process that tests start.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header(config: pytest.Config) -> str:
    seed = config.option.hypothesis_seed
    return f"hypothesis: repeat with --hypothesis-seed={seed}"
