"""The texts of the interface by key, in German, English and French.

One flat JSON file a language; the browser imports the same files. All have the same keys.
"""

from collections.abc import Mapping
from functools import cache

from binokel.errors import MissingText

LANGUAGES: tuple[str, ...] = ("de", "en", "fr")
"""The languages, the first one is the default."""


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """Return all texts of a language by key.

    Raises:
        MissingText: there is no such language.
    """
    if lang not in LANGUAGES:
        raise MissingText(f"no language {lang!r}; there are {', '.join(LANGUAGES)}", lang=lang)
    import json  # noqa: PLC0415 (late: importing the engine needs no texts)
    from importlib.resources import files  # noqa: PLC0415

    path = files("binokel.locales").joinpath(f"{lang}.json")
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def text(key: str, lang: str = "de", /, **values: object) -> str:
    """Return the text of a key with its placeholders filled in.

    >>> text("rules.section.bidding"), text("rules.section.bidding", "fr")
    ('Reizen', 'Enchères')

    Raises:
        MissingText: there is no such language or key, or a placeholder has no value.
    """
    texts = catalogue(lang)
    if key not in texts:
        raise MissingText(f"no text {key!r} in {lang!r}", lang=lang, key=key)
    try:
        return texts[key].format(**values)
    except (KeyError, IndexError) as error:
        message = f"text {key!r} in {lang!r} needs a value for {error}"
        raise MissingText(message, lang=lang, key=key) from None


def has_text(key: str, lang: str = "de") -> bool:
    """Tell whether a language has a text of this key.

    Raises:
        MissingText: there is no such language.
    """
    return key in catalogue(lang)
