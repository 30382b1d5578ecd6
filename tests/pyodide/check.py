"""Runs the core in Pyodide, where `run.mjs` starts it: doctests, deals, and their records.

The heuristic player plays a match of two deals under sets of every kind, and random deals run
under the checks of the soak.
"""

import doctest
import importlib
import pkgutil
import platform
import sys
import time

SOURCE = "/binokel/src"
CORE = ("cards", "rules", "engine", "players")
SEARCHING = ("binokel.players.ismcts.", "binokel.players.model.", "binokel.players.search.")
SELF_PLAY = "binokel.players.selfplay"
"""What may stand on the kernel, and then says so where there is none. The deals show that the
players by rules of thumb do without."""
SETS = ("stammtisch", "kreuzbinokel-48", "preisbinokel", "souabe-4", "sechser", "zu-zweit")
SEED = 20260101
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def main() -> int:
    """Print what was done and return the number of failures."""
    sys.path.insert(0, SOURCE)
    sys.dont_write_bytecode = True
    return check_deals() + check_soak() + check_kernel() + check_examples()


def check_deals() -> int:
    """Let the heuristic player play and the record replay; return the number of failures."""
    from random import Random  # noqa: PLC0415 - the source's path is only known in `main`

    from binokel.engine.match import new_match  # noqa: PLC0415
    from binokel.engine.record import format_record, parse_record, replay  # noqa: PLC0415
    from binokel.players.heuristic import HeuristicPlayer  # noqa: PLC0415
    from binokel.players.table import Table  # noqa: PLC0415
    from binokel.rules.catalog import find_ruleset  # noqa: PLC0415

    failed = 0
    start = time.monotonic()
    for name in SETS:
        rules, rng = find_ruleset(name), Random(f"{SEED} {name}")
        match = new_match(rules, [f"Seat {seat}" for seat in range(rules.n_seats)], rng)
        table = Table(match, [HeuristicPlayer() for _ in range(rules.n_seats)], rng)
        for _ in range(2):
            table.play_deal()
        again = replay(parse_record(format_record(match)))
        same = again.deal == match.deal and again.results == match.results
        print(f"{name}: {match.n_steps} steps, {match.standing.totals}, record {same}")
        failed += not same
    print(f"{2 * len(SETS)} deals of the heuristic player in {time.monotonic() - start:.1f} s")
    return failed


def check_soak() -> int:
    """Play random deals under shipped and random rule sets; return 1 after a failure."""
    from binokel.testing.soak import main as soak  # noqa: PLC0415

    return soak(["--deals", "40", "--seed", str(SEED)])


def check_kernel() -> int:
    """The deals so far asked for no kernel, which says that it is not here; return the faults."""
    from binokel.errors import KernelMissing  # noqa: PLC0415

    loaded = sorted(name for name in sys.modules if name.startswith("binokel.kernel"))
    if loaded:
        print(f"the players by rules of thumb loaded {', '.join(loaded)}")
    failed = len(loaded)
    for name in ("binokel.kernel", SELF_PLAY, f"{SEARCHING[-1]}moment"):
        try:
            importlib.import_module(name)
        except KernelMissing as error:
            print(f"{name}: no kernel, as intended: {error}")
        else:
            print(f"{name}: a kernel was found where there is none")
            failed += 1
    return failed


def check_examples() -> int:
    """Import every module of the core and run its examples; return the number of failed ones."""
    from binokel.errors import KernelMissing  # noqa: PLC0415 - the source's path is only known in `main`

    failed = attempted = modules = left_out = 0
    for name in CORE:
        package = importlib.import_module(f"binokel.{name}")
        inside = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        for module in [package.__name__, *(info.name for info in inside)]:
            try:
                found = importlib.import_module(module)
            except KernelMissing:
                if not module.startswith((*SEARCHING, SELF_PLAY)):
                    raise
                left_out += 1
                continue
            result = doctest.testmod(found, optionflags=OPTIONS)
            modules += 1
            failed += result.failed
            attempted += result.attempted
    where = f"Python {platform.python_version()} on {sys.platform}"
    print(f"{where}: {modules} modules, {attempted} examples, {failed} failed")
    print(f"{left_out} modules stand on the kernel, which is not here")
    return failed
