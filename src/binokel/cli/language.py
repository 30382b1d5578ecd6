"""The language that a command speaks before it has read its arguments."""

import os
from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from binokel.cards.notation import Lang
from binokel.locales import LANGUAGES


def wanted_lang(arguments: Sequence[str]) -> Lang:
    """Return the language of the help: `--lang`, else the environment's, else German."""
    named = [a.partition("=")[2] for a in arguments if a.startswith("--lang=")]
    named += [b for a, b in pairwise(arguments) if a == "--lang"]
    for found in (*named, *_of_environment()):
        if found[:2] in LANGUAGES:
            return cast("Lang", found[:2])
    return cast("Lang", LANGUAGES[0])


def _of_environment() -> list[str]:
    """Return the language of the environment, as other programs find it."""
    values = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return [value for value in values if value][:1]
