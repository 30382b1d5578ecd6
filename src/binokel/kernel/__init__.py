"""Search on packed integers: play-outs, the open-card solver, worlds, whole deals.

The heart is compiled: `core` and the modules of whole deals, see `_stamp.MODULES`. The environment
variable BINOKEL_KERNEL=python takes their sources instead, which are the same at a hundredth of the
speed, for tests and for changing them. There is no third way: without a compiled kernel that fits
its source, importing this package raises.

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
    message = f"BINOKEL_KERNEL={WANTED!r}: it is 'compiled' or 'python'"
    raise KernelMissing(message, what="unknown", wanted=WANTED)
if WANTED == "python":
    # An extension module wins over the .py beside it; this finder sees sources only.
    sys.path_importer_cache[__path__[0]] = FileFinder(
        __path__[0], (SourceFileLoader, SOURCE_SUFFIXES)
    )
elif not is_current():
    message = f"the compiled kernel is missing or older than its source. {REMEDY}"
    raise KernelMissing(message, what="stale")

try:
    from binokel.kernel.core import COMPILED
except ModuleNotFoundError as error:
    if error.name != "cython":
        raise
    raise KernelMissing(
        "BINOKEL_KERNEL=python needs Cython's Python part: pip install 'cython==3.3.*'",
        what="cython",
    ) from None
except ImportError as error:
    if WANTED != "compiled":
        raise
    message = f"the compiled kernel cannot be loaded ({error}). {REMEDY}"
    raise KernelMissing(message, what="broken", reason=str(error)) from None

if (WANTED == "compiled") != COMPILED:
    message = f"BINOKEL_KERNEL={WANTED}, but what was found is not. {REMEDY}"
    raise KernelMissing(message, what="other", wanted=WANTED)

__all__ = ["COMPILED"]
