"""The browser of the tests: the one that CHROMIUM names, or the system's."""

import os
import shutil

# What of the browser itself no test needs. It counts instead of Playwright's list, which it repeats
# in part. The suggestions below the address alone cost each new context two pages of their own,
# twice the time of all else.
NEEDLESS = (
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(NEEDLESS)}",
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
