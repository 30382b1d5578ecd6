"""Arrays in files: written in one step, and held to what they must be when they are read."""

import struct
import zlib
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from binokel.training.refused import refused

ARCHIVE = b"PK\x03\x04"
ORIGIN = "origin"
DAMAGE = (
    BadZipFile,
    EOFError,
    KeyError,
    MemoryError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What numpy raises where a file is damaged; it is read into memory before, so no disk fails."""


class Form(NamedTuple):
    """What an array must be: numbers within bounds; a size of -1 is the number of rows."""

    kind: np.dtype[Any]
    shape: tuple[int, ...]
    least: float = -np.inf
    most: float = np.inf


def write_arrays(path: Path, origin: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays and what they depend on in one step; a fault leaves nothing."""
    beside = path.with_name(path.name + ".part")
    held = {**arrays, ORIGIN: np.array(origin)}
    try:
        with beside.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **held)
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise


def read_arrays(path: Path, origin: str, forms: Mapping[str, Form]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file.

    A file that tells no origin (they once did not) is held to the forms alone.

    Raises:
        TrainingError: it is damaged, holds other arrays, or is of another origin.
        OSError: it cannot be read.
    """
    content = path.read_bytes()
    try:
        found = _arrays(content)
    except DAMAGE as error:
        raise refused("damaged", path=path, error=str(error) or type(error).__name__) from error
    there = str(found.get(ORIGIN, origin))
    if there != origin:
        raise refused("foreign", path=path, there=there, here=origin)
    several = [found[n] for n, form in forms.items() if n in found and -1 in form.shape]
    n_rows = {len(array) for array in several if array.ndim}
    for name, form in forms.items():
        fault = _fault(found.get(name), form, n_rows)
        if fault:
            raise refused("damaged", path=path, error=f"{name}: {fault}")
    return {name: found[name] for name in forms}


def _arrays(content: bytes) -> dict[str, NDArray[Any]]:
    if not content.startswith(ARCHIVE):  # numpy would advise to unpickle it
        raise BadZipFile("no archive of arrays")
    with np.load(BytesIO(content), allow_pickle=False) as held:
        found = {name: held[name] for name in held.files}
    if not all(isinstance(array, np.ndarray) for array in found.values()):
        raise BadZipFile("a file in it is no array")
    return found


def _fault(array: NDArray[Any] | None, form: Form, n_rows: set[int]) -> str:
    """Return what is wrong with an array, if anything is."""
    if array is None:
        return "missing"
    shape = tuple(len(array) if size == -1 and array.ndim else size for size in form.shape)
    if array.dtype != form.kind or array.shape != shape:
        return f"{array.dtype}{list(array.shape)}, not {form.kind}{list(form.shape)}"
    if -1 in form.shape and len(n_rows) > 1:
        return f"{len(array)} rows, others have {sorted(n_rows - {len(array)})}"
    if array.size and not (form.least <= array.min() and array.max() <= form.most):
        return f"numbers from {array.min()} to {array.max()}"
    return "" if np.isfinite(array).all() else "no numbers"
