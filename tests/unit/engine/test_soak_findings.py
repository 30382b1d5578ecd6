"""What the soak has found, one test a fault."""

import pytest

from binokel.cards.card import Suit
from binokel.engine.actions import DeclareMelds
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.errors import Reason
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.loader import load_ruleset
from binokel.rules.melds import Meld, MeldKind
from binokel.rules.scoring import DealFacts, Revoke, TakenTrick, score_deal


@pytest.mark.parametrize("kind", MeldKind)
def test_a_meld_without_cards_is_refused_whatever_it_says_it_is(kind: MeldKind) -> None:
    state = DealState(
        rules=find_ruleset("stammtisch"),
        dealer=2,
        phase=Phase.MELD,
        to_act=0,
        hands=(0, 0, 0),
        melds=(None, None, None),
        declarer=0,
        trump=Suit.H,
        queue=(0,),
    )
    fault = state.why_illegal(DeclareMelds((Meld(kind, (), 40),)))
    assert fault is not None
    assert fault.reason is Reason.MELD_UNKNOWN


def test_a_revoke_in_the_game_with_a_stock_gives_away_the_tricks_after_it_and_no_more() -> None:
    rules = load_ruleset(
        {
            "extends": "zu-zweit",
            "bidding": {"form": "duel"},
            "penalties": {"strict": True, "revoke": "lost"},
        }
    )
    n_tricks = rules.deal.hand + rules.deal.stock // 2
    facts = DealFacts(
        declarer=0,
        bid=150,
        contract=Contract.TRUMP,
        melds=(0, 0),
        tricks=(TakenTrick(1, 10),) * n_tricks,
        revoke=Revoke(1, 20),
    )
    score = score_deal(rules, facts)
    assert score.tricks_won == (4, 20)
