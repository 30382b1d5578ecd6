"""What people call the computer players, and what it is like to play with them."""

from binokel.cards.notation import Lang
from binokel.locales import has_text, text


def player_title(name: str, lang: Lang) -> str:
    """Return what a player is called; one without a text goes by its name."""
    return _text(f"server.player.{name}", lang) or name


def player_about(name: str, lang: Lang) -> str:
    """Return what it is like to play with a player, "" where there is no text."""
    return _text(f"server.player.{name}.about", lang)


def _text(key: str, lang: Lang) -> str:
    return text(key, lang) if has_text(key, lang) else ""
