"""Saving a match as a record in the person's folder, and taking it up again.

What the terminal needs beyond the record (which seat is the person, who else plays, the seed)
stands in further lines of the record's head, which every reader keeps.
"""

import os
import sys
from datetime import datetime
from pathlib import Path

from binokel.cli.terminal.session import Session, Setup
from binokel.engine.match import Match
from binokel.engine.record import Record, format_record, read_record, record_of, replay
from binokel.errors import BinokelError, Inconsistent

PERSON = "person"
"""The kind of player that a person is."""

MAX_BYTES = 20_000_000


def folder() -> Path:
    """Return the person's folder for matches: `BINOKEL_HOME`, else where the system keeps such."""
    home = os.environ.get("BINOKEL_HOME")
    if home:
        return Path(home)
    if sys.platform == "win32":
        base = os.environ.get("APPDATA")
        return (Path(base) if base else Path.home()) / "binokel"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "binokel"


def new_path() -> Path:
    """Return a name for a new match that is not taken yet, made of date and time."""
    now = datetime.now().astimezone()
    path = folder() / f"binokel-{now:%Y-%m-%d-%H%M%S}.bnk"
    n = 1
    while path.exists():
        n += 1
        path = folder() / f"binokel-{now:%Y-%m-%d-%H%M%S}-{n}.bnk"
    return path


def record_text(session: Session) -> str:
    """Return the record of the match with what the terminal needs to go on."""
    if session.base is not None:
        return format_record(record_of(session.match, base=session.base))
    setup = session.setup
    header = [f"players {' | '.join(setup.kinds)}", f"seed {setup.seed}"]
    date = datetime.now().astimezone().date().isoformat()
    return format_record(record_of(session.match, date=date, header=header))


def save(session: Session) -> Path:
    """Write the record, replacing the file in one step; return where it is."""
    path = session.path = session.path or new_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(record_text(session), encoding="utf-8")
    new.replace(path)
    return path


def save_quietly(session: Session) -> None:
    """Save, and say only why that did not work."""
    try:
        save(session)
    except OSError as error:
        session.console.line(session.words("save.failed", why=error), "yellow", indent=2)


def try_save(session: Session) -> Path | None:
    """Save, and say where the record is or why that did not work."""
    console, words = session.console, session.words
    try:
        path = save(session)
    except OSError as error:
        console.line(words("save.failed", why=error), "yellow", indent=2)
        return None
    console.line(words("save.done", path=path), indent=2)
    return path


def read(path: Path) -> tuple[Match, Setup, Record]:
    """Return the match of a saved record, who plays in it, and the record.

    Raises:
        RecordError: the file is no record, or breaks a rule.
        Inconsistent: the record does not say which seat the person has, or cannot be read.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise Inconsistent(f"{path} is too large for a record", path=str(path))
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Inconsistent(f"cannot read {path}: {error}", path=str(path)) from None
    record, places = read_record(text)
    return replay(record, places), setup_of(record, path), record


def setup_of(record: Record, path: Path) -> Setup:
    """Return who plays in a record, from the further lines of its head.

    Raises:
        Inconsistent: they are missing, or do not fit the seats.
    """
    lines = dict(line.partition(" ")[::2] for line in record.header)
    kinds = tuple(kind.strip() for kind in lines.get("players", "").split("|"))
    if kinds.count(PERSON) != 1 or len(kinds) != len(record.seats):
        message = (
            f"{path} does not say where you sit: it needs a line such as "
            f"'players {' | '.join([PERSON, *['heuristic'] * (len(record.seats) - 1)])}'"
        )
        raise Inconsistent(message, path=str(path))
    return Setup(kinds.index(PERSON), kinds, lines.get("seed", "").strip() or path.stem)


def last_unfinished() -> Path | None:
    """Return the newest saved match that is not over, None if there is none."""
    try:
        paths = sorted(folder().glob("*.bnk"), key=lambda path: path.stat().st_mtime)
    except OSError:
        return None
    for path in reversed(paths[-5:]):
        try:
            match, _, _ = read(path)
        except BinokelError:
            continue  # somebody else's record is no match to go on with
        if match.to_act is not None:
            return path
    return None
