"""What a person asks for and cannot have: a match, a file, a number of opponents."""

import errno

from binokel.cards.notation import Lang
from binokel.cli import explain
from binokel.errors import BinokelError, Inconsistent
from binokel.locales import text

_CAUSES = {
    errno.ENOENT: "not_found",
    errno.EACCES: "no_access",
    errno.EPERM: "no_access",
    errno.EISDIR: "is_folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "no_folder",
    errno.ENOSPC: "no_space",
    errno.EDQUOT: "no_space",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "long_name",
}


class Refused(Inconsistent):
    """A refusal of the terminal game, with a text `terminal.refused.<what>` in every language.

    A value that is an OSError is told by its cause.
    """

    def __init__(self, what: str, **values: object) -> None:
        self.what = what
        self.values = values
        super().__init__(self.told("en"), what=what)

    def told(self, lang: Lang) -> str:
        """Return the refusal in a language."""
        values = {
            name: os_cause(value, lang) if isinstance(value, OSError) else value
            for name, value in self.values.items()
        }
        return text(f"terminal.refused.{self.what}", lang, **values)


def told(error: BinokelError, lang: Lang) -> str:
    """Return an error in a language, a record's with its place."""
    return error.told(lang) if isinstance(error, Refused) else explain.told(error, lang)


def is_full(error: OSError) -> bool:
    """Return whether there was no room left to write."""
    return _CAUSES.get(error.errno or 0) == "no_space"


def os_cause(error: OSError, lang: Lang) -> str:
    """Return why the system has refused something."""
    cause = _CAUSES.get(error.errno or 0)
    if cause is not None:
        return text(f"terminal.os.{cause}", lang)
    return text("terminal.os.other", lang, n=error.errno or 0)
