"""The net that learns: its slopes by differences, its way into whole numbers, its checkpoints."""

from pathlib import Path

import numpy as np
import pytest

from binokel.errors import TrainingError
from binokel.kernel import COMPILED
from binokel.kernel.net import Net
from binokel.players.model.store import EXPS, numbers, starts_of
from binokel.rules.catalog import find_ruleset
from binokel.training import correction
from binokel.training.correction import EPOCHS, correct
from binokel.training.fit import Course, fit, loss, tables_of
from binokel.training.net import SHARED, Layers, Pass, fresh
from binokel.training.quantise import quantised
from binokel.training.samples import Samples
from binokel.training.selfplay import Part, play

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")
RULES = ["stammtisch"]
TABLES = tables_of(RULES)


@pytest.fixture(scope="module")
def samples() -> Samples:
    return play(Part("stammtisch", 0, 6000), 0, 1)


@pytest.fixture(scope="module")
def layers(samples: Samples, tmp_path_factory: pytest.TempPathFactory) -> Layers:
    return fit(samples, TABLES, Course(6, 1), tmp_path_factory.mktemp("net") / "net.npz")


def test_the_slope_is_what_a_small_change_does(samples: Samples) -> None:
    few = samples.take(np.arange(40))
    net: Layers = {}
    for name, values in fresh(np.random.default_rng(3)).items():
        net[name] = values.astype(np.float64)
    slopes = Pass(net, TABLES.astype(np.float64), few).gradient()
    step = 1e-5
    for name in ("first", "gone", "second", "second_start", "last", "first_start", "last_start"):
        flat, slope = net[name].reshape(-1), slopes[name].reshape(-1)
        for place in (0, len(flat) // 2, len(flat) - 1):
            before = flat[place]
            flat[place] = before + step
            above = Pass(net, TABLES, few).loss()
            flat[place] = before - step
            below = Pass(net, TABLES, few).loss()
            flat[place] = before
            assert slope[place] == pytest.approx((above - below) / (2 * step), abs=2e-4)


def test_a_pattern_learns_a_little_from_those_with_as_many_copies(samples: Samples) -> None:
    one = samples.take(np.arange(1))
    slopes = Pass(fresh(np.random.default_rng(3)), TABLES, one).gradient()["columns"]
    trump, each_once = int(one.columns[0, 0]), 364
    assert trump != each_once
    own, shared = np.abs(slopes[0, trump]).max(), np.abs(slopes[0, each_once]).max()
    assert 0 < shared < 24 * SHARED * own
    assert slopes[0, 0].any() == 0


def test_learning_lowers_the_loss_on_deals_it_has_not_seen(
    samples: Samples, layers: Layers
) -> None:
    others = play(Part("stammtisch", 0, 2000), 0, 99)
    untaught = loss(fresh(np.random.default_rng(1)), TABLES, others)
    assert loss(layers, TABLES, others) < untaught - 0.1
    assert loss(layers, TABLES, samples) < untaught - 0.1


def test_a_stopped_training_goes_on_as_if_it_had_not_been_stopped(
    samples: Samples, layers: Layers, tmp_path: Path
) -> None:
    class Stopped(Exception):
        pass

    def stop(what: str, /, **values: object) -> None:
        if (what, values["number"]) == ("epoch", 3):
            raise Stopped

    course, path = Course(6, 1), tmp_path / "net.npz"
    with pytest.raises(Stopped):
        fit(samples, TABLES, course, path, tell=stop)
    again = fit(samples, TABLES, course, path)
    for name, values in layers.items():
        assert np.array_equal(again[name], values)


def test_the_net_in_whole_numbers_says_what_the_trained_one_says(
    samples: Samples, layers: Layers
) -> None:
    rules = find_ruleset("stammtisch")
    model = quantised(layers, "test", 1, len(samples), 0)
    net = Net()
    net.set_layers(
        numbers("h", model.columns),
        numbers("h", model.gone),
        numbers("h", model.second),
        numbers("h", model.last),
        EXPS,
    )
    starts = starts_of(model, rules)
    net.set_starts(starts.first, starts.second, starts.last)
    few = samples.take(np.arange(30))
    wanted = Pass(layers, TABLES, few).chances()
    for row in range(len(few)):
        keep, buried = _cards(few, row)
        weights = net.chances(keep, buried, 0, int(few.place[row]))
        assert [w / sum(weights) for w in weights] == pytest.approx(wanted[row].tolist(), abs=0.02)


def _cards(samples: Samples, row: int) -> tuple[int, int]:
    """Return a hand and buried cards of a sample, with the first suit as trump."""
    keep = buried = 0
    for suit, number in enumerate(samples.columns[row].tolist()):
        for rank in range(6):
            for copy in range(number // 3**rank % 3):
                keep |= 1 << (12 * suit + 2 * rank + copy)
    free = [bit for bit in range(47, -1, -1) if not keep >> bit & 1]
    for place, count in enumerate(samples.gone[row].tolist()):
        suits = [0] if place < 6 else [1, 2, 3]
        for bit in [b for b in free if b // 12 in suits and b % 12 // 2 == place % 6][:count]:
            buried |= 1 << bit
    return keep, buried


def test_a_number_too_large_for_the_kernel_is_refused(layers: Layers) -> None:
    large = {**layers, "second": layers["second"] + np.float32(100.0)}
    with pytest.raises(TrainingError, match="a number of the net is"):
        quantised(large, "test", 1, 1, 0)


def test_a_correction_learns_what_search_takes_more_and_forgets_less_of_other_hands(
    samples: Samples, layers: Layers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if search named long trumps only, and took 20 points more with them."""
    n_trumps = (samples.columns[:, :1] // 3 ** np.arange(6) % 3).sum(axis=1)
    long = samples.take(np.flatnonzero(n_trumps >= 6)[:2000])
    others = samples.take(np.flatnonzero(n_trumps < 5))
    points = np.minimum(long.points + 20, 250).astype(np.int16)
    better = Samples(long.columns, long.gone, long.place, long.table, points)
    found = correct(layers, TABLES, samples, better, 1)
    assert found.epochs > 0
    assert found.losses[EPOCHS.index(found.epochs)] == min(found.losses) < found.losses[0] - 0.05
    monkeypatch.setattr(correction, "KEPT", 0.0)
    alone = correct(layers, TABLES, samples, better, 1)
    assert loss(alone.layers, TABLES, others) > loss(found.layers, TABLES, others)
