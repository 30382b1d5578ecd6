"""Durch and Bettel, played and defended."""

from binokel.engine.actions import NameContract, TakeDabb
from binokel.engine.state import DealState
from binokel.rules.contracts import Contract
from binokel.testing.builders import buried, deal_with, do, played, rules_with, won_by
from tests.unit.players.seats import act, card, codes, decide


def special(
    hands: str, contract: Contract, *, name: str = "wuerttemberg", is_open: bool = False
) -> DealState:
    """Return a Durch or Bettel of seat 0 before the first lead; the Dabb is buried again."""
    state = do(won_by(deal_with(rules_with(name), hands), 0, 200), TakeDabb())
    return buried(state).apply(NameContract(contract, is_open=is_open))


def test_the_declarer_of_a_durch_leads_what_nobody_can_beat() -> None:
    state = special("EA EA EZ SA SZ SK HA HZ BA BA BZ BK", Contract.DURCH)
    decision = decide(state)
    assert str(decision.action.card) in ("EA", "SA", "HA", "BA")  # type: ignore[union-attr]
    assert "durch_own" in codes(decision)


def test_a_durch_that_runs_is_made() -> None:
    state = special("EA EA EZ EZ SA SA SZ SZ HA HA BA BA", Contract.DURCH, is_open=True)
    while not state.is_over:
        state = state.apply(act(state))
    assert state.score is not None
    assert state.score.made


def test_a_defender_keeps_the_ace_against_a_durch() -> None:
    state = special("EA EA EZ EZ SA SA SZ SK HA HA BK BO | BA HU HU HO HK SU SU", Contract.DURCH)
    state = played(state, "EA")
    if not any(c.suit.letter == "E" for c in state.observe(1).hand):
        decision = decide(state)
        assert str(decision.action.card) != "BA"  # type: ignore[union-attr]
        assert "durch_against" in codes(decision)


def test_the_partner_of_a_durch_gets_out_of_the_way() -> None:
    state = special(
        "EA EZ EZ SA SZ HA HA BA BZ | | EA SU SA HU HO BU BO BK HK",
        Contract.DURCH,
        name="kreuzbinokel",
    )
    state = played(state, "SZ")
    while state.to_act != 2:
        state = state.apply(state.legal_actions()[0])
    assert "durch_own" in codes(decide(state)) or len(state.legal_actions()) == 1


def test_the_declarer_of_a_bettel_leads_low() -> None:
    state = special("EU EU EO SU SU SO HU HU HO BU BU BO", Contract.BETTEL)
    decision = decide(state)
    assert str(decision.action.card)[1] in "UO"  # type: ignore[union-attr]
    assert "bettel_own" in codes(decision)


def test_the_declarer_of_a_bettel_throws_the_dangerous_card() -> None:
    rules = rules_with("wuerttemberg", contracts={"bettel_lead": "forehand"})
    hands = "SU SU SZ | EU EU EO EK HU HU HO BU BU BO BA BK | SA SA"
    state = do(won_by(deal_with(rules, hands), 1, 200), TakeDabb())
    state = buried(state).apply(NameContract(Contract.BETTEL))
    assert card(played(state, "SU")) == "BA"


def test_a_bettel_against_low_cards_is_made() -> None:
    state = special(
        "E7 E7 EU EU S7 S7 SU SU H7 H7 HU HU B7 B7 BU",
        Contract.BETTEL,
        name="wuerttemberg-48",
    )
    while not state.is_over:
        state = state.apply(act(state))
    assert state.score is not None
    assert state.score.made


def test_a_defender_of_a_bettel_leads_below_the_declarer() -> None:
    rules = rules_with("wuerttemberg", contracts={"bettel_lead": "forehand"})
    hands = "SU HA HZ | EU EU EO EK HU HU HO BU BU BO BA BK | SA SA"
    state = do(won_by(deal_with(rules, hands), 1, 200), TakeDabb())
    state = buried(state).apply(NameContract(Contract.BETTEL))
    assert card(state)[1] not in "AZ"


def test_the_partner_of_a_bettel_takes_what_it_can() -> None:
    state = special(
        "EU EU EO SU SU SO HU HU HO | | SA SK BU BO",
        Contract.BETTEL,
        name="kreuzbinokel",
    )
    state = played(state, "SO")
    while state.to_act != 2:
        state = state.apply(state.legal_actions()[-1])
    assert "bettel_own" in codes(decide(state)) or len(state.legal_actions()) == 1
