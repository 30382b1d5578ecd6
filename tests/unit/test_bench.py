"""The benchmarks say what they measure instead of measuring when they are asked for help."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    path.stem for path in (ROOT / "bench").glob("*.py") if not path.stem.startswith("_")
)


def test_there_are_benchmarks() -> None:
    assert {"engine", "kernel", "server"} <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_a_benchmark_has_help(name: str) -> None:
    command = [sys.executable, "-m", f"bench.{name}", "--help"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=True
    )
    assert done.stdout.startswith(f"usage: {name}.py")
    assert not done.stderr
