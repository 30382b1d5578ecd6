"""`binokel serve`: says where the table is, opens it, and ends in peace."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
import webbrowser
from pathlib import Path

import pytest

from binokel.cli import main as binokel
from binokel.cli import serve, serving
from binokel.cli.ports import Place, bound
from binokel.cli.serve import Options, has_screen, open_page, parse_options
from binokel.errors import NoPerson
from binokel.locales import LANGUAGES, text
from binokel.server.auth import own_secret, person_in, person_of
from binokel.server.settings import HOST, PORT, Settings

PROGRAM = Path(sys.executable).with_name("binokel")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BINOKEL_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_without_arguments_it_is_this_computer_and_any_port() -> None:
    assert parse_options([]) == (HOST, None, True, "de")
    given = parse_options(["--no-browser", "--port", "9000", "--host", "0.0.0.0", "--lang", "fr"])
    assert given == ("0.0.0.0", 9000, False, "fr")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--port", "0"], "--port: „0“: das muss eine Zahl von 1 bis 65535 sein"),
        (["--port", "x"], "--port: „x“: das muss eine Zahl von 1 bis 65535 sein"),
        (["--lang", "la"], "--lang: „la“ gibt es nicht; es gibt"),
        (["more"], "„more“ kenne ich nicht; binokel serve --help zeigt, was es gibt"),
        (["--host"], "hinter --host fehlt etwas"),
    ],
)
def test_a_wrong_argument_is_told(
    wrong: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_options(wrong)
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert f"binokel serve: {said}" in told
    assert told.startswith("Aufruf: binokel serve")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_speaks_the_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_options(["--help", "--lang", lang])
    assert ended.value.code == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert " ".join(text("serve.option.about", lang).split()) in shown


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    taken = bound(HOST, 0)
    assert taken is not None
    with taken:
        taken.listen()
        port = taken.getsockname()[1]
        taken.close()
    other = socket.create_server((HOST, port))
    with other:
        other.settimeout(0)
        assert binokel(["serve", "--no-browser", "--port", str(port)]) == 2
    assert f"Port {port} nicht zu haben" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["192.0.2.1", "no name"])
def test_a_host_that_is_not_this_computer_is_told_at_once(
    host: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "find_place", None)
    assert binokel(["serve", "--no-browser", "--host", host]) == 2
    assert f"„{host}“ ist kein Name und keine Adresse dieses Rechners" in capsys.readouterr().err


def test_a_second_start_opens_the_table_that_is_there(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []

    def opens(url: str) -> bool:
        opened.append(url)
        return len(opened) == 1

    monkeypatch.setattr(serve, "find_place", lambda *_: Place(8765, None))
    monkeypatch.setattr(serve, "has_screen", lambda: True)
    monkeypatch.setattr(webbrowser, "open", opens)
    own = f"http://127.0.0.1:8765/#person={own_secret(home)}"
    assert binokel(["serve"]) == 0
    assert capsys.readouterr().out == "Der Tisch steht schon: http://127.0.0.1:8765/\n"
    assert opened == [own]
    for arguments in (["serve", "--no-browser"], ["serve"]):  # now no browser opens
        assert binokel(arguments) == 0
        assert capsys.readouterr().out.splitlines()[1].endswith(f" {own}")
    assert opened == [own, own]


class Served:
    """What would be served, and on which port."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, screen: bool) -> None:
        self.opened: list[str] = []
        self.settings: Settings | None = None
        monkeypatch.setattr(serving, "run", self.run)
        monkeypatch.setattr(serve, "has_screen", lambda: screen)
        monkeypatch.setattr("threading.Thread", self.thread)

    def run(self, settings: Settings, listening: socket.socket, ready: object) -> None:
        self.settings = settings
        assert callable(ready)
        ready()
        listening.close()

    def thread(self, target: object, args: tuple[str, Options], daemon: bool) -> "Served":
        assert target is open_page
        assert daemon
        self.opened.append(args[0])
        return self

    def start(self) -> None:
        pass


