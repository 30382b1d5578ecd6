"""A server of the built page in a process of its own, which a test may kill."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("binokel")
START_S = 30.0


def free_port() -> int:
    """Return a port on which nothing listens now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Server:
    """`binokel serve` with a data folder and a port of its own."""

    def __init__(self, home: Path, port: int | None = None) -> None:
        self.home = home
        self.port = free_port() if port is None else port
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = home / "output.txt"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers; its output is appended to a file."""
        self.home.mkdir(parents=True, exist_ok=True)
        command = [str(PROGRAM), "serve", "--no-browser", "--port", str(self.port)]
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "BINOKEL_HOME": str(self.home), "NO_COLOR": "1"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # its workers are killed with it
            )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            assert self._process is not None
            if self._process.poll() is not None:
                raise AssertionError(f"the server ended while starting:\n{self.log()}")
            try:
                self.get("/api/health")
                return
            except urllib.error.URLError:
                time.sleep(0.05)
        raise AssertionError(f"no answer from {self.url} after {START_S} s:\n{self.log()}")

    def kill(self) -> None:
        """End it at once, as a power cut would: SIGKILL to the server and its workers."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not end on Ctrl-C:\n{self.log()}") from None

    def log(self, last: int = 60) -> str:
        """Return the last lines that it has printed."""
        text = self.output.read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-last:])

    def get(self, path: str, person: str | None = None) -> Any:
        """Return the JSON of a page of the interface."""
        return self._ask(urllib.request.Request(f"{self.url}{path}"), person)

    def post(self, path: str, body: object, person: str | None = None) -> Any:
        """Send JSON and return the JSON of the answer."""
        request = urllib.request.Request(f"{self.url}{path}", json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        return self._ask(request, person)

    def _ask(self, request: urllib.request.Request, person: str | None) -> Any:
        if person is not None:
            request.add_header("Authorization", f"Bearer {person}")
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
