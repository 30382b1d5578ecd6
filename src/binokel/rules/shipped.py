"""The shipped rule-set files: their names and texts, found by any reasonable spelling."""

import re
import unicodedata
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from binokel.rules.problems import legible, problem, refusal

NAMES: tuple[str, ...] = (
    "stammtisch",
    "wuerttemberg",
    "wuerttemberg-48",
    "kreuzbinokel",
    "kreuzbinokel-48",
    "preisbinokel",
    "souabe-3",
    "souabe-4",
    "souabe-4-12",
    "sechser",
    "zu-zweit",
    "zu-zweit-reizen",
    "heroldstatt",
    "ennahofen",
    "ohmden",
    "dabb-online",
    "dabb-online-2",
    "dabb-online-4",
    "drecksau-online",
    "drecksau-online-3-48",
    "drecksau-online-3-48-0",
    "drecksau-online-4-40",
    "drecksau-online-4-48",
    "drecksau-online-5-40",
    "drecksau-online-5-48",
    "drecksau-online-6-40",
    "drecksau-online-6-48",
    "palast",
    "palast-3-48",
    "palast-4-40",
    "palast-4-48",
)
"""The shipped sets in the order in which lists show them; the first is the default."""

_SHORTENED = re.compile(r"(?P<base>.+)-(?P<deals>[1-9][0-9]{0,3})-deals")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def fold(text: str) -> str:
    """Return the spelling under which names are compared.

    >>> fold("Württemberg_48"), fold("  Zu zweit ")
    ('wuerttemberg-48', 'zu-zweit')
    """
    plain = unicodedata.normalize("NFC", text).strip().lower().translate(_UMLAUTS)
    letters = (c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else " " for c in letters).split()
    return "-".join(words)


def shortened_parts(name: str) -> tuple[str, int | None]:
    """Return of which set, and for how many deals, an id is that `shortened` has made.

    >>> shortened_parts("stammtisch-3-deals"), shortened_parts("stammtisch")
    (('stammtisch', 3), ('stammtisch', None))
    """
    found = _SHORTENED.fullmatch(name)
    return (name, None) if found is None else (found["base"], int(found["deals"]))


def shipped_text(name: str) -> str:
    """Return the TOML text of the shipped set with exactly this name."""
    return files("binokel.rules").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")


def find_name(text: str, path: str = "") -> str:
    """Return the shipped name that a text means, in any case, with `_` or umlauts.

    >>> find_name("Württemberg 48")
    'wuerttemberg-48'

    Raises:
        UnknownRuleSet: no shipped set is called so; near names are suggested.
    """
    folded = fold(text)
    if folded in NAMES:
        return folded
    near = suggest(folded, NAMES)
    code = "unknown_set_near" if near else "unknown_set"
    names = ", ".join(NAMES)
    shown = legible(text)
    raise refusal(problem(path, code, suggestions=near, name=text, shown=shown, names=names))


def suggest(word: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return up to three words that look like the given one, the nearest first."""
    if sure := get_close_matches(word, words, n=1, cutoff=0.85):
        return tuple(sure)
    starts = [other for other in words if len(word) > 2 and other.startswith(word)]
    near = [*get_close_matches(word, words, n=3, cutoff=0.6), *starts]
    return tuple(dict.fromkeys(near))[:3]


@cache
def shipped_names() -> frozenset[str]:
    """Return the names of all files in the data folder, for the check of `NAMES`."""
    folder = files("binokel.rules").joinpath("data")
    return frozenset(
        entry.name.removesuffix(".toml")
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    )
