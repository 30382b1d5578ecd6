"""Which kernel is taken, and what is said where there is none.

Each case is a process of its own: a package is imported once.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import binokel

PACKAGE = Path(binokel.__file__).parent
SHOW = "import binokel.kernel as k; print(k.COMPILED, k.core.__file__)"
TELL = """
from binokel.errors import KernelMissing
try:
    import binokel.kernel
except KernelMissing as error:
    print(error)
"""


def run(
    *arguments: str, kernel: str | None = None, path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "BINOKEL_KERNEL"}
    if kernel is not None:
        env["BINOKEL_KERNEL"] = kernel
    if path is not None:
        env["PYTHONPATH"] = str(path)
    words = [sys.executable, *arguments]
    return subprocess.run(words, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def uncompiled(tmp_path: Path) -> Path:
    """A folder with the package as it is before anything is compiled."""
    without = shutil.ignore_patterns("*.so", "*.pyd", "*.stamp", "__pycache__", "web_dist*")
    shutil.copytree(PACKAGE, tmp_path / "binokel", ignore=without)
    return tmp_path


def test_the_compiled_kernel_is_taken_unless_the_source_is_wanted() -> None:
    assert run("-c", SHOW).stdout.startswith("True ")
    assert run("-c", SHOW, kernel="compiled").stdout.startswith("True ")
    assert run("-c", SHOW, kernel="").stdout.startswith("True ")


def test_the_source_is_taken_where_it_is_wanted() -> None:
    assert run("-c", SHOW, kernel="python").stdout.endswith("core.py\n")
    assert run("-c", SHOW, kernel="python").stdout.startswith("False ")


def test_another_word_for_the_kernel_is_refused_by_name() -> None:
    assert "BINOKEL_KERNEL='pyton'" in run("-c", TELL, kernel="pyton").stdout


def test_a_missing_kernel_is_told_with_its_remedy(uncompiled: Path) -> None:
    told = run("-c", TELL, path=uncompiled).stdout
    assert "missing or older than its source" in told
    assert "python run.py kernel" in told


def test_a_kernel_older_than_its_source_is_not_taken(uncompiled: Path) -> None:
    for path in (PACKAGE / "kernel").iterdir():
        if path.suffix in (".so", ".pyd", ".stamp"):
            shutil.copy2(path, uncompiled / "binokel" / "kernel")
    assert run("-c", SHOW, path=uncompiled).stdout.startswith("True ")
    with (uncompiled / "binokel" / "kernel" / "core.py").open("a", encoding="utf-8") as source:
        source.write("# changed\n")
    assert "older than its source" in run("-c", TELL, path=uncompiled).stdout


def test_a_kernel_that_cannot_be_loaded_is_told_with_its_remedy(uncompiled: Path) -> None:
    folder = uncompiled / "binokel" / "kernel"
    for path in (PACKAGE / "kernel").iterdir():
        if path.suffix in (".so", ".pyd", ".stamp"):
            shutil.copy2(path, folder)
    for path in folder.glob("core.*"):
        if path.suffix in (".so", ".pyd"):
            path.write_bytes(path.read_bytes()[:100])
    told = run("-c", TELL, path=uncompiled).stdout
    assert "cannot be loaded (" in told
    assert "python run.py kernel" in told
    for lang, said in (("de", "nicht laden"), ("en", "cannot be loaded"), ("fr", "se charge pas")):
        done = run("-m", "binokel", "solve", "--lang", lang, path=uncompiled)
        assert done.returncode == 2
        assert said in done.stderr


def test_the_source_without_cython_is_told_with_its_remedy() -> None:
    without = f"import sys; sys.modules['cython'] = None\n{TELL}"
    assert "pip install 'cython==3.3.*'" in run("-c", without, kernel="python").stdout


@pytest.mark.parametrize("command", ["rules list", "play --help", "serve --help", "eval --help"])
def test_what_needs_no_kernel_works_without_one(uncompiled: Path, command: str) -> None:
    done = run("-m", "binokel", *command.split(), path=uncompiled)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_server_and_its_players_start_without_a_kernel(uncompiled: Path) -> None:
    start = (
        "import sys, binokel.server.app, binokel.cli.serve, binokel.players.registry\n"
        "print([name for name in sys.modules if name.startswith('binokel.kernel')])"
    )
    done = run("-c", start, path=uncompiled)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_command_that_needs_a_kernel_names_the_remedy(uncompiled: Path) -> None:
    done = run("-m", "binokel", "solve", "deal.bnk", path=uncompiled)
    assert done.returncode == 2
    assert done.stderr.startswith("binokel: Der übersetzte Kern fehlt")
    assert "python run.py kernel" in done.stderr
