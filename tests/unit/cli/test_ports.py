"""Where a server can listen, and whether ours already does."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from binokel.cli import ports
from binokel.cli.ports import bound, find_place, is_ours, lan_addresses, own_address, shown_host
from binokel.server.settings import data_id

HERE = "127.0.0.1"


@contextmanager
def answering(content: bytes) -> Iterator[int]:
    """Run a server that answers everything with a content."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer((HERE, 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def health(folder: Path) -> bytes:
    return json.dumps({"program": "binokel", "data": data_id(folder)}).encode()


def test_the_first_port_that_is_free_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with answering(b"somebody else") as port:
        monkeypatch.setattr(ports, "PORT", port)
        monkeypatch.setattr(ports, "PATIENCE_S", 0.2)
        place = find_place(HERE, None, tmp_path)
        assert place is not None
        assert place.socket is not None
        assert port < place.port < port + ports.TRIES
        assert place.socket.getsockname() == (HERE, place.port)
        place.socket.close()


def test_a_server_of_the_same_data_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with answering(health(tmp_path)) as port:
        monkeypatch.setattr(ports, "PORT", port)
        assert find_place(HERE, None, tmp_path) == (port, None)
        assert find_place(HERE, port, tmp_path) == (port, None)


def test_a_server_of_other_data_is_none_of_ours(tmp_path: Path) -> None:
    with answering(health(tmp_path / "other")) as port:
        assert not is_ours(HERE, port, tmp_path)


@pytest.mark.parametrize("content", [b"", b"hello", b"[]", b"{}", b"\xff", b'{"data": 5}'])
def test_whatever_else_answers_is_none_of_ours(content: bytes, tmp_path: Path) -> None:
    with answering(content) as port:
        assert not is_ours(HERE, port, tmp_path)
        assert find_place(HERE, port, tmp_path) is None


def test_what_takes_a_connection_and_says_nothing_is_none_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "PATIENCE_S", 0.1)
    listening = bound(HERE, 0)
    assert listening is not None
    with listening:
        listening.listen()
        port = listening.getsockname()[1]
        assert not is_ours(HERE, port, tmp_path)


def test_where_all_ports_are_taken_there_is_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "bound", lambda *_: None)
    monkeypatch.setattr(ports, "is_ours", lambda *_: False)
    assert find_place(HERE, None, tmp_path) is None


def test_an_address_of_another_computer_cannot_be_had() -> None:
    assert bound("192.0.2.1", 8731) is None


def test_a_host_is_looked_up_once_and_its_address_is_one_of_this_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert own_address(HERE) == own_address("localhost") == HERE
    assert own_address("0.0.0.0") == own_address("") == "0.0.0.0"
    assert own_address("192.0.2.1") is None  # of another computer
    assert own_address("x" * 70) is None  # no name can be so long
    asked: list[object] = []

    def unknown(*given: object, **_: object) -> None:
        asked.append(given)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert own_address("nowhere.invalid") is None
    assert len(asked) == 1


def test_a_port_can_be_had_again_at_once_after_a_kill() -> None:
    first = bound(HERE, 0)
    assert first is not None
    first.listen()
    port = first.getsockname()[1]
    with socket.create_connection((HERE, port)) as client:
        accepted, _ = first.accept()
        accepted.close()  # the one who closes first keeps the port in TIME_WAIT
        first.close()
        client.recv(1)
    again = bound(HERE, port)
    assert again is not None
    again.close()


def test_hosts_are_shown_as_a_browser_takes_them() -> None:
    assert shown_host("0.0.0.0") == shown_host("::") == "127.0.0.1"
    assert shown_host("::1") == "[::1]"
    assert shown_host("tisch.local") == "tisch.local"


def test_other_devices_reach_what_listens_on_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lan_addresses("127.0.0.1") == lan_addresses("localhost") == lan_addresses("::1") == []
    assert lan_addresses("192.0.2.7") == ["192.0.2.7"]
    names: tuple[str, list[str], list[str]] = ("host", [], ["127.0.1.1", "198.51.100.4"])
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: names)
    found = lan_addresses("0.0.0.0")
    assert "198.51.100.4" in found
    assert not [address for address in found if address.startswith("127.")]


def test_without_a_network_there_is_no_address_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_name: str) -> None:
        raise OSError("no such host")

    def no_way(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket, "gethostbyname_ex", unknown)
    monkeypatch.setattr(socket, "socket", no_way)
    assert lan_addresses("0.0.0.0") == []
