#!/usr/bin/env python3
"""Set up, play and test binokel; needs nothing but Python 3.11 or newer.

`python run.py play` and `python run.py test` make `.venv` when it is missing, stale or half-made,
and then do their work in it. Only the standard library is imported here.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "binokel needs Python 3.11 or newer, this is {}.{}.\n"
        "Start run.py with a newer one, e.g. python3.11 run.py play "
        "(Debian, Ubuntu: apt install python3.11 python3.11-venv).".format(*sys.version_info)
    )

import argparse
import contextlib
import hashlib
import importlib.util
import json
import os
import random
import shlex
import shutil
import subprocess
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import webbuild

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
CACHE = ROOT / ".cache"
STAMP = VENV / "binokel-stamp"
KERNEL_BUILD = ROOT / "kernelbuild.py"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
PROGRAM = BIN / ("binokel.exe" if os.name == "nt" else "binokel")

BUILD_LOCK = "requirements-build.txt"
NODE_LOCK = "requirements-node.txt"
ZIG_LOCK = "requirements-zig.txt"
LOCKS = {"play": "requirements.txt", "test": "requirements-test.txt"}

# The least branch coverage in per cent, by part of the package: the one place to change it.
CORE = "*/binokel/cards/*,*/binokel/rules/*,*/binokel/engine/*"
COVERAGE_FLOORS = {"core": (f"--include={CORE}", 100), "rest": (f"--omit={CORE}", 90)}

# As many tests at once as there are processors; more than a few would only wait for each other.
PYTEST = ("-m", "pytest", "--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal")

# Run on the compiled kernel with all tests, and a second time on its source: all but what does
# not search.
KERNEL_TESTS = ("src/binokel/kernel", "tests/*/kernel", "tests/*/test_kernel_*.py")
NO_SEARCH = "--ignore-glob=*/kernel/worlds"

CHECK = ("--tsconfig", "./tsconfig.json", "--fail-on-warnings")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")

SOAK_DEALS = 200
SOAK_SEED = 20260101

Step = tuple[str, Callable[[], None]]


class StepError(Exception):
    """A step that failed; the message says why and what to do."""


# --- set-up -------------------------------------------------------------------------------------


def run(*command: str | Path, env: dict[str, str] | None = None, folder: Path = ROOT) -> None:
    """Print and run a command.

    Args:
        command: The program and its arguments.
        env: Variables to add to the environment.
        folder: Where to run it.

    Raises:
        StepError: The command is missing or failed.
    """
    words = [str(word) for word in command]
    print(f"$ {shlex.join(word.replace(f'{ROOT}{os.sep}', '') for word in words)}", flush=True)
    try:
        done = subprocess.run(words, cwd=folder, env={**os.environ, **(env or {})}, check=False)
    except FileNotFoundError:
        raise StepError(f"{words[0]} is not there") from None
    if done.returncode:
        raise StepError(f"{Path(words[0]).name} ended with exit code {done.returncode}")


def fingerprint() -> str:
    """Return a hash of everything the virtual environment is made from."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    made_from = [
        str(ROOT),
        {key: project[key] for key in ("build-system", "project", "dependency-groups")},
        *((ROOT / lock).read_text(encoding="utf-8") for lock in (BUILD_LOCK, *LOCKS.values())),
    ]
    return hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()


def is_ready(profile: str) -> bool:
    """Whether `.venv` is whole, up to date and has what the profile needs."""
    if not (STAMP.is_file() and PYTHON.exists() and PROGRAM.exists()):
        return False
    made_for, _, made_from = STAMP.read_text(encoding="utf-8", errors="replace").partition(" ")
    return made_for in {profile, "test"} and made_from == fingerprint()


def set_up(profile: str, *, fresh: bool = False) -> None:
    """Make `.venv` from the locks unless it is ready.

    Args:
        profile: `play` or `test`, a key of `LOCKS`; `test` contains `play`.
        fresh: Make it anew in any case.

    Raises:
        StepError: Python lacks `venv`, or an installation failed.
    """
    if not fresh and is_ready(profile):
        return
    with one_at_a_time():
        if fresh or not is_ready(profile):  # another run may have made it meanwhile
            make_venv(profile)


