"""Players are found by name."""

import pytest

from binokel.errors import UnknownPlayer
from binokel.players.registry import DEFAULT, find_player, names, versions


def test_every_name_finds_a_player_of_that_name() -> None:
    assert [find_player(name).name for name in names()] == list(names())
    assert DEFAULT in names()


def test_case_and_blanks_do_not_matter() -> None:
    assert find_player(" Heuristic ").name == "heuristic"


def test_every_player_has_a_version() -> None:
    assert set(versions()) == set(names())
    assert min(versions().values()) >= 1


def test_an_unknown_player_is_refused_with_near_names() -> None:
    with pytest.raises(UnknownPlayer, match="did you mean heuristic") as caught:
        find_player("heuristik")
    assert caught.value.details["suggestions"] == ["heuristic"]
    with pytest.raises(UnknownPlayer, match="there are ismcts, heuristic, dabb-hard"):
        find_player("xyz")
