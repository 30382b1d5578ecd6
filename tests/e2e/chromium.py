"""The browser of the tests: the one that CHROMIUM names, or the system's."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)


def find_chromium() -> str:
    """Return the path of the browser; without one nothing can be tested."""
    named = os.environ.get("CHROMIUM")
    found = [named] if named else [path for path in map(shutil.which, NAMES) if path]
    if not found:
        raise RuntimeError("no Chromium found; `python run.py test` says how to get it")
    return found[0]