def test_the_browser_opens_with_the_key_of_the_person(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(monkeypatch, screen=True)
    assert binokel(["serve"]) == 0
    lines = capsys.readouterr().out.splitlines()
    address = lines[0].removeprefix("Der Tisch ist bereit: ")
    assert served.opened == [f"{address}#person={own_secret(home)}"]
    assert served.settings == Settings(home)
    assert lines[1:] == [text("serve.how_to_end"), text("serve.saved")]


@pytest.mark.parametrize(("arguments", "screen"), [(["--no-browser"], True), ([], False)])
def test_without_a_browser_the_address_with_the_key_is_told(
    arguments: list[str],
    screen: bool,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    served = Served(monkeypatch, screen=screen)
    assert binokel(["serve", *arguments]) == 0
    assert served.opened == []
    assert capsys.readouterr().out.splitlines()[1].endswith(f"/#person={own_secret(home)}")


def test_where_the_network_may_come_in_its_addresses_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Served(monkeypatch, screen=False)
    monkeypatch.setattr(serve, "lan_addresses", lambda _host: ["198.51.100.4"])
    assert binokel(["serve", "--host", "0.0.0.0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("Für Handys und Rechner im selben Netz: http://198.51.100.4:")


def test_a_browser_needs_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()
    monkeypatch.delenv("DISPLAY")
    for platform in ("win32", "darwin"):
        monkeypatch.setattr("sys.platform", platform)
        assert has_screen()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_peace(how: signal.Signals, home: Path) -> None:
    probe = bound(HOST, 0)
    assert probe is not None
    port = str(probe.getsockname()[1])
    probe.close()
    command = [str(PROGRAM), "serve", "--no-browser", "--port", port]
    environment = {**os.environ, "BINOKEL_HOME": str(home)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"Der Tisch ist bereit: http://127.0.0.1:{port}/\n"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health") as answer:
            assert answer.status == 200
        again = subprocess.check_output(command, env=environment, text=True)
        assert again.startswith("Der Tisch steht schon:")
        process.send_signal(how)
        rest = process.stdout.read()
        assert process.wait(10) == 0
    assert rest.splitlines()[-1] == text("serve.saved")
    assert "Traceback" not in rest


def test_the_port_is_the_one_that_the_documents_name() -> None:
    assert PORT == 8731


# --- who a person is ----------------------------------------------------------------------------


def test_the_secret_of_this_computer_is_made_once_and_for_its_owner_alone(home: Path) -> None:
    folder = home / "new"
    secret = own_secret(folder)
    assert own_secret(folder) == secret
    assert person_of(secret) != secret
    assert (folder / "person").stat().st_mode & 0o077 == 0
    assert [path.name for path in folder.iterdir()] == ["person"]
    assert own_secret(home / "other") != secret


def test_a_secret_that_somebody_has_spoilt_is_told_and_not_replaced(home: Path) -> None:
    (home / "person").write_text("too short")
    with pytest.raises(NoPerson, match="holds no person's secret") as caught:
        own_secret(home)
    assert caught.value.details == {"path": str(home / "person")}
    assert (home / "person").read_text() == "too short"


def test_a_secret_that_is_no_text_is_told(home: Path) -> None:
    (home / "person").write_bytes(b"\xff" * 32)
    with pytest.raises(NoPerson, match="holds no person's secret"):
        own_secret(home)


def test_without_a_place_for_the_secret_nothing_is_served(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(monkeypatch, screen=True)
    (home / "person").mkdir()
    assert binokel(["serve"]) == 2
    assert "cannot be read or made" in capsys.readouterr().err
    assert served.settings is None


def test_of_two_that_make_the_secret_at_once_both_get_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, theirs = os.link, "t" * 32

    def late(source: Path, target: Path) -> None:
        target.write_text(theirs)
        real(source, target)

    monkeypatch.setattr(os, "link", late)
    assert own_secret(home) == theirs
    assert [path.name for path in home.iterdir()] == ["person"]


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "bearer x", "Basic " + "a" * 32])
def test_a_header_without_a_secret_names_nobody(header: str | None) -> None:
    with pytest.raises(NoPerson):
        person_in(header)


def test_a_header_names_a_person_in_any_case_of_its_scheme() -> None:
    assert (
        person_in("Bearer " + "a" * 32) == person_in("bearer  " + "a" * 32) == person_of("a" * 32)
    )
