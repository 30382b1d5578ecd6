"""A whole training: gone on with, refused with other options, told in three languages."""

import shutil
import sys
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from binokel.cli import main
from binokel.cli.train import parse_options
from binokel.errors import TrainingError
from binokel.kernel import COMPILED
from binokel.locales import text
from binokel.players.model.appraising import Table
from binokel.players.model.store import path_in_use, read_model
from binokel.rules.catalog import find_ruleset
from binokel.training import run, searchplay, selfplay
from binokel.training.correction import Corrected
from binokel.training.run import MODEL, Plan, Trained, make_plan, train
from binokel.training.samples import Samples
from binokel.training.searchplay import Piece
from binokel.training.selfplay import CAUTIONS, parts_of, trainable

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")


@pytest.fixture(autouse=True)
def one_rule_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "trainable", lambda: ["stammtisch"])


def small_plan() -> Plan:
    return make_plan("test", 3, 2000, epochs=2, search_deals=40, player="heuristic", nodes=4)


class Finished(NamedTuple):
    """A training that has come to its end, and what it told on the way."""

    folder: Path
    done: Trained
    lines: list[str]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    folder, lines = tmp_path_factory.mktemp("trained"), list[str]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selfplay, "trainable", lambda: ["stammtisch"])

        def tell(what: str, /, **values: object) -> None:
            lines.append(text(f"train.progress.{what}", "en", **values))

        return Finished(folder, train(small_plan(), folder, tell=tell), lines)


def test_a_training_makes_a_model_that_the_players_can_read(trained: Finished) -> None:
    _, done, lines = trained
    model = read_model(done.path)
    assert (model.name, model.seed) == ("test", 3)
    assert model.n_deals == done.report.n_deals > 1000
    assert model.n_corrected == done.report.n_corrected > 20
    assert Table(find_ruleset("palast"), model).melds(0, 0) == 0
    assert [line.split()[0] for line in lines].count("search") == 2


def test_a_stopped_training_makes_the_same_model(trained: Finished, tmp_path: Path) -> None:
    whole = trained.done.path.read_bytes()
    for wanted in (("self_play", 2), ("epoch", 1), ("search", 1)):
        with pytest.raises(KeyboardInterrupt):
            train(small_plan(), tmp_path / "parts", tell=partial(_stop, wanted))
    assert train(small_plan(), tmp_path / "parts", workers=2).path.read_bytes() == whole


def _stop(wanted: tuple[str, int], what: str, /, **values: object) -> None:
    if (what, values.get("number")) == wanted:
        raise KeyboardInterrupt


def test_search_bids_by_the_model_that_was_just_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used, before = [], path_in_use()

    def play(_piece: Piece) -> Samples:
        used.append(path_in_use())
        return Samples.empty()

    monkeypatch.setattr(searchplay, "play", play)
    monkeypatch.setattr(run, "correct", lambda net, *_rest: Corrected(net, 0, ()))
    train(small_plan(), tmp_path)
    assert set(used) == {tmp_path / run.BASE}
    assert path_in_use() == before


def test_a_folder_with_another_plan_is_refused_and_names_what_differs(
    trained: Finished, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(trained.folder, tmp_path / "copy"))
    before = (folder / MODEL).read_bytes()
    other = msgspec.structs.replace(small_plan(), seed=4, nodes=5)
    with pytest.raises(TrainingError, match="other seed, nodes"):
        train(other, folder)
    assert (folder / MODEL).read_bytes() == before


def test_all_shipped_rule_sets_with_an_auction_and_no_stock_can_be_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    found = trainable()
    assert len(found) == 30
    assert "zu-zweit" not in found
    parts = parts_of(found, 10**7)
    assert sum(part.n_deals for part in parts) >= 10**7
    assert len({part.name for part in parts}) == 30 * len(CAUTIONS)


def test_the_command_trains_and_tells_where_the_model_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "it")
    words = ["train", folder, "--deals", "1000", "--epochs", "1", "--search-deals", "0"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert MODEL in told
    assert "Durchgang 1 von 1: Verlust " in told
    assert main([*words, "--seed", "2", "--lang", "en"]) == 2
    assert "other seed" in capsys.readouterr().err


def test_without_numpy_the_command_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("binokel.training")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["train", str(tmp_path), "--lang", "de"]) == 2
    assert "pip install" in capsys.readouterr().err


def test_the_defaults_are_what_the_shipped_model_was_trained_with() -> None:
    options = parse_options(["somewhere"])
    assert options.deals >= 10**7
    assert options.search_deals >= 20_000
