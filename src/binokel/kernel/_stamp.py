"""What the compiled kernel is made from, and whether the one beside it still fits.

Standard library only, and nothing of the package: the build runs this file by its path.
"""

import hashlib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

HERE = Path(__file__).parent
MODULES = (
    "core",
    "values",
    "policy",
    "playing",
    "bidding",
    "book",
    "deals",
    "playouts",
    "tree",
    "net",
    "appraise",
)
"""The modules that are compiled; each has its source beside it."""
SUFFIX = EXTENSION_SUFFIXES[0]
"""Names the Python and the machine, so that several Pythons keep theirs side by side."""
STAMP = HERE / f"_build{SUFFIX}.stamp"
"""Holds the digest of the sources that were compiled; below it, a hash of what built them."""


def digest() -> str:
    """Return a hash of everything that is compiled, with its names."""
    sources = [*(HERE / f"{module}.py" for module in MODULES), *sorted(HERE.glob("*.pxd"))]
    contents = (f"{path.name}\0".encode() + path.read_bytes() for path in sources)
    return hashlib.sha256(b"\0".join(contents)).hexdigest()


def is_current() -> bool:
    """Whether the compiled modules are there and made from today's sources."""
    built = [STAMP, *(HERE / f"{module}{SUFFIX}" for module in MODULES)]
    if not all(path.is_file() for path in built):
        return False
    return STAMP.read_text(encoding="utf-8").partition("\n")[0] == digest()
