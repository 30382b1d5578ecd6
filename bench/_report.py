"""Time a piece of work and write the result as JSON, with the commit and the machine."""

import json
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from binokel.arena.machine import commit, machine

ROOT = Path(__file__).resolve().parents[1]
RUNS = 5


def measure(work: Callable[[], object], *, runs: int = RUNS) -> list[float]:
    """Return the seconds of each run, in order, after one run to warm up.

    Args:
        work: What is timed; it does the same on every call.
        runs: How often, at least five.
    """
    if runs < RUNS:
        raise ValueError(f"{runs} runs are too few for a median, the least is {RUNS}")
    work()
    return [_seconds(work) for _ in range(runs)]


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def report(name: str, unit: str, results: dict[str, list[float]]) -> Path:
    """Print the median of each series and write all to `bench/results/NAME.json`.

    Args:
        name: Name of the benchmark.
        unit: Unit of every value, e.g. `s` or `deals/s`.
        results: At least five values for each thing measured.

    Returns:
        The file written.
    """
    few = [key for key, values in results.items() if len(values) < RUNS]
    if few:
        raise ValueError(f"fewer than {RUNS} values: {', '.join(few)}")
    document = {
        "benchmark": name,
        "unit": unit,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine(),
        "results": {
            key: {
                "median": statistics.median(values),
                "least": min(values),
                "most": max(values),
                "runs": len(values),
            }
            for key, values in results.items()
        },
    }
    for key, values in results.items():
        print(f"{name} {key}: {statistics.median(values):.4g} {unit} (median of {len(values)})")
    path = ROOT / "bench" / "results" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return path
