"""Compile the kernel: for `run.py`, for the wheel, and by hand (`.venv/bin/python kernelbuild.py`).

Only the standard library is imported before something is compiled.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import hashlib
import importlib
import os
import platform
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
PACKAGE = "binokel.kernel"
INSIDE = Path("binokel", "kernel")
KERNEL = ROOT / "src" / INSIDE
IS_MAC, IS_WINDOWS = sys.platform == "darwin", sys.platform == "win32"

# zig rejects -march=x86-64-v2, and -march=native must not get into a wheel.
POPCNT = ["-mpopcnt"] if platform.machine() == "x86_64" else []
FLAGS = ["/O2"] if IS_WINDOWS else ["-O3", "-g0", *POPCNT]
COMPILER_WORDS = ["-fPIC", "-DNDEBUG", "-fwrapv"]

CYTHON, SETUPTOOLS, ZIG = "cython==3.3.*", "setuptools>=77", "ziglang==0.15.*"

NO_KERNEL = "Or go without a compiled kernel: set BINOKEL_KERNEL=python."
NO_HEADERS = (
    "the kernel cannot be compiled: Python.h is missing. Debian, Ubuntu: apt install python3-dev; "
    f"Fedora: dnf install python3-devel. {NO_KERNEL}"
)
NO_COMPILER = (
    "the kernel cannot be compiled: there is no C compiler. Debian, Ubuntu: apt install gcc "
    f"libc6-dev; or in any Python: pip install '{ZIG}'. {NO_KERNEL}"
)


class KernelBuildError(Exception):
    """The kernel could not be compiled; the message says why and what to do."""


# --- is it due? ---------------------------------------------------------------------------------


def is_wanted() -> bool:
    """Whether there shall be a compiled kernel: not with BINOKEL_KERNEL=python."""
    return os.environ.get("BINOKEL_KERNEL") != "python"


def stamp() -> dict[str, Any]:
    """Return the names of `_stamp.py`, read without importing the package."""
    return runpy.run_path(str(KERNEL / "_stamp.py"))


def is_built() -> bool:
    """Whether today's build has made the compiled kernel from today's sources.

    A kernel that another build made of the same sources still runs.
    """
    facts = stamp()
    mark: Path = facts["STAMP"]
    return bool(facts["is_current"]()) and mark.read_text(encoding="utf-8").endswith(own_hash())


def own_hash() -> str:
    """Return a hash of this file, whose flags are in the kernel, too."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


# --- the compiler -------------------------------------------------------------------------------


def runs(*command: str) -> bool:
    """Whether a command is there and ends well."""
    found = shutil.which(command[0]) is not None
    return found and subprocess.run(command, capture_output=True, check=False).returncode == 0


def links(command: list[str]) -> bool:
    """Whether a compiler makes a library: one without the headers of libc is none."""
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text('#include <stdlib.h>\nint f(void) { return atoi("1"); }\n')
        return runs(*command, "-shared", "-fPIC", str(probe), "-o", f"{probe}.so")


@functools.cache
def compiler() -> tuple[str, ...] | None:
    """Return the compiler's command; () is what setuptools takes itself, None is zig."""
    if IS_WINDOWS:
        return ()
    # Without its tools, cc of a Mac is a stub that opens a dialog.
    if (
        IS_MAC
        and subprocess.run(["xcode-select", "-p"], capture_output=True, check=False).returncode
    ):
        return None
    own = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if links(own):
        return ()
    others = (["cc"], ["gcc"], ["clang"])
    return next((tuple(other) for other in others if links(other)), None)


def zig() -> list[str]:
    """Return the command of zig's C compiler.

    Raises:
        KernelBuildError: zig is not installed.
    """
    try:
        home = Path(str(importlib.import_module("ziglang").__file__)).parent
    except ModuleNotFoundError:
        raise KernelBuildError(NO_COMPILER) from None
    if IS_MAC:
        system, more = "macos", ["-undefined", "dynamic_lookup"]
    else:
        is_musl = "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or "")
        # Debian keeps pyconfig.h in /usr/include.
        system, more = f"linux-{'musl' if is_musl else 'gnu.2.17'}", ["-idirafter", "/usr/include"]
    # With a target of its own zig does not ask a broken cc for headers.
    target = f"{platform.machine().replace('arm64', 'aarch64')}-{system}"
    return [str(home / "zig"), "cc", "-target", target, *more]


def check_headers() -> None:
    """Raise a KernelBuildError where Python's headers are missing."""
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise KernelBuildError(NO_HEADERS)


def requirements() -> list[str]:
    """Return the Python packages that compiling needs on this machine.

    Raises:
        KernelBuildError: Python's headers are missing.
    """
    if not is_wanted():
        return []
    check_headers()
    return [CYTHON, SETUPTOOLS, *([ZIG] if compiler() is None else [])]


# --- the build ----------------------------------------------------------------------------------


def compile_into(work: Path) -> list[Path]:
    """Compile the kernel; return what belongs beside its sources, stamp last.

    Args:
        work: An empty folder for this and for what is left over.

    Raises:
        KernelBuildError: A tool is missing.
    """
    check_headers()
    facts = stamp()
    mark = work / facts["STAMP"].name
    mark.write_text(f"{facts['digest']()}\n{own_hash()}", encoding="utf-8")
    # Else 116 MB stay behind in the home.
    os.environ["ZIG_GLOBAL_CACHE_DIR"] = os.environ["ZIG_LOCAL_CACHE_DIR"] = str(work / "zig")
    with contextlib.chdir(ROOT):  # the paths in tracebacks start here
        return [*_run_compiler(facts["MODULES"], work), mark]


def _run_compiler(modules: tuple[str, ...], work: Path) -> list[Path]:
    # Late: these packages are there only where something is compiled.
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    chosen = compiler()
    other = zig() if chosen is None else list(chosen)

    class Build(build_ext):  # type: ignore[misc] # setuptools has no types
        def build_extensions(self) -> None:
            if other:
                self.compiler.compiler_so = [*other, *COMPILER_WORDS]
                self.compiler.linker_so = [*other, "-shared"]
            super().build_extensions()

    folder = f"src/{INSIDE.as_posix()}"
    sources = [
        Extension(f"{PACKAGE}.{name}", [f"{folder}/{name}.py"], extra_compile_args=FLAGS)
        for name in modules
    ]
    made = cythonize(  # type: ignore[no-untyped-call]
        sources, build_dir=str(work / "c"), force=True, quiet=True
    )
    command = Build(Distribution({"name": "kernel", "ext_modules": made}))
    command.build_lib, command.build_temp = str(work / "lib"), str(work / "tmp")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()
    return [Path(file) for file in command.get_outputs()]


def build_in_place() -> None:
    """Put the compiled kernel beside its sources; what runs keeps its copy.

    Raises:
        KernelBuildError: A tool is missing.
    """
    with tempfile.TemporaryDirectory() as work:
        for file in compile_into(Path(work)):
            new = KERNEL / f"{file.name}.{os.getpid()}.new"
            shutil.copy2(file, new)
            new.replace(KERNEL / file.name)


def main() -> int:
    """Compile the kernel beside its sources, or answer one of `run.py`'s questions."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--is-built", action="store_true", help="exit with 0 if it is up to date")
    parser.add_argument("--needs-zig", action="store_true", help="exit with 0 if zig is needed")
    options = parser.parse_args()
    if options.is_built:
        return 0 if is_built() else 1
    if options.needs_zig:
        return 0 if compiler() is None else 1
    try:
        build_in_place()
    except KernelBuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
