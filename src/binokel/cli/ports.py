"""Where a server can listen, and whether ours already does."""

import json
import socket
import sys
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from binokel.server.settings import PORT, data_id

TRIES = 50
"""So many ports are tried behind the first one."""

ANYWHERE = ("0.0.0.0", "::", "")
"""Hosts that stand for every address of this computer."""

PATIENCE_S = 1.0

_ALL = socket.AI_PASSIVE  # no name at all stands for every address


class Place(NamedTuple):
    """A port with a socket bound to it, or without one where our own server listens there."""

    port: int
    socket: socket.socket | None


def own_address(host: str) -> str | None:
    """Return the address of a host in digits, None where it is not this computer.

    A name is looked up once; how long that may take is up to the system's name server.
    """
    try:
        found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=_ALL)
    except (OSError, UnicodeError):  # nobody knows the name, or none can be written so
        return None
    for _, _, _, _, (address, *_) in sorted(found, key=lambda info: info[0] != socket.AF_INET):
        probe = bound(str(address), 0)
        if probe is not None:
            probe.close()
            return str(address)
    return None


def find_place(host: str, port: int | None, folder: Path) -> Place | None:
    """Return where to serve the data of a folder; None where the wanted port is taken.

    `host` is an address of this computer, see `own_address`.
    Without a wanted port it is the first of a few that is free, or where a server of the same
    data listens already.
    """
    ports = range(PORT, PORT + TRIES) if port is None else (port,)
    for candidate in ports:
        found = bound(host, candidate)
        if found is not None:
            return Place(candidate, found)
        if is_ours(shown_host(host), candidate, folder):
            return Place(candidate, None)
    return None


def bound(host: str, port: int) -> socket.socket | None:
    """Return a socket bound to a port, None if that cannot be had at this address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        found = socket.socket(family, socket.SOCK_STREAM)
    except OSError:
        return None  # this computer speaks no IPv6
    if sys.platform != "win32":  # there it would share the port with whoever has it
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError:
        found.close()
        return None
    return found


def is_ours(host: str, port: int, folder: Path) -> bool:
    """Tell whether a server of the same data folder answers on a port."""
    with closing(HTTPConnection(host, port, timeout=PATIENCE_S)) as connection:
        try:
            connection.request("GET", "/api/health")
            answered = json.loads(connection.getresponse().read(10_000))
        except (OSError, HTTPException, ValueError):
            return False  # somebody else's
    return isinstance(answered, dict) and answered.get("data") == data_id(folder)


def shown_host(host: str) -> str:
    """Return a host as an address in this computer's browser names it."""
    if host in ANYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def lan_addresses(host: str) -> list[str]:
    """Return under which addresses other devices reach a server, if they do."""
    if host not in ANYWHERE:
        return [] if host in ("127.0.0.1", "::1", "localhost") else [host]
    found: list[str] = []
    # Without a network there is none. Nothing is sent: it only asks for the way there.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]
