"""Where the program keeps what a person does."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the person's folder: `BINOKEL_HOME`, else the system's."""
    home = os.environ.get("BINOKEL_HOME")
    if home:
        return Path(home)
    if sys.platform == "win32":
        base = os.environ.get("APPDATA")
        return (Path(base) if base else Path.home()) / "binokel"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "binokel"
