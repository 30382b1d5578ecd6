"""Saving a match as a record in the person's folder, and taking it up again.

The record is written again after every entry of the person and every deal, so that nothing
is lost when the program or the machine dies. A file that somebody else has changed meanwhile
is never overwritten. What the terminal needs beyond the record (which seat is the person, who
else plays, the seed) stands in further lines of its head, which every reader keeps.
"""

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from hashlib import sha256
from itertools import count
from pathlib import Path

from binokel.cli.terminal.refused import Refused, os_cause
from binokel.cli.terminal.session import Session, Setup
from binokel.engine.match import Match
from binokel.engine.record import Record, format_record, read_record, record_of, replay
from binokel.errors import BinokelError, RecordError
from binokel.store.folder import data_folder

PERSON = "person"
"""The kind of player that a person is."""

HINTS_OFF = "hints off"
"""The line in the head of a match that is played without tips."""

FINISHED = "-finished"
"""How the names of the program's own records end once the match is over."""

MAX_BYTES = 20_000_000


def new_path() -> Path:
    """Return a name for a new match that is not taken yet, made of date and time."""
    now = datetime.now().astimezone()
    return free_path(data_folder() / f"binokel-{now:%Y-%m-%d-%H%M%S}.bnk")


def free_path(path: Path) -> Path:
    """Return the path, numbered where it is taken: `a.bnk`, `a-2.bnk`."""
    return next(name for name in _names(path) if not os.path.lexists(name))


def _names(path: Path) -> Iterator[Path]:
    yield path
    for n in count(2):
        yield path.with_name(f"{path.stem}-{n}{path.suffix}")


def record_text(session: Session) -> str:
    """Return the record of the match with what the terminal needs to go on."""
    if session.base is not None:
        return format_record(record_of(session.match, base=session.base))
    setup = session.setup
    header = [f"players {' | '.join(setup.kinds)}", f"seed {setup.seed}"]
    header += [] if setup.hints else [HINTS_OFF]
    date = datetime.now().astimezone().date().isoformat()
    return format_record(record_of(session.match, date=date, header=header))


def save(session: Session) -> Path:
    """Write the record in one step; return where it is.

    A file that is there and is not what this match has read or written stays as it is: the
    record gets a new name.
    """
    path = session.path or new_path()
    content = record_text(session).encode()
    if _is_foreign(path, session.stamp):
        path = free_path(path)
        session.has_moved = session.path is not None
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, content)
    session.path, session.stamp = path, _stamp(content)
    return path


def _is_foreign(path: Path, stamp: str | None) -> bool:
    try:
        return _stamp(path.read_bytes()) != stamp
    except FileNotFoundError:
        return False


def _stamp(content: bytes) -> str:
    return sha256(content).hexdigest()


