"""A result file knows which value model its players have used."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from binokel.arena.contestant import model_of
from binokel.arena.plan import Part, Plan, make_plan
from binokel.arena.refused import ArenaRefused
from binokel.arena.rows import write_all
from binokel.arena.running import run
from binokel.arena.soak import make_soak, run_soak
from binokel.errors import ModelError
from binokel.players.base import Learned
from binokel.players.model.store import SHIPPED, VARIABLE, read_model, write_model
from binokel.players.registry import find_player, names
from binokel.rules.catalog import find_ruleset

RULES = find_ruleset("stammtisch")
LEARNED = ["meister", "search", "pimc", "ismcts", "stark"]


def quiet(_done: int, _total: int) -> None:
    pass


def planned(*players: str, reference: str = "heuristic") -> Plan:
    return make_plan(RULES, players, 2, 3, part=Part(reference=reference))


@pytest.fixture
def another(tmp_path: Path) -> Path:
    """Return the file of another model."""
    path = tmp_path / "another.msgpack"
    write_model(replace(read_model(), name="another"), path)
    return path


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:16]


def test_the_players_that_ask_the_value_model_say_so_and_no_others() -> None:
    assert [name for name in names() if isinstance(find_player(name), Learned)] == LEARNED


@pytest.mark.parametrize("name", LEARNED)
def test_the_head_names_the_model_of_whoever_uses_one(
    name: str, another: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert planned("uniform", f"{name}:5").head.model == digest(SHIPPED)
    assert planned("uniform", "dabb-hard", reference=name).head.model == digest(SHIPPED)
    monkeypatch.setenv(VARIABLE, str(another))
    assert planned("uniform", name).head.model == digest(another) != digest(SHIPPED)


def test_players_without_a_model_need_none(another: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = planned("heuristic", "uniform").head
    assert before.model == model_of(["geuebt", "anfaenger", "dabb-easy"]) == ""
    monkeypatch.setenv(VARIABLE, str(another.with_name("missing")))
    assert planned("heuristic", "uniform").head == before


def test_a_file_from_before_there_were_models_is_still_gone_on_with(tmp_path: Path) -> None:
    path, asked = tmp_path / "whole.jsonl", planned("heuristic:1", "uniform")
    run(asked, path, progress=quiet)
    content = path.read_bytes()
    head, *lines = content.splitlines(keepends=True)
    earlier = json.loads(head)
    assert earlier.pop("model") == ""
    path.write_bytes(b"".join([json.dumps(earlier).encode() + b"\n", *lines]))
    run(asked, path, resume=True, progress=quiet)
    assert path.read_bytes() == content


def test_rows_of_another_model_are_refused(
    tmp_path: Path, another: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, here = tmp_path / "search.jsonl", digest(another)
    write_all(path, planned("search", "uniform").head, [])
    content = path.read_bytes()
    monkeypatch.setenv(VARIABLE, str(another))
    fault = f"line 1: model is {digest(SHIPPED)} there and {here} here.*BINOKEL_MODEL.*--out"
    with pytest.raises(ArenaRefused, match=fault):
        run(planned("search", "uniform"), path, resume=True, progress=quiet)
    assert path.read_bytes() == content
    write_all(path, replace(planned("search", "uniform").head, model=""), [])
    with pytest.raises(ArenaRefused, match=f"model is – there and {here} here"):
        run(planned("search", "uniform"), path, resume=True, progress=quiet)


def test_a_soak_goes_on_with_the_same_model_only(
    tmp_path: Path, another: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "soak.jsonl"
    asked = make_soak("pimc:1", [RULES], 1, 1)
    assert asked.head.model == digest(SHIPPED)
    assert make_soak("heuristic", [RULES], 1, 1).head.model == ""
    run_soak(asked._replace(n_deals=0), path, progress=quiet)
    monkeypatch.setenv(VARIABLE, str(another))
    fault = f"model is {digest(SHIPPED)} there and {digest(another)} here.*--resume"
    with pytest.raises(ArenaRefused, match=fault):
        run_soak(make_soak("pimc:1", [RULES], 1, 1), path, progress=quiet)


def test_a_model_that_is_missing_or_broken_is_named_before_anything_is_played(
    another: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(another.with_name("missing")))
    with pytest.raises(ModelError, match="missing"):
        planned("search", "uniform")
    another.write_bytes(b"rubbish")
    monkeypatch.setenv(VARIABLE, str(another))
    with pytest.raises(ModelError, match=r"another\.msgpack"):
        planned("uniform", "heuristic", reference="stark")
