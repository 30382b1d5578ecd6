"""Requests and answers in msgspec: what comes in is checked, what goes out has one shape."""

import re
from typing import Any, TypeVar, get_args

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from binokel.cards.notation import Lang, SuitStyle
from binokel.errors import BadRequest
from binokel.server.faults import STATUS, Misfit
from binokel.server.settings import MOST_BYTES
from binokel.server.table.wire import Fault

T = TypeVar("T")

LANGS: tuple[Lang, ...] = get_args(Lang)
STYLES: tuple[SuitStyle, ...] = get_args(SuitStyle)


class TooLarge(BadRequest):
    """A request with more bytes than anything here needs."""

    code = "too_large"


def answer(content: object, status: int = 200) -> Response:
    """Return an answer in JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def refused(fault: Fault) -> Response:
    """Return an error in the one shape of errors."""
    return answer({"error": fault}, STATUS.get(fault.code, 400))


def language(request: HTTPConnection) -> Lang:
    """Return the language of an answer: `lang` of the address, else German."""
    wanted = request.query_params.get("lang", "de")
    return next((lang for lang in LANGS if lang == wanted), "de")


def wanted_language(request: Request) -> Lang:
    """Return the language that the address names, German where it names none.

    Raises:
        Misfit: there are no texts in it.
    """
    return _one_of(request, "lang", LANGS)


def wanted_suits(request: Request) -> SuitStyle:
    """Return the names of suits that the address names, else those of Württemberg.

    Raises:
        Misfit: there are none of this name.
    """
    return _one_of(request, "suits", STYLES)


def _one_of(request: Request, key: str, known: tuple[T, ...]) -> T:
    given = request.query_params.get(key, known[0])
    for value in known:
        if value == given:
            return value
    raise Misfit("choice", key=key, given=given, known=", ".join(map(str, known)))


async def body(request: Request, kind: type[T]) -> T:
    """Return the body of a request as a type.

    Raises:
        TooLarge: it is larger than anything here needs.
        Misfit: it is no JSON of this type.
    """
    content = b""
    try:
        async for chunk in request.stream():
            content += chunk
            if len(content) > MOST_BYTES:
                raise TooLarge(f"a request has at most {MOST_BYTES} bytes", limit=MOST_BYTES)
    except ClientDisconnect:
        raise Misfit("broken_off") from None
    try:
        return msgspec.json.decode(content or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _body_fault(str(error)) from None


def _body_fault(fault: str) -> Misfit:
    """Return what is wrong with a body; msgspec names the field in its message."""
    place, field = re.search(r"`\$\.?([^`]+)`$", fault), re.search(r"field `([^`]+)`", fault)
    key = ".".join(found[1] for found in (place, field) if found)
    return Misfit("field", key=key, fault=fault) if key else Misfit("body", fault=fault)


def body_schema(kind: Any) -> dict[str, Any]:
    """Return what the description of the API says about a body of a type."""
    (schema,), parts = msgspec.json.schema_components(
        [kind], ref_template="#/components/schemas/{name}"
    )
    name = kind.__name__
    found = parts.get(name, schema)
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": found}}}}
