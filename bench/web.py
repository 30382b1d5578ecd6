"""The page: time from `run.py play` to a served page, bytes over the wire, smooth movement.

Measure on a machine that does nothing else: tasks and frames are counted in real time. `run.py`
makes `.venv` and the page anew first where they are stale.

python -m bench.web --deals 5
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bench._report import ROOT, RUNS, report
from tests.e2e.chromium import QUIET, find_chromium
from tests.e2e.desk import PHONE, Desk, Wishes
from tests.e2e.measuring import Motion, Wire, motion_of, throttle, watch_motion
from tests.e2e.robot import Robot
from tests.e2e.server import Server, free_port

RULES = "stammtisch"
SLOWER = 4
LONG_GAP_MS = 33
START_S = 60
POLLING_MS = 500
"""So seldom is the page looked at while cards move: looking is work of its own."""


def start_s(home: Path) -> float:
    """Return the seconds from the start of `run.py play` until the page is served."""
    port = free_port()
    command = [sys.executable, "run.py", "play", "--no-browser", "--port", str(port)]
    start = time.perf_counter()
    with (home / "start.txt").open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "BINOKEL_HOME": str(home)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/", start + START_S)
        return time.perf_counter() - start
    finally:
        process.terminate()
        process.wait()


def _wait_for(url: str, end: float) -> None:
    while True:
        try:
            with urllib.request.urlopen(url, timeout=1) as answer:
                answer.read()
            return
        except urllib.error.URLError:
            if time.perf_counter() > end:
                raise
            time.sleep(0.01)


def wire_kib(browser: Browser, server: Server) -> float:
    """Return the KiB until the first hand is playable, with nothing in the cache."""
    desk = Desk(browser, server, f"bench-{time.monotonic_ns()}", Wishes())
    table = desk.new_table(RULES)
    wire = Wire(desk.page)
    desk.open(table).wait_until_asked()
    desk.close()
    return wire.kib


def motion(browser: Browser, server: Server, seed: int) -> Motion:
    """Play a deal on a slow telephone with moving cards and return what was seen."""
    wishes = Wishes(size=PHONE, moving=True, settings={"pace": "quick"})
    desk = Desk(browser, server, f"bench-{time.monotonic_ns()}", wishes)
    watch_motion(desk.page)
    table = desk.open_table(RULES)
    table.wait_until_asked()
    table.polling = POLLING_MS
    throttle(desk.page, SLOWER)
    Robot(table, seed).play_deal()
    seen = motion_of(desk.page)
    desk.close()
    return seen


def main() -> None:
    """Measure everything and write it to bench/results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=RUNS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        start_s(home)
        report("web-start", "s", {"run.py play": [start_s(home) for _ in range(RUNS)]})
        server = Server(home)
        server.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
            report("web-wire", "KiB", {RULES: [wire_kib(browser, server) for _ in range(RUNS)]})
            seen = [motion(browser, server, seed) for seed in range(options.deals)]
            browser.close()
        server.stop()
    report(
        "web-motion",
        f"at {SLOWER} times slower",
        {
            "longest task in ms, 0: none over 50": [
                max([0.0, *(length for _, length in one.tasks)]) for one in seen
            ],
            f"% of frame gaps over {LONG_GAP_MS} ms": [
                100 * sum(gap > LONG_GAP_MS for gap in one.gaps) / len(one.gaps) for one in seen
            ],
            "frames": [float(len(one.gaps)) for one in seen],
            "movements": [float(one.moves) for one in seen],
        },
    )
    print("animated:", *sorted({name for one in seen for name in one.properties}))


if __name__ == "__main__":
    main()
