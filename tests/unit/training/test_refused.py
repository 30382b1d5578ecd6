"""What a training refuses: before it begins, and of the files in its folder."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from msgspec.structs import replace

from binokel.cards.notation import Lang
from binokel.cli import main
from binokel.cli.explain import explain
from binokel.errors import TrainingError, UnfitPlayer, UnknownPlayer, Unsupported
from binokel.kernel import COMPILED
from binokel.locales import LANGUAGES
from binokel.testing.builders import rules_with
from binokel.training import EACH, run, selfplay
from binokel.training.run import Plan, make_plan, train
from binokel.training.searchplay import pieces_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")

DEALS, SEARCH = "deals/stammtisch--40-250.npz", "search/stammtisch-0.npz"


@pytest.fixture(autouse=True)
def one_rule_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "trainable", lambda: ["stammtisch"])


def small_plan(**other: int | str) -> Plan:
    told = {"epochs": 1, "search_deals": EACH, "player": "heuristic", "nodes": 1, **other}
    return make_plan("test", 3, 1000, **told)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selfplay, "trainable", lambda: ["stammtisch"])
        train(small_plan(), folder)
    return folder


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    """Return a folder of a finished training, to do with as one likes."""
    return Path(shutil.copytree(finished, tmp_path / "copy"))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def strange(path: Path) -> None:
    np.savez(path, allow_pickle=False, numbers=np.zeros(3))


def letter(path: Path) -> None:
    path.write_bytes(b"Dear all,\n\xff")


@pytest.mark.parametrize("name", [DEALS, SEARCH, "net.npz"])
@pytest.mark.parametrize("damage", [cut, strange, letter])
def test_a_damaged_file_is_named_and_made_anew_when_it_is_deleted(
    folder: Path, name: str, damage: Callable[[Path], None]
) -> None:
    whole = (folder / run.MODEL).read_bytes()
    damage(folder / name)
    with pytest.raises(TrainingError, match=f"{name} is damaged") as error:
        train(small_plan(), folder)
    for lang in get_args(Lang):
        assert str(folder / name) in explain(error.value, lang)
    (folder / name).unlink()
    assert train(small_plan(), folder).path.read_bytes() == whole


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b"no plan"])
def test_a_broken_plan_is_named(folder: Path, content: bytes) -> None:
    (folder / run.PLAN).write_bytes(content)
    with pytest.raises(TrainingError, match=r"plan\.json is no plan of a training .* delete it"):
        train(small_plan(), folder)
    assert (folder / run.PLAN).read_bytes() == content


def test_deals_of_another_seed_are_noticed(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    train(replace(small_plan(), seed=4), other)
    for name in (DEALS, SEARCH, "net.npz"):
        before = (folder / name).read_bytes()
        shutil.copy(other / name, folder / name)
        with pytest.raises(TrainingError, match=r"another training .*seed 4.*here: .*seed 3"):
            train(small_plan(), folder)
        (folder / name).write_bytes(before)


def test_deals_of_another_rule_set_are_noticed_though_they_tell_no_origin(folder: Path) -> None:
    with np.load(folder / DEALS) as held:
        parts = {name: held[name] for name in held.files if name != "origin"}
    np.savez(folder / DEALS, allow_pickle=False, **parts)
    train(small_plan(), folder)
    np.savez(folder / DEALS, allow_pickle=False, **{**parts, "table": parts["table"] + 1})
    with pytest.raises(TrainingError, match="table: numbers from 1 to 1"):
        train(small_plan(), folder)


def test_a_checkpoint_with_more_epochs_than_are_wanted_is_refused(folder: Path) -> None:
    with np.load(folder / "net.npz") as held:
        parts = {name: held[name] for name in held.files}
    parts["epochs"] = parts["epochs"] + 1
    np.savez(folder / "net.npz", allow_pickle=False, **parts)
    with pytest.raises(TrainingError, match="epochs: 2 of 1"):
        train(small_plan(), folder)


def test_the_player_is_checked_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UnknownPlayer, match="serch"):
        small_plan(player="serch")
    assert small_plan(player="Heuristic") == small_plan()
    monkeypatch.setattr(selfplay, "trainable", lambda: ["stammtisch", "wuerttemberg"])
    with pytest.raises(UnfitPlayer, match="dabb-hard"):
        small_plan(player="dabb-hard")
    assert main(["train", str(tmp_path / "it"), "--player", "dabb-hard"]) == 2
    assert not (tmp_path / "it").exists()


def test_a_rule_set_that_cannot_be_learned_is_refused_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        run, "find_ruleset", lambda _name: rules_with("stammtisch", play={"first_trick": 10})
    )
    with pytest.raises(Unsupported, match="first_trick"):
        small_plan()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_that_cannot_be_made_is_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: Lang
) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert main(["train", str(folder), "--lang", lang, "--search-deals", "0"]) == 2
        told = capsys.readouterr().err
        assert told.startswith("binokel train")
        assert str(tmp_path / "file") in told
        assert told.count("\n") == 1
        assert "Errno" not in told


def test_the_help_says_by_how_much_the_deals_of_search_are_rounded_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert len(pieces_of(["stammtisch", "palast"], "heuristic", 1, 1, 1)) * EACH == 2 * EACH
    for lang in LANGUAGES:
        with pytest.raises(SystemExit):
            main(["train", "--help", "--lang", lang])
        assert f" {EACH} " in capsys.readouterr().out
