"""Calls for a Durch that the oracle offered differently, as the contract has it."""

from binokel.cards.card import Card
from binokel.engine.actions import CallCard, NameContract, TakeDabb
from binokel.engine.phase import Phase
from binokel.errors import Reason
from binokel.rules.contracts import Contract, contract_value
from binokel.testing.builders import deal_with, rules_with, won_by


def test_no_durch_can_be_called_for_once_a_bettel_is_announced() -> None:
    rules = rules_with("wuerttemberg", dabb={"call": "durch", "trump_named": "before"})
    state = won_by(deal_with(rules, "EA | BA"), 0, 150).apply(TakeDabb())
    assert state.phase is Phase.TRUMP
    bettel = state.apply(NameContract(Contract.BETTEL))
    fault = bettel.why_illegal(CallCard(Card.BA))
    assert fault is not None
    assert fault.reason is Reason.CALL_NOT_OFFERED


def test_a_call_brings_no_form_of_the_durch_that_the_set_does_not_have() -> None:
    rules = rules_with("wuerttemberg", dabb={"call": "durch"}, contracts={"durch_open": "off"})
    values = [
        contract_value(rules, Contract.DURCH, is_open=is_open, from_hand=False, called=True)
        for is_open in (False, True)
    ]
    assert values == [400, None]