def make_venv(profile: str) -> None:
    """Make `.venv`; the stamp comes last, so a half-made one is never used."""
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        raise StepError(
            f"this Python has no {' and no '.join(missing)}. Debian and Ubuntu keep it in a "
            f"package of its own: apt install python3-venv "
            f"(or python3.{sys.version_info.minor}-venv)."
        )
    print(f"Making {VENV} (once, until the requirements change) ...", flush=True)
    STAMP.unlink(missing_ok=True)
    base_python = getattr(sys, "_base_executable", sys.executable)
    run(base_python, "-m", "venv", "--clear", VENV)
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    run(*pip, "--require-hashes", "-r", BUILD_LOCK)
    install = (BIN / "uv", "pip", "install", "--quiet", "--compile-bytecode", "--python", PYTHON)
    run(*install, "--require-hashes", "-r", LOCKS[profile])
    # The kernel is compiled later, as it is after each change of its source.
    editable = ("--no-build-isolation", "--no-deps", "--editable", ROOT)
    run(*install, *editable, env={"BINOKEL_KERNEL": "python"})
    # Compiled once here, the program starts fast even where Python may not write bytecode.
    run(PYTHON, "-m", "compileall", "-q", ROOT / "src")
    STAMP.write_text(f"{profile} {fingerprint()}", encoding="utf-8")


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold a lock against other runs in the same folder (not on Windows)."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "setup.lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- the page -----------------------------------------------------------------------------------


def site_packages() -> list[Path]:
    """Return the folders of `.venv` in which packages are installed."""
    return [VENV / "Lib" / "site-packages", *VENV.glob("lib/python*/site-packages")]


def get_node() -> tuple[str, str]:
    """Return node and npm: the machine's, else the Python package's, got if need be.

    Raises:
        StepError: The package could not be installed, or has no npm.
    """
    found = webbuild.system_node() or webbuild.wheel_node(site_packages())
    if found is None:
        print(f"No node 20.19 or newer with npm here: fetching {webbuild.NODE_WHEEL} (once) ...")
        install = (BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON)
        run(*install, "--require-hashes", "-r", NODE_LOCK)
        with page_errors():
            found = webbuild.find_node(site_packages())
    return found


def build_page() -> None:
    """Build the page unless it is made from the sources as they are.

    Raises:
        StepError: It could not be built.
    """
    if webbuild.is_built():
        return
    with one_at_a_time(), page_errors():
        if not webbuild.is_built():  # another run may have built it meanwhile
            webbuild.build(get_node())


@contextlib.contextmanager
def page_errors() -> Iterator[None]:
    """Tell a failure of the build as a failed step."""
    try:
        yield
    except webbuild.WebBuildError as error:
        raise StepError(str(error)) from None


# --- the kernel ---------------------------------------------------------------------------------


def ask_kernel(question: str) -> bool:
    """Return what `kernelbuild.py` answers; only the Python of `.venv` knows."""
    return subprocess.run([PYTHON, "-I", KERNEL_BUILD, question], check=False).returncode == 0


def build_kernel() -> None:
    """Compile the kernel unless it is up to date or not wanted.

    Raises:
        StepError: It could not be compiled, or the compiler could not be had.
    """
    if os.environ.get("BINOKEL_KERNEL") == "python" or ask_kernel("--is-built"):
        return
    with one_at_a_time():
        if ask_kernel("--is-built"):  # another run may have built it meanwhile
            return
        if ask_kernel("--needs-zig"):
            print("No C compiler here: fetching zig, 100 MB (once) ...", flush=True)
            install = (BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON)
            run(*install, "--require-hashes", "-r", ZIG_LOCK)
        print("Compiling the kernel (once, until its sources change) ...", flush=True)
        run(PYTHON, KERNEL_BUILD)


def prepare() -> None:
    """Set up for playing, if need be without a kernel, which is told."""
    set_up("play")
    try:
        build_kernel()
    except StepError as error:
        told = f"There is no compiled kernel ({error}): what needs one will refuse to work."
        print(told, file=sys.stderr, flush=True)


# --- steps of a test run ------------------------------------------------------------------------


