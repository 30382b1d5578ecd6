"""The heuristic player claims what the record proves, and nothing else."""

from binokel.engine.actions import ClaimRevoke, Sign
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.players.heuristic.signing import proven_revokes
from binokel.testing.builders import deal_with, declared, play_to, played, rules_with
from tests.unit.players.seats import act, codes, decide, view_of

STRICT = rules_with("stammtisch", penalties={"strict": True})


def honest_end(state: DealState) -> DealState:
    """Let everybody play by the rules to the end."""
    while state.phase is Phase.PLAY:
        state = state.apply(act(state))
    return state


def test_it_claims_a_foe_who_did_not_follow_and_later_played_the_suit() -> None:
    start = declared(deal_with(STRICT, "SA SA SZ | SK SO HA HU | SU BO", dabb="BA BA BZ BZ"), 0)
    state = honest_end(played(start, "SA HU SU"))
    assert state.phase is Phase.SIGN
    decision = decide(state)
    assert decision.action == ClaimRevoke(1, 0)
    assert "revoke_proven" in codes(decision)
    after = state.apply(decision.action)
    assert after.claims[0].proven
    assert act(after) == Sign()


def test_it_never_claims_its_own_side_and_signs_an_honest_deal() -> None:
    start = declared(deal_with(STRICT, "SA SA SZ | SK SO HA HU | SU BO"), 0)
    state = honest_end(played(start, "SA"))
    while state.phase is Phase.SIGN:
        assert proven_revokes(view_of(state)) == []
        assert act(state) == Sign()
        state = state.apply(Sign())


def test_a_claim_already_examined_is_not_repeated() -> None:
    start = declared(deal_with(STRICT, "SA SA SZ | SK SO HA HU | SU BO", dabb="BA BA BZ BZ"), 0)
    state = honest_end(played(start, "SA HU SU"))
    state = state.apply(ClaimRevoke(2, 1))
    assert act(state) == ClaimRevoke(1, 0)


def test_tricks_without_duties_prove_nothing_while_the_stock_lasts() -> None:
    rules = rules_with("zu-zweit", penalties={"strict": True})
    state = play_to(deal_with(rules), Phase.SIGN)
    stock_tricks = rules.deal.stock // 2
    assert all(trick >= stock_tricks for _, trick in proven_revokes(view_of(state)))
