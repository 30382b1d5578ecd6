"""Search on packed integers: play-outs, the open-card solver, worlds.

The heart, `core`, is compiled. The environment variable BINOKEL_KERNEL=python takes its source
instead, which is the same at a hundredth of the speed, for tests and for changing it. There is no
third way: without a compiled kernel that fits its source, importing this package raises.

Raises:
    KernelMissing: There is no kernel of the kind that is wanted; the message names the remedy.
"""

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader

from binokel.errors import KernelMissing
from binokel.kernel._stamp import is_current

REMEDY = (
    "In a copy of the source, `python run.py kernel` or `pip install -e .` compiles it; elsewhere, "
    "install binokel anew (`pip install --force-reinstall binokel`)."
)
WANTED = os.environ.get("BINOKEL_KERNEL") or "compiled"

if WANTED not in ("compiled", "python"):
    raise KernelMissing(f"BINOKEL_KERNEL={WANTED!r}: it is 'compiled' or 'python'")
if WANTED == "python":
    # An extension module wins over the .py beside it; this finder sees sources only.
    sys.path_importer_cache[__path__[0]] = FileFinder(
        __path__[0], (SourceFileLoader, SOURCE_SUFFIXES)
    )
elif not is_current():
    raise KernelMissing(f"the compiled kernel is missing or older than its source. {REMEDY}")

try:
    from binokel.kernel.core import COMPILED
except ModuleNotFoundError as error:
    if error.name != "cython":
        raise
    raise KernelMissing(
        "BINOKEL_KERNEL=python needs Cython's Python part: pip install 'cython==3.3.*'"
    ) from None

if (WANTED == "compiled") != COMPILED:
    raise KernelMissing(f"BINOKEL_KERNEL={WANTED}, but what was found is not. {REMEDY}")

__all__ = ["COMPILED"]
