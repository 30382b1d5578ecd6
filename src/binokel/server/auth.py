"""Who a person is: whoever has the secret that one browser has made up.

There are no accounts. The server keeps only the hash of a secret.
"""

import os
import re
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from binokel.errors import NoPerson, StoreFailed

FILE = "person"
"""Where the secret of the person at this computer is, in the data folder."""

_SECRET = re.compile(r"[A-Za-z0-9_-]{16,128}")
_SCHEME = "bearer "


def person_of(secret: str) -> str:
    """Return the hash by which a person is known here.

    Raises:
        NoPerson: the secret is none: too short, too long, or with other signs.
    """
    if not _SECRET.fullmatch(secret):
        raise NoPerson("a person's secret has 16 to 128 letters, digits, - and _")
    return sha256(secret.encode()).hexdigest()


def person_in(authorization: str | None) -> str:
    """Return the person that a request's `Authorization: Bearer …` names.

    Raises:
        NoPerson: there is none.
    """
    if authorization is None or not authorization.lower().startswith(_SCHEME):
        raise NoPerson("this needs the header `Authorization: Bearer <the person's secret>`")
    return person_of(authorization[len(_SCHEME) :].strip())


def own_secret(folder: Path) -> str:
    """Return the secret of the person at this computer, made at the first time.

    Raises:
        NoPerson: the file of the secret holds none.
        StoreFailed: it cannot be read or made.
    """
    path = folder / FILE
    try:
        found = _kept_secret(path)
        if found is None:
            found = _new_secret(path)
    except OSError as error:
        raise StoreFailed(f"{path} cannot be read or made: {error}", path=str(path)) from error
    if not _SECRET.fullmatch(found):
        raise NoPerson(
            f"{path} holds no person's secret; without the file a new one is made, and the tables "
            "of the old one are not found any more",
            path=str(path),
        )
    return found


def _kept_secret(path: Path) -> str | None:
    """Return what the file of the secret holds, None where there is no file."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return None


def _new_secret(path: Path) -> str:
    """Write a new secret in one step; of two that begin together one has made it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.touch(mode=0o600)
        new.write_text(secrets.token_urlsafe(24) + "\n", encoding="ascii")
        with suppress(FileExistsError):
            os.link(new, path)
    finally:
        new.unlink(missing_ok=True)
    return path.read_text(encoding="ascii", errors="replace").strip()
