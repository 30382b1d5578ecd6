"""The wire format as TypeScript declarations, so that the page cannot drift from the server.

`python -m binokel.server.table.typescript` prints what `web/src/lib/wire.ts` must hold.
"""

import sys
from typing import Any

import msgspec

from binokel.engine.actions import Action
from binokel.engine.choices import Choice
from binokel.server.table import wire

HEAD = """// Made from binokel.server.table.wire; do not edit.
// python -m binokel.server.table.typescript > web/src/lib/wire.ts
"""


def declarations() -> str:
    """Return the text of `wire.ts`."""
    (_, schemas) = msgspec.json.schema_components(
        [wire.FromPage, wire.ToPage], ref_template="{name}"
    )
    unions = {"Action": Action, "Choice": Choice, "FromPage": wire.FromPage, "ToPage": wire.ToPage}
    named = {_members(union): name for name, union in unions.items()}
    blocks = [_declare(name, schema) for name, schema in sorted(schemas.items())]
    text = "\n".join(blocks)
    for members, name in named.items():
        text = text.replace(members, name)
    tail = [f"export type {name} = {members};\n" for members, name in named.items()]
    return "\n".join([HEAD, text, *tail])


def _members(union: Any) -> str:
    return " | ".join(kind.__name__ for kind in union.__args__)


def _declare(name: str, schema: dict[str, Any]) -> str:
    doc = schema.get("description", "").splitlines()
    comment = f"/** {doc[0]} */\n" if doc else ""
    if schema.get("type") != "object":
        return f"{comment}export type {name} = {_type(schema)};\n"
    fields = [f"  {name}: {_type(inner)};" for name, inner in schema.get("properties", {}).items()]
    return f"{comment}export interface {name} {{\n" + "\n".join(fields) + "\n}\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(inner) for inner in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    if "const" in schema:
        return _literal(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    names = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    if kind == "object":
        return "Record<string, unknown>"
    return names.get(str(kind), "null" if kind == "null" else "unknown")


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    inner = _type(schema.get("items", {}))
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


def _literal(value: object) -> str:
    return "null" if value is None else msgspec.json.encode(value).decode()


if __name__ == "__main__":
    sys.stdout.write(declarations())
