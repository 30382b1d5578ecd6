"""The file of the value model, and what a table adds to it."""

from pathlib import Path

import msgspec
import pytest

from binokel.cli import main
from binokel.errors import ModelError
from binokel.kernel.bits import DEPTH, WIDTH
from binokel.kernel.checks import N_POSITIONS
from binokel.players.model.features import SCALES, features_of, place_of
from binokel.players.model.store import (
    FINE,
    SHIPPED,
    VARIABLE,
    model_at,
    n_rows,
    numbers,
    read_model,
    starts_of,
    write_model,
)
from binokel.rules.catalog import find_ruleset, names


def test_the_shipped_model_is_small_and_tells_of_what_it_was_made() -> None:
    model = model_at(SHIPPED)
    assert SHIPPED.stat().st_size < 300_000
    assert model.n_deals >= 10**7
    assert model.features == tuple(SCALES)


def test_a_written_model_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "again.msgpack"
    write_model(model_at(SHIPPED), path)
    assert read_model(path) == model_at(SHIPPED)


def test_a_missing_broken_or_foreign_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "value.msgpack"
    with pytest.raises(ModelError, match=rf"{path} cannot be read: .*; install Binokel anew"):
        read_model(path)
    whole = SHIPPED.read_bytes()
    for content in (b"", b"abc", whole[:1000], whole[:5000] + b"x" + whole[5001:], whole + b"x"):
        path.write_bytes(content)
        with pytest.raises(ModelError, match=f"{path} is damaged"):
            read_model(path)
    for change, said in (
        ({"format": 99}, "format 99"),
        ({"features": ("seats",)}, "other features"),
        ({"last": b""}, "last: 0, 1728"),
    ):
        write_model(msgspec.structs.replace(model_at(SHIPPED), **change), path)
        with pytest.raises(ModelError, match=said):
            read_model(path)


def test_a_named_file_that_is_none_is_told_before_anybody_plays_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none.msgpack"))
    for command in ("serve", "play", "arena"):
        assert main([command, "--lang", "de"]) == 2
        said = capsys.readouterr().err
        assert f"{tmp_path / 'none.msgpack'} lässt sich nicht lesen" in said
        assert "BINOKEL_MODEL nennt diese Datei" in said
    with pytest.raises(SystemExit):
        main(["serve", "--help"])


@pytest.mark.parametrize("name", names())
def test_every_shipped_rule_set_has_its_features(name: str) -> None:
    told = features_of(find_ruleset(name))
    assert len(told) == len(SCALES)
    assert sum(told[:5]) == 1


def test_features_tell_rule_sets_apart() -> None:
    palast, preis = features_of(find_ruleset("palast")), features_of(find_ruleset("preisbinokel"))
    by_name = dict(zip(SCALES, zip(palast, preis, strict=True), strict=True))
    assert by_name["sevens"] == (0, 1)
    assert by_name["cards in the Dabb"] == (4, 0)
    assert by_name["points of the last trick"] == (10, 0)
    assert by_name["loss by the bid"] == (200, 100)
    assert by_name["may go out"] == (1, 0)


def test_the_place_counts_who_plays_before_the_declarer() -> None:
    stammtisch, souabe = find_ruleset("stammtisch"), find_ruleset("souabe-3")
    assert [place_of(stammtisch, 2, seat) for seat in range(3)] == [0, 1, 2]
    assert [place_of(souabe, 2, seat) for seat in range(3)] == [0, 0, 0]


def test_the_starts_of_a_place_are_the_rows_of_what_is_told() -> None:
    model, rules = model_at(SHIPPED), find_ruleset("palast-4-48")
    told, starts = features_of(rules), starts_of(model_at(SHIPPED), rules)
    for data, width, found in (
        (model.first_table, WIDTH, starts.first),
        (model.second_table, DEPTH, starts.second),
    ):
        table = numbers("i", data)
        for place in range(N_POSITIONS):
            for cell in (0, width - 1):
                total = table[(n_rows() - 1) * width + cell]
                total += table[(len(told) + place) * width + cell]
                for row, value in enumerate(told):
                    total += value * table[row * width + cell]
                assert found[place * width + cell] == total // 2**FINE
