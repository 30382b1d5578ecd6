"""The benchmarks say what they measure instead of measuring when they are asked for help."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench import bars

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


def comparison(mean: float, even: float, *, null: bool = False) -> dict[str, object]:
    signs = {"above": 1, "below": 7}
    told = {"x": "dabb-hard", "y": "meister", "null": null, "n": 8, "signs": signs}
    return {**told, "mean": mean, "half": 0.02, "even": even}


def test_of_matches_the_share_is_told_and_of_deals_the_points_the_better_player_first() -> None:
    found = {"comparisons": [comparison(-0.25, 0.5), comparison(0.01, 0.5, null=True)]}
    pairs = bars.Bar("pairs", ("dabb-hard", "meister"), "dabb-online-4", 8, 502, ("--matches",))
    won, null = bars.rows(pairs, found)
    assert won == "| dabb-online-4 | meister over dabb-hard | 8 | 502 | 75.0% ± 2.0 | 7, 1 |"
    assert "null test: dabb-hard | 8 | 502 | 51.0% ± 2.0 | 1, 7" in null
    more = ("--table", "one", "--matches")
    one = bars.Bar("one", ("dabb-hard", "meister"), "dabb-online", 8, 501, more)
    assert "83.3% ± 2.0 | 1, 7" in bars.rows(one, {"comparisons": [comparison(0.5, 1 / 3)]})[0]
    deals = bars.Bar("deals", ("dabb-hard", "meister"), "dabb-online", 8, 21)
    assert "+25.0 ± 0.0 | 7, 1" in bars.rows(deals, {"comparisons": [comparison(-25.0, 0.5)]})[0]
