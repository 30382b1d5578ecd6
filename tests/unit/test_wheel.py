"""The wheel: with a compiled kernel for this Python, or without one for every machine.

It is packed as it is for others: from the working tree, and installed into an environment that
knows nothing of that tree.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import webbuild
from binokel.kernel._stamp import SUFFIX

ROOT = Path(__file__).parents[2]
UV = (sys.executable, "-m", "uv")
SHOW = "import binokel.kernel as k; print(k.COMPILED, k.core.__file__)"


def call(*words: str | Path, kernel: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "BINOKEL_KERNEL": kernel}
    env.pop("PYTHONPATH", None)
    command = [str(word) for word in words]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)


def pack(folder: Path, kernel: str = "") -> Path:
    """Build the wheel from the working tree and return it."""
    build = (*UV, "build", "--wheel", "--no-build-isolation", "--python", sys.executable)
    done = call(*build, "--out-dir", folder, kernel=kernel)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment, without what it needs; return its Python."""
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = call(*UV, "pip", "install", "--no-deps", "--python", python, wheel)
    assert done.returncode == 0, done.stderr
    return python


@pytest.fixture(autouse=True)
def _page() -> None:
    """Packing must not build the page while other tests use it."""
    if not webbuild.is_built():
        pytest.fail("the page is not built: python run.py setup")


def test_an_installed_wheel_has_the_compiled_kernel(tmp_path: Path) -> None:
    wheel = pack(tmp_path)
    assert wheel.name.endswith(".whl")
    assert not wheel.name.endswith("-none-any.whl")
    python = install(wheel, tmp_path / "venv")
    done = call(python, "-I", "-c", SHOW)
    compiled, file = done.stdout.split()
    assert compiled == "True"
    assert Path(file).is_relative_to(tmp_path)
    assert file.endswith(SUFFIX)


def test_a_wheel_without_a_kernel_fits_every_machine_and_says_that_it_has_none(
    tmp_path: Path,
) -> None:
    wheel = pack(tmp_path, kernel="python")
    assert wheel.name.endswith("-py3-none-any.whl")
    python = install(wheel, tmp_path / "venv")
    done = call(python, "-I", "-c", SHOW)
    assert "KernelMissing: the compiled kernel is missing" in done.stderr