def _write(path: Path, content: bytes) -> None:
    """Put a content into a file in one step that a power cut leaves done or not done."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def check_writable(path: Path) -> None:
    """Try whether a new record can be written at a place.

    Raises:
        Refused: it cannot, or there is a file already.
    """
    if os.path.lexists(path):
        raise Refused("file_there", path=path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise Refused("cannot_write", path=path, why=error) from None


def journal(session: Session) -> None:
    """Save after an entry of the person or a deal; tell once where that does not work.

    What the others have done since is done again as it was: see `Session`.
    """
    entries = session.match.entries[session.n_saved :]
    own = any(entry.seat in (session.me, None) for entry in entries)
    if not own and not (entries and session.match.deal.is_over):
        return
    session.n_saved = len(session.match.entries)
    try:
        save(session)
    except OSError as error:
        if not session.save_failed:
            why = os_cause(error, session.words.lang)
            session.console.line(session.words("save.later", why=why), "yellow", indent=2)
        session.save_failed = True
        return
    session.save_failed = False
    _tell_move(session)


def _tell_move(session: Session) -> None:
    if session.has_moved:
        session.has_moved = False
        text = session.words("save.moved", path=session.path)
        session.console.line(text, "yellow", indent=2, whole_words=True)


def try_save(session: Session) -> Path | None:
    """Save, and say where the record is or why that did not work."""
    console, words = session.console, session.words
    try:
        path = save(session)
    except OSError as error:
        why = os_cause(error, words.lang)
        console.line(words("save.failed", why=why), "yellow", indent=2)
        return None
    _tell_move(session)
    console.line(words("save.done", path=path), indent=2, whole_words=True)
    return path


def save_anywhere(session: Session) -> Path | None:
    """Save where the system keeps what is only for a while: the last resort."""
    name = session.path.name if session.path is not None else new_path().name
    session.path = free_path(Path(tempfile.gettempdir()) / name)
    session.stamp = None
    return try_save(session)


def put_elsewhere(session: Session, text: str) -> None:
    """Take another file, or a folder, for the record."""
    path = Path(text).expanduser()
    name = session.path.name if session.path is not None else new_path().name
    session.path, session.stamp = (path / name if path.is_dir() else path), None


def discard(session: Session) -> None:
    """Throw the record away; one that was resumed is again what it was.

    A file that somebody else has changed meanwhile stays.
    """
    path = session.path
    if path is None or session.stamp is None:
        return
    try:
        if _is_foreign(path, session.stamp):
            return
        if session.original is not None:
            _write(path, session.original)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        why = os_cause(error, session.words.lang)
        session.console.line(session.words("save.failed", why=why), "yellow", indent=2)


def finish(session: Session) -> Path | None:
    """Save a match that is over; a name made by the program then says so."""
    made = session.path is None or (
        session.path.parent == data_folder() and session.path.name.startswith("binokel-")
    )
    try:
        path = save(session)
    except OSError as error:
        why = os_cause(error, session.words.lang)
        session.console.line(session.words("save.failed", why=why), "yellow", indent=2)
        return None
    _tell_move(session)
    if not made or path.stem.endswith(FINISHED):
        return path
    done = free_path(path.with_name(f"{path.stem}{FINISHED}{path.suffix}"))
    try:
        path.rename(done)
    except OSError:
        return path  # it is saved, under its old name
    session.path = done
    return done


def reopen(session: Session) -> None:
    """Give a match that goes on after all its first name back."""
    path = session.path
    if path is None or not path.stem.endswith(FINISHED):
        return
    session.path = free_path(path.with_name(path.name.replace(FINISHED, "")))
    path.rename(session.path)


class Saved:
    """A saved match: the match, who plays in it, the record and the file's content."""

    def __init__(self, path: Path, content: bytes) -> None:
        self.path = path
        self.content = content
        self.record, places = read_record(_decoded(path, content))
        self.match: Match = replay(self.record, places)
        self.setup = setup_of(self.record, path)

    @property
    def stamp(self) -> str:
        """What tells this content from any other."""
        return _stamp(self.content)


def _decoded(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("no_text", path=path) from None


def read(path: Path) -> Saved:
    """Return a saved match.

    Raises:
        RecordError: the file is no record, or breaks a rule.
        Refused: it cannot be read, or does not say which seat the person has.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Refused("no_file", path=path)
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Refused("cannot_read", path=path, why=error) from None
    if len(content) > MAX_BYTES:
        raise Refused("too_large", path=path)
    return Saved(path, content)


def setup_of(record: Record, path: Path) -> Setup:
    """Return who plays in a record, from the further lines of its head.

    Raises:
        Refused: they are missing, or do not fit the seats.
    """
    lines = dict(line.partition(" ")[::2] for line in record.header)
    kinds = tuple(kind.strip() for kind in lines.get("players", "").split("|"))
    if kinds.count(PERSON) != 1 or len(kinds) != len(record.seats):
        others = ["heuristic"] * (len(record.seats) - 1)
        raise Refused("no_person", path=path, line=f"players {' | '.join([PERSON, *others])}")
    seed = lines.get("seed", "").strip() or path.stem
    return Setup(kinds.index(PERSON), kinds, seed, hints=HINTS_OFF not in record.header)


def last_unfinished(tell: Callable[[Path, RecordError], None]) -> Path | None:
    """Return the newest saved match that is not over, None if there is none.

    `tell` hears of every newer file that is damaged.
    """
    try:
        paths = [path for path in data_folder().glob("*.bnk") if not path.stem.endswith(FINISHED)]
        paths.sort(key=lambda path: path.stat().st_mtime)
    except OSError:
        return None
    for path in reversed(paths[-10:]):
        try:
            match = read(path).match
        except RecordError as error:
            tell(path, error)
            continue
        except BinokelError:
            continue  # somebody else's record is no match to go on with
        if match.to_act is not None:
            return path
    return None
