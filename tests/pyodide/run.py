"""Fetches Pyodide and the wheels of the core once, then runs `check.py` in WebAssembly.

Only the standard library is imported: any Python starts it, with the folder to fetch into.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCK = HERE.parents[1] / "requirements.txt"
PYODIDE = "314.0.7"
PYODIDE_PYTHON, PYODIDE_PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"


def fetch_package(folder: Path) -> Path:
    """Return where Pyodide's npm package lies, fetched if need be."""
    package = folder / "node_modules" / "pyodide"
    if not (package / "package.json").exists():
        npm = (str(shutil.which("npm")), "install", "--no-save", "--no-audit", "--no-fund")
        subprocess.run([*npm, "--prefix", str(folder), f"pyodide@{PYODIDE}"], check=True)
    return package


def fetch_wheels(folder: Path) -> Path:
    """Return where the wheels lie that the core needs there, fetched if need be."""
    wheels = folder / "wheels"
    msgspec = re.findall(r"^msgspec==\S+", LOCK.read_text(encoding="utf-8"), re.MULTILINE)[0]
    if not list(wheels.glob(f"{msgspec.replace('==', '-')}-*.whl")):
        target = ("--python-version", PYODIDE_PYTHON, "--platform", PYODIDE_PLATFORM)
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet")
        only = ("--no-deps", "--only-binary=:all:", *target, "--dest", str(wheels))
        subprocess.run([*pip, *only, msgspec], check=True)
    return wheels


def main() -> int:
    """Run the check and return its exit code."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            print(f"{tool} is missing (Debian, Ubuntu: apt install nodejs npm)", file=sys.stderr)
            return 1
    folder = Path(sys.argv[1]) / f"pyodide-{PYODIDE}"
    try:
        package, wheels = fetch_package(folder), fetch_wheels(folder)
    except subprocess.CalledProcessError as error:
        print(f"Pyodide could not be fetched: {error}", file=sys.stderr)
        return 1
    env = {**os.environ, "BINOKEL_PYODIDE": str(package), "BINOKEL_WHEELS": str(wheels)}
    return subprocess.run(["node", str(HERE / "run.mjs")], env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
