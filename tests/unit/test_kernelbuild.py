"""The kernel's build: when it is due, which compiler it takes, what it says without one."""

import runpy
import shutil
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

import kernelbuild


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("BINOKEL_KERNEL", raising=False)
    monkeypatch.setattr(kernelbuild, "IS_MAC", False)
    monkeypatch.setattr(kernelbuild, "IS_WINDOWS", False)
    monkeypatch.setattr(sysconfig, "get_config_var", {"CC": "gcc -pthread"}.get)
    kernelbuild.compiler.cache_clear()
    return folder


def test_the_compiler_that_made_python_is_taken_where_it_works(only: Path) -> None:
    program(only / "gcc", "exit 0")
    assert kernelbuild.compiler() == ()


def test_another_compiler_takes_the_place_of_one_that_does_not_work(
    only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "false")
    program(only / "false", "exit 1")
    program(only / "cc", "exit 1")
    program(only / "clang", "exit 0")
    assert kernelbuild.compiler() == ("clang",)


def test_without_any_compiler_zig_is_asked_for(only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernelbuild, "check_headers", lambda: None)
    assert kernelbuild.compiler() is None
    assert kernelbuild.requirements() == ["cython==3.3.*", "setuptools>=77", "ziglang==0.15.*"]


def test_an_installation_without_a_kernel_needs_nothing(
    only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BINOKEL_KERNEL", "python")
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(only))
    assert kernelbuild.requirements() == []


def test_without_pythons_headers_the_error_says_what_to_install(
    only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(only))
    with pytest.raises(kernelbuild.KernelBuildError, match="apt install python3-dev"):
        kernelbuild.requirements()
    with pytest.raises(kernelbuild.KernelBuildError, match="BINOKEL_KERNEL=python"):
        kernelbuild.compile_into(only)


def test_without_zig_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ziglang", None)
    with pytest.raises(kernelbuild.KernelBuildError, match="apt install gcc"):
        kernelbuild.zig()


def test_zig_is_told_which_libc_to_link(only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("ziglang")
    package.__file__ = str(only / "__init__.py")
    monkeypatch.setitem(sys.modules, "ziglang", package)
    command = kernelbuild.zig()
    assert command[:3] == [str(only / "zig"), "cc", "-target"]
    assert command[3].endswith("-linux-gnu.2.17")
    monkeypatch.setattr(sysconfig, "get_config_var", {"HOST_GNU_TYPE": "x86_64-pc-linux-musl"}.get)
    assert kernelbuild.zig()[3].endswith("-linux-musl")


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kernel that looks as if it were compiled."""
    copy = tmp_path / "kernel"
    shutil.copytree(kernelbuild.KERNEL, copy, ignore=shutil.ignore_patterns("*.so", "*.stamp"))
    monkeypatch.setattr(kernelbuild, "KERNEL", copy)
    facts = runpy.run_path(str(copy / "_stamp.py"))
    assert not kernelbuild.is_built()
    mark = f"{facts['digest']()}\n{kernelbuild.own_hash()}"
    facts["STAMP"].write_text(mark, encoding="utf-8")
    assert not kernelbuild.is_built(), "a stamp alone is no kernel"
    for name in facts["MODULES"]:
        (copy / f"{name}{facts['SUFFIX']}").touch()
    return copy


def test_a_compiled_kernel_is_not_compiled_again(built: Path) -> None:
    assert kernelbuild.is_built()


@pytest.mark.parametrize(
    "name", ["core.py", "book.py", "deals.py", "core.pxd", "bits.pxd", "new.pxd"]
)
def test_a_change_of_what_is_compiled_makes_the_build_due(built: Path, name: str) -> None:
    with (built / name).open("a", encoding="utf-8") as source:
        source.write("\n# changed\n")
    assert not kernelbuild.is_built()


def test_a_change_of_what_is_not_compiled_makes_no_build_due(built: Path) -> None:
    (built / "cards.py").write_text("# changed\n", encoding="utf-8")
    assert kernelbuild.is_built()


def test_a_change_of_the_build_itself_makes_it_due_but_refuses_no_kernel(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "kernelbuild.py"
    other.write_text("FLAGS = ['-O1']\n", encoding="utf-8")
    monkeypatch.setattr(kernelbuild, "__file__", str(other))
    assert not kernelbuild.is_built()
    assert runpy.run_path(str(built / "_stamp.py"))["is_current"]()


def test_another_python_does_not_take_this_ones_kernel(built: Path) -> None:
    for path in built.glob("*.stamp"):
        path.rename(built / "_build.cpython-39-other.so.stamp")
    assert not kernelbuild.is_built()
