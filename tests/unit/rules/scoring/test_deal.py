"""Points that the oracle counted differently, with the value that the contract gives."""

from binokel.rules.contracts import Contract
from binokel.rules.scoring import Revoke
from binokel.testing.builders import rules_with, scored


def test_a_loser_who_keeps_his_tricks_does_not_keep_what_he_buried() -> None:
    keeps = rules_with("wuerttemberg", scoring={"lost_keeps_tricks": True})
    lost = scored(keeps, "1:140 0:73", [40, 0, 0], bid=200, buried_points=27)
    assert lost.declarer_total == 40 + 73 + 27 + 10
    assert lost.scores[0] == -400 + 80
    assert lost.card_points == (100, 140, 0)


def test_a_declarer_who_revoked_keeps_his_tricks_without_what_he_buried() -> None:
    forfeit = rules_with(
        "wuerttemberg",
        scoring={"lost_keeps_tricks": True},
        penalties={"strict": True, "revoke": "forfeit-tricks"},
    )
    lost = scored(forfeit, "1:140 0:73", bid=150, buried_points=27, revoke=Revoke(0, 1))
    assert lost.scores == (-300 + 80, 140, 0)


def test_tricks_after_a_lost_durch_are_rounded_by_seat_where_the_set_says_so() -> None:
    by_seat = rules_with(
        "kreuzbinokel", contracts={"lost_others": "tricks"}, scoring={"rounding_scope": "seat"}
    )
    tricks = "0:10 1:16 3:16"
    assert scored(by_seat, tricks, contract=Contract.DURCH).scores == (-1000, 20 + 20)
    by_side = rules_with("kreuzbinokel", contracts={"lost_others": "tricks"})
    assert scored(by_side, tricks, contract=Contract.DURCH).scores == (-1000, 30)
