"""Lines of JSON in and out: one request a line, one reply a line, in order.

An error of a request becomes its reply. Everything else is a fault of this program and is left
to end it with its traceback: nothing is caught here that is not a `BinokelError`.
"""

import json
from collections.abc import Iterable
from enum import Enum
from typing import Any, BinaryIO, NoReturn

from binokel.engine.evaluate.dispatch import evaluate
from binokel.errors import BadJson, BadRequest, BinokelError

MAX_DEPTH = 100
"""How deep objects and lists may lie in each other; requests need five."""

_BOM = b"\xef\xbb\xbf"


def serve(lines: Iterable[bytes], out: BinaryIO) -> None:
    """Answer each line that is not blank, and flush after each reply.

    >>> import io
    >>> out = io.BytesIO()
    >>> request = b'{"id": 1, "op": "winner", "rules": "stammtisch", "trump": null, "trick": "EA"}'
    >>> serve([request, b"", b"?"], out)
    >>> print(out.getvalue().decode())
    {"id": 1, "index": 0, "points": 11}
    {"id": null, "error": {"code": "bad_json", ...}}
    """
    for line in lines:
        if line.strip():
            out.write(answer(line))
            out.write(b"\n")
            out.flush()


def answer(line: bytes) -> bytes:
    """Return the reply to one line, without a line end; an error is a reply, too."""
    name = None
    try:
        request = _read(line)
        if type(request) is not dict:
            raise BadRequest("a request is an object of fields, as {...}", key=None)
        name = request.pop("id", None)
        reply = evaluate(request)
    except BinokelError as error:
        reply = error.to_dict()
    return _ENCODER.encode({"id": name, **reply}).encode("ascii")


def _read(line: bytes) -> Any:
    """Return the value of a line of JSON.

    Raises:
        BadJson: it is no UTF-8, no JSON, or has what cannot be answered safely: a field twice,
            half a character, a number that is none or has no end, or too many levels.
    """
    try:
        value = _DECODER.decode(line.removeprefix(_BOM).decode("utf-8"))
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} is no UTF-8"
        raise BadJson(message, position=error.start) from None
    except json.JSONDecodeError as error:
        message = f"character {error.pos + 1}: {error.msg}"
        raise BadJson(message, position=error.pos) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise error if isinstance(error, BadJson) else BadJson(str(error)) from None
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH and not _is_flat(value):
        raise _too_deep()
    if b"\\u" in line:
        _check_text(value)
    return value


def _check_text(value: Any) -> None:
    """Refuse half a character, which the escapes of JSON can spell and UTF-8 cannot."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise BadJson(f"{half!a} is half a character") from None


def _is_flat(value: Any) -> bool:
    """Tell whether no more than MAX_DEPTH objects and lists lie in each other."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return True
    return False


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep() -> BadJson:
    return BadJson(f"more than {MAX_DEPTH} objects and lists in each other", depth=MAX_DEPTH)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; one that says two things under one name says nothing."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadJson(f"the field {twice!r} comes twice in one object", key=twice)
    return fields


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise BadJson(f"the number {text} is too large")
    return value


def _constant(text: str) -> NoReturn:
    raise BadJson(f"{text} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant)


def _letters(value: object) -> Any:
    """Return a card or suit, as errors name them, as its letters."""
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"{value!r} has no JSON form")


_ENCODER = json.JSONEncoder(default=_letters)
