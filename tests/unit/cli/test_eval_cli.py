"""`binokel eval` as another program meets it. Source: protocols.md section 2."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

COMMAND = [sys.executable, "-m", "binokel", "eval"]
REQUEST = '{"id": %s, "op": "winner", "rules": "stammtisch", "trump": null, "trick": ["EA"]}\n'
REPLY = '{"id": %s, "index": 0, "points": 11}\n'


def run(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, check=False)


@pytest.fixture
def server() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


def test_replies_come_in_order_and_the_end_of_input_is_a_good_end() -> None:
    lines = [REQUEST % 1, "\n", REQUEST % '"zwei"', "   \r\n", "?\n", REQUEST % 3]
    done = run("".join(lines).encode().removesuffix(b"\n"))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == [1, "zwei", None, 3]
    assert replies[2]["error"]["code"] == "bad_json"
    assert (done.returncode, done.stderr) == (0, b"")


def test_no_input_has_no_replies() -> None:
    done = run(b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_each_reply_is_flushed_before_the_next_request_is_read(
    server: subprocess.Popen[bytes],
) -> None:
    assert server.stdin is not None
    assert server.stdout is not None
    for number in range(3):
        server.stdin.write((REQUEST % number).encode())
        server.stdin.flush()
        assert server.stdout.readline().decode() == REPLY % number
    server.stdin.close()
    assert server.wait(20) == 0


def test_after_a_line_that_is_no_utf_8_the_next_one_is_answered() -> None:
    done = run(b'{"id": "\xc3\x28"}\n\xff\xfe\n' + (REQUEST % 4).encode())
    replies: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply.get("error", {}).get("code") for reply in replies] == ["bad_json"] * 2 + [None]
    assert replies[2]["id"] == 4
    assert done.returncode == 0


def test_help_names_the_operations_and_other_arguments_are_refused() -> None:
    done = run(b"", "--help")
    assert done.returncode == 0
    assert b"melds, legal, winner" in done.stdout
    done = run(b"", "file.jsonl")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"'file.jsonl'" in done.stderr


def test_the_command_does_not_load_the_libraries_of_the_terminal() -> None:
    code = (
        "import sys; from binokel.cli import main; main(['eval']); "
        "print([name for name in ('typer', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"", capture_output=True, check=True)
    assert done.stdout.split() == [b"[]"]