def lint_steps(*, fix: bool = False) -> list[Step]:
    """Return the steps that read the code without running it."""
    ruff = BIN / "ruff"
    check, layout = (["--fix"], []) if fix else ([], ["--check", "--diff"])
    return [
        ("ruff check", lambda: run(ruff, "check", *check)),
        ("ruff format", lambda: run(ruff, "format", *layout)),
        ("mypy", lambda: run(PYTHON, "-m", "mypy")),
        ("layers", lambda: run(BIN / "lint-imports", "--cache-dir", CACHE / "imports")),
    ]


def test_steps() -> list[Step]:
    """Return every step of `run.py test`, in order."""
    return [
        *lint_steps(),
        ("web packages", fetch_web_tools),
        ("svelte-check", lambda: run_web_tool("svelte-check/bin/svelte-check", *CHECK)),
        ("vitest", lambda: run_web_tool("vitest/vitest.mjs", "run")),
        ("web build", build_page),
        ("kernel", build_kernel),
        ("pytest", run_pytest),
        ("kernel as Python", run_kernel_tests),
        ("coverage", check_coverage),
        ("end to end", run_e2e),
        ("pyodide", lambda: run(PYTHON, ROOT / "tests/pyodide/run.py", CACHE)),
        ("soak, fixed seed", lambda: run_soak(SOAK_DEALS, SOAK_SEED)),
        ("soak, random seed", lambda: run_soak(SOAK_DEALS, random.SystemRandom().getrandbits(32))),
    ]


def run_pytest() -> None:
    """Run the tests and the doctests, measuring branch coverage."""
    CACHE.mkdir(exist_ok=True)
    (CACHE / "coverage").unlink(missing_ok=True)
    run(PYTHON, *PYTEST, "--ignore=tests/e2e", "--cov", "--cov-report=")


def run_kernel_tests() -> None:
    """Run the kernel's tests on its source, adding to the coverage."""
    tests = [path for glob in KERNEL_TESTS for path in sorted(ROOT.glob(glob))]
    coverage = ("--cov", "--cov-append", "--cov-report=")
    run(PYTHON, *PYTEST, *coverage, NO_SEARCH, *tests, env={"BINOKEL_KERNEL": "python"})


def fetch_web_tools() -> None:
    """Install what builds and tests the page, unless it is there."""
    with one_at_a_time(), page_errors():
        webbuild.install_packages(*get_node(), dev=True)


def run_web_tool(script: str, *arguments: str) -> None:
    """Run a tool of `web/node_modules` in `web/`."""
    node, _ = get_node()
    run(node, webbuild.WEB / "node_modules" / script, *arguments, folder=webbuild.WEB)


def get_chromium() -> str:
    """Return the browser of the tests; root on Debian has it installed by apt.

    Raises:
        StepError: There is none; the message says how to get it.
    """
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not any(map(shutil.which, CHROMIUM)) and is_root and shutil.which("apt-get"):
        run("apt-get", "update", "--quiet")
        run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "chromium")
    found = [path for path in map(shutil.which, CHROMIUM) if path]
    if not found:
        raise StepError(
            "no browser for the tests: install Chromium (Debian: apt install chromium), "
            "or name one: CHROMIUM=/path/to/chromium python run.py test"
        )
    return found[0]


def run_e2e() -> None:
    """Play on the built page in a real browser."""
    build_page()
    run(PYTHON, *PYTEST, "tests/e2e", env={"CHROMIUM": get_chromium()})


def check_coverage() -> None:
    """Compare the coverage of each part with its floor."""
    failed = []
    for part, (files, floor) in COVERAGE_FLOORS.items():
        try:
            run(PYTHON, "-m", "coverage", "report", files, f"--fail-under={floor}")
        except StepError:
            failed.append(f"the {part} is below {floor} %")
    if failed:
        raise StepError(", ".join(failed))


def run_soak(deals: int, seed: int) -> None:
    """Play many deals from a seed, which is printed with the command."""
    run(PYTHON, "-m", "binokel.testing.soak", "--deals", str(deals), "--seed", str(seed))


