"""The sprite files and where they lie."""

from pathlib import Path

from web.faces.french import french
from web.faces.large import large
from web.faces.wuerttemberg import wuerttemberg

FOLDER = Path(__file__).parents[1] / "public" / "faces"


def face_files() -> dict[str, str]:
    """Return every sprite file by its name."""
    return {"wuerttemberg.svg": wuerttemberg(), "french.svg": french(), "large.svg": large()}
