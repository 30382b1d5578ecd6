"""The examples of docs/protocol.md are what `binokel eval` answers, and its tables are complete."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from binokel.engine.evaluate import OPS, answer
from binokel.server.table.wire import FromPage, ToPage

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```eval\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
LINES = "".join(BLOCKS).splitlines()
EXAMPLES = list(zip(LINES[::2], LINES[1::2], strict=True))
CODES = [
    "bad_json",
    "bad_request",
    "unknown_op",
    "unknown_key",
    "unknown_rules",
    "rule_set_error",
    "notation",
    "impossible_cards",
    "illegal_call",
    "illegal_action",
    "inconsistent",
]


@pytest.mark.parametrize(("request_line", "reply_line"), EXAMPLES)
def test_the_example_is_what_is_answered(request_line: str, reply_line: str) -> None:
    assert (request_line[:2], reply_line[:2]) == ("> ", "< ")
    assert json.loads(answer(request_line[2:].encode())) == json.loads(reply_line[2:])


def test_every_operation_and_every_code_is_described() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)
    assert set(rows) >= {*OPS, *CODES}
    assert {json.loads(line[2:])["op"] for line, _ in EXAMPLES} == set(OPS) - {"deal", "replay"}


SOCKET = re.findall(r"^```socket\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("line", "".join(SOCKET).splitlines())
def test_a_message_over_the_socket_is_one_of_the_wire(line: str) -> None:
    sign, message = line[:2], line[2:]
    kind = {"> ": FromPage, "< ": ToPage}[sign]
    read = msgspec.json.decode(message, type=kind, strict=True)
    assert json.loads(msgspec.json.encode(read)).items() >= json.loads(message).items()


def test_every_message_of_the_socket_is_described() -> None:
    kinds = [kind.__struct_config__.tag for kind in (*FromPage.__args__, *ToPage.__args__)]
    assert [kind for kind in kinds if f"`{kind}`" not in TEXT] == []
