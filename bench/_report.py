"""Time a piece of work and write the result as JSON, with the commit and the machine."""

import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

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


def commit() -> str:
    """Return the commit that is measured, with `+changes` when files differ from it."""
    head = _git("rev-parse", "--short=12", "HEAD")
    return f"{head}+changes" if _git("status", "--porcelain", "--untracked-files=no") else head


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def machine() -> dict[str, str | int]:
    """Return what is needed to compare results: processor, cores, system and Python."""
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _cpu_model() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown"
