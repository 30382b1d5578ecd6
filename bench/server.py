"""Measure the server: its start, how large updates are, how soon an action is answered.

.venv/bin/python -m bench.server
"""

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench._report import RUNS, report
from binokel.engine.actions import Action, Concede, NameContract, TakeBack
from binokel.engine.choices import actions_of_all
from binokel.server.table.wire import Act, Hello, TableView, ToPage, Update

RULES = ("stammtisch", "kreuzbinokel", "preisbinokel", "souabe-4", "zu-zweit", "sechser")
N_DEALS = 5
PERSON = "bench-" + "x" * 26
UNWANTED = (TakeBack, Concede, NameContract)

_decoder = msgspec.json.Decoder(ToPage)


class Played:
    """What was seen in a match: bytes of each update, seconds of each own action."""

    def __init__(self) -> None:
        self.bytes: list[float] = []
        self.seconds: list[float] = []


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """Run a server until it answers, and end it afterwards; the value is its port."""
    port = free_port()
    program = Path(sys.executable).with_name("binokel")
    command = [str(program), "serve", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "BINOKEL_HOME": str(folder)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        while not answers(port):
            time.sleep(0.002)
        yield port
        process.send_signal(signal.SIGINT)


def answers(port: int) -> bool:
    """Tell whether the page is served (or, where it is not built, what to do)."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/").read()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def start(folder: Path) -> float:
    """Return the seconds from starting a server to having the page; it is ended afterwards."""
    began = time.perf_counter()
    with server(folder):
        return time.perf_counter() - began


def opened(port: int, rules: str) -> str:
    """Open a table and return its name."""
    wish = {"rules": rules, "name": "Anna", "players": ["heuristic"], "deals": N_DEALS}
    headers = {"Authorization": f"Bearer {PERSON}", "Content-Type": "application/json"}
    url = f"http://127.0.0.1:{port}/api/tables"
    request = urllib.request.Request(url, json.dumps(wish).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["table"])


async def play(port: int, rules: str, played: Played) -> None:
    """Play a match, choosing at random, as fast as the server can."""
    rng = Random(rules)
    table = opened(port, rules)
    url = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
    async with connect(url, max_size=None, compression=None) as page:
        await page.send(msgspec.json.encode(Hello(PERSON)).decode())
        update = await heard(page, played)
        while not update.view.match.finished:
            if update.view.may_deal:
                await page.send(json.dumps({"type": "next_deal", "seq": update.seq}))
            elif update.view.choices:
                message = Act(update.seq, chosen(update.view, rng))
                began = time.perf_counter()
                await page.send(msgspec.json.encode(message).decode())
                update = await heard(page, played)
                played.seconds.append(time.perf_counter() - began)
                continue
            update = await heard(page, played)


async def heard(page: ClientConnection, played: Played) -> Update:
    """Return the next update."""
    raw = await page.recv()
    message = _decoder.decode(raw)
    assert isinstance(message, Update), message
    played.bytes.append(len(raw.encode() if isinstance(raw, str) else raw))
    return message


def chosen(view: TableView, rng: Random) -> Action:
    """Return an action that goes on with the deal."""
    return rng.choice([a for a in actions_of_all(view.choices) if not isinstance(a, UNWANTED)][:8])


def main() -> None:
    """Measure and report."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start(folder)  # makes the database
        report("server_start", "s", {"served page": [start(folder) for _ in range(RUNS)]})
        sizes, times = {}, {}
        with server(folder) as port:
            for rules in RULES:
                played = Played()
                asyncio.run(play(port, rules, played))
                sizes[rules] = [n / 1024 for n in played.bytes]
                times[rules] = [s * 1000 for s in played.seconds]
        report("server_update", "KiB", sizes)
        report("server_answer", "ms", times)


if __name__ == "__main__":
    main()
