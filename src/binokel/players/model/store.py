"""The file of the value model: whole numbers, so that every machine reads the same net.

Source of the file that is shipped: `binokel train`.
"""

import os
import sys
from array import array
from functools import cache
from math import exp
from pathlib import Path
from zlib import crc32

import msgspec

from binokel.errors import ModelError
from binokel.kernel.bits import BINS, DEPTH, WIDTH
from binokel.kernel.checks import N_PATTERNS, N_POSITIONS
from binokel.locales import text
from binokel.players.model.features import SCALES, features_of
from binokel.rules.ruleset import RuleSet

FORMAT = 2
CHECK = 4
"""So many bytes at the end tell whether those before are as they were written."""
SHIPPED = Path(__file__).with_name("value.msgpack")
VARIABLE = "BINOKEL_MODEL"
FIRST_UNIT, SECOND_UNIT, LAST_UNIT = 1 << 10, 1 << 16, 1 << 16
"""What 1 is in the first layer, in the second, and in the logarithm of a chance."""
FINE = 10
"""The table's weights have so many more bits, since features are multiplied with them."""
N_EXPS = 4096
EXPS = tuple(round(65536 * exp(-i / 256)) for i in range(N_EXPS))


class Model(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A net that was trained. Numbers lie in little-endian bytes, 16 bits each or 32.

    `first_table` and `second_table` have a row for each feature, then for each place, then one that
    is always added; in units of the layer times 2 ** `FINE`.
    """

    format: int
    name: str
    seed: int
    n_deals: int
    n_corrected: int
    features: tuple[str, ...]
    columns: bytes
    gone: bytes
    second: bytes
    last: bytes
    first_table: bytes
    second_table: bytes
    last_starts: bytes


class Starts(msgspec.Struct, frozen=True):
    """What a table adds to each layer, by place, as `Net.set_starts` takes it."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    last: tuple[int, ...]


def read_model(path: Path = SHIPPED) -> Model:
    """Return the model in a file.

    Raises:
        ModelError: there is no such file, or it holds no model of this program.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise refused("unreadable", path, error=error.strerror or error) from error
    told, check = content[:-CHECK], content[-CHECK:]
    if check != _check(told):
        raise refused("damaged", path)
    try:
        model = msgspec.msgpack.decode(told, type=Model)
    except msgspec.MsgspecError as error:
        raise refused("foreign", path, error=error) from error
    if model.format != FORMAT:
        raise refused("foreign", path, error=f"format {model.format}")
    if model.features != tuple(SCALES):
        raise refused("foreign", path, error="other features")
    for name, size in _sizes():
        if len(getattr(model, name)) != size:
            raise refused("foreign", path, error=f"{name}: {len(getattr(model, name))}, {size}")
    return model


def refused(what: str, path: Path, **values: object) -> ModelError:
    """Return the refusal of a file, with what to do about it."""
    whose = "named" if os.environ.get(VARIABLE) else "shipped"
    told = {name: str(value) for name, value in {"path": path, **values}.items()}
    message = "; ".join(text(f"error.model_error.{one}", "en", **told) for one in (what, whose))
    return ModelError(message, what=what, whose=whose, **told)


def check_model() -> None:
    """Read the model that `BINOKEL_MODEL` names, before anything rests on it.

    Raises:
        ModelError: it is missing or broken.
    """
    if os.environ.get(VARIABLE):
        model_at(path_in_use())


def _sizes() -> tuple[tuple[str, int], ...]:
    """Return how many bytes each part of a model has."""
    return (
        ("columns", 2 * 2 * N_PATTERNS * WIDTH),
        ("gone", 2 * 2 * 6 * WIDTH),
        ("second", 2 * WIDTH * DEPTH),
        ("last", 2 * DEPTH * BINS),
        ("first_table", 4 * n_rows() * WIDTH),
        ("second_table", 4 * n_rows() * DEPTH),
        ("last_starts", 4 * BINS),
    )


def _check(content: bytes) -> bytes:
    return crc32(content).to_bytes(CHECK, "big")


def n_rows() -> int:
    """Return how many rows the tables of a model have."""
    return len(SCALES) + N_POSITIONS + 1


def write_model(model: Model, path: Path) -> None:
    """Write a model in one step."""
    beside = path.with_suffix(".part")
    content = msgspec.msgpack.encode(model)
    beside.write_bytes(content + _check(content))
    beside.replace(path)


def path_in_use() -> Path:
    """Return the file that `BINOKEL_MODEL` names, else the shipped one."""
    return Path(os.environ.get(VARIABLE) or SHIPPED)


@cache
def model_at(path: Path) -> Model:
    """Return the model of a file, read once.

    Raises:
        ModelError: it is missing or broken.
    """
    return read_model(path)


def numbers(kind: str, data: bytes) -> "array[int]":
    """Return little-endian numbers as an array of a kind (`h`, `i`)."""
    found = array(kind)
    found.frombytes(data)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def starts_of(model: Model, rules: RuleSet) -> Starts:
    """Return what a rule set adds to the layers of a net."""
    told = features_of(rules)
    return Starts(
        _layer(numbers("i", model.first_table), told, WIDTH),
        _layer(numbers("i", model.second_table), told, DEPTH),
        tuple(numbers("i", model.last_starts)),
    )


def _layer(table: "array[int]", told: tuple[int, ...], width: int) -> tuple[int, ...]:
    """Return the starts of a layer, for one place after the other."""
    found: list[int] = []
    always = n_rows() - 1
    for place in range(N_POSITIONS):
        rows = [*enumerate(told), (len(told) + place, 1), (always, 1)]
        found += [
            sum(table[row * width + cell] * times for row, times in rows) >> FINE
            for cell in range(width)
        ]
    return tuple(found)
