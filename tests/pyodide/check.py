"""Imports every module of the core and runs its doctests; `run.mjs` starts it in Pyodide."""

import doctest
import importlib
import pkgutil
import platform
import sys

SOURCE = "/binokel/src"
CORE = ("cards", "rules", "engine")


def main() -> int:
    """Print what was done and return the number of failed examples."""
    sys.path.insert(0, SOURCE)
    sys.dont_write_bytecode = True
    failed = attempted = modules = 0
    for name in CORE:
        package = importlib.import_module(f"binokel.{name}")
        inside = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        for module in [package.__name__, *(info.name for info in inside)]:
            options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            result = doctest.testmod(importlib.import_module(module), optionflags=options)
            modules += 1
            failed += result.failed
            attempted += result.attempted
    where = f"Python {platform.python_version()} on {sys.platform}"
    print(f"{where}: {modules} modules, {attempted} examples, {failed} failed")
    return failed
