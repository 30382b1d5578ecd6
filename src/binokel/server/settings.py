"""What a server is told when it starts."""

import os
from hashlib import sha256
from pathlib import Path

import msgspec

HOST, PORT = "127.0.0.1", 8731
MOST_WORKERS = 4
"""More processes than this would cost memory that a home computer misses."""

MOST_BYTES = 64 * 1024
"""So large is a request, or a message over a socket, at most."""


class Settings(msgspec.Struct, frozen=True):
    """Where the server keeps its data and the page, and how many players may think at once.

    `host` is the address or name on which it listens: by that it may be asked, too. Two players
    think at once even on one core, so that a hint never takes all that there is.
    """

    folder: Path
    page: Path = Path(__file__).parent / "web_dist"
    n_workers: int = min(MOST_WORKERS, max(2, os.cpu_count() or 2))
    host: str = HOST

    @property
    def journals(self) -> Path:
        """The file of all journals."""
        return self.folder / "binokel.db"


def data_id(folder: Path) -> str:
    """Return what tells the data of a folder from others', and not where it is."""
    return sha256(str(folder.resolve()).encode()).hexdigest()[:16]
