"""The hand drawings in `art`."""

from functools import cache
from pathlib import Path

ART = Path(__file__).parent / "art"


@cache
def art(folder: str, name: str) -> str:
    """Return a drawing in one line."""
    text = (ART / folder / f"{name}.svg").read_text(encoding="utf-8")
    return text.strip().replace(">\n<", "><").replace("\n", " ")