def run_steps(steps: Sequence[Step]) -> int:
    """Run all steps, also after a failure; return the number of failed ones."""
    results = []
    for name, step in steps:
        print(f"\n=== {name}", flush=True)
        start, problem = time.monotonic(), ""
        try:
            step()
        except StepError as error:
            problem = str(error)
            print(f"{name} FAILED: {problem}", file=sys.stderr, flush=True)
        results.append((name, time.monotonic() - start, problem))
    print("\n=== summary")
    for name, seconds, problem in results:
        print(f"{name:<20} {seconds:7.1f} s  {'FAILED: ' + problem if problem else 'ok'}")
    return sum(bool(problem) for _, _, problem in results)


# --- commands -----------------------------------------------------------------------------------


def play(arguments: Sequence[str]) -> int:
    """Play in the browser (--no-browser, --port N, --host H), or --terminal."""
    if "--terminal" in arguments:
        return binokel(["play", *(word for word in arguments if word != "--terminal")])
    prepare()
    build_page()
    return binokel(["serve", *arguments])


def binokel(arguments: Sequence[str]) -> int:
    """Run any command of the program, e.g. `run.py binokel rules list`."""
    prepare()
    command = [str(PROGRAM), *arguments]
    if os.name == "posix":
        os.execv(command[0], command)  # the game gets the terminal and its signals to itself
    return subprocess.run(command, check=False).returncode


def test(arguments: Sequence[str]) -> int:
    """Run every check; the exit code is 0 when all passed."""
    parse("test", arguments)
    set_up("test")
    return min(run_steps(test_steps()), 1)


def lint(arguments: Sequence[str]) -> int:
    """Run the checks that only read the code; --fix repairs what ruff can."""
    fix = ("--fix", "repair what ruff can repair")
    options = parse("lint", arguments, fix)
    set_up("test")
    return min(run_steps(lint_steps(fix=options.fix)), 1)


def setup(arguments: Sequence[str]) -> int:
    """Make .venv for the tests, the kernel and the page; --fresh makes .venv anew."""
    options = parse("setup", arguments, ("--fresh", "make .venv anew even if it looks right"))
    set_up("test", fresh=options.fresh)
    build_kernel()
    build_page()
    print(f"Ready: {PYTHON}")
    return 0


def kernel(arguments: Sequence[str]) -> int:
    """Compile the kernel if its sources have changed."""
    parse("kernel", arguments)
    set_up("play")
    build_kernel()
    return 0


def soak(arguments: Sequence[str]) -> int:
    """Play very many deals, e.g. --deals 100000 --seed 7."""
    set_up("test")
    run(PYTHON, "-m", "binokel.testing.soak", *arguments)
    return 0


def lock(arguments: Sequence[str]) -> int:
    """Write the requirement locks anew; e.g. --upgrade goes to `uv pip compile`."""
    set_up("play")
    uv = (BIN / "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes")
    note = ("--custom-compile-command", "python run.py lock")
    for path, source in (
        (BUILD_LOCK, ["--group", "build"]),
        (LOCKS["play"], ["pyproject.toml"]),
        (LOCKS["test"], ["pyproject.toml", "--group", "test"]),
        (NODE_LOCK, ["--group", "node"]),
        (ZIG_LOCK, ["--group", "zig"]),
    ):
        run(*uv, *note, *arguments, *source, "--output-file", path)
    return 0


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "play": play,
    "binokel": binokel,
    "test": test,
    "lint": lint,
    "setup": setup,
    "kernel": kernel,
    "soak": soak,
    "lock": lock,
}


def parse(name: str, arguments: Sequence[str], *flags: tuple[str, str]) -> argparse.Namespace:
    """Parse the flags of one command; anything else is an error."""
    parser = argparse.ArgumentParser(prog=f"run.py {name}", description=COMMANDS[name].__doc__)
    for flag, text in flags:
        parser.add_argument(flag, action="store_true", help=text)
    return parser.parse_args(arguments)


def main() -> int:
    """Run the command of the command line and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="run.py",
        description=(__doc__ or "").partition("\n")[0],
        epilog="\n".join(f"{name:7} {function.__doc__}" for name, function in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="what the command takes")
    options = parser.parse_args()
    try:
        return COMMANDS[options.command](options.arguments)
    except (StepError, OSError) as error:
        print(f"run.py {options.command}: {error}", file=sys.stderr)
        if isinstance(error, OSError):
            print("If .venv or .cache is broken: remove it and start again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
