"""`score` says of a played deal what the engine says, in every rule set and in strict play."""

from random import Random
from typing import Any

import pytest

from binokel.cards.hand import pack, unpack
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    CallCard,
    ClaimRevoke,
    Concede,
    DeclareMelds,
    NameContract,
    Pass,
    PlayCard,
    TakeBack,
)
from binokel.engine.evaluate import evaluate
from binokel.engine.phases.flow import meld_points_of
from binokel.engine.state import DealState, new_deal, shuffled
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.loader import load_ruleset

NAMES = [name for name in names() if not find_ruleset(name).deal.stock]
STRICT = {"penalties": {"strict": True}}
SETS: list[Any] = [
    *NAMES,
    *({"extends": name, **STRICT} for name in NAMES),
    {"extends": "kreuzbinokel", "dabb": {"call": "on"}},
    {"extends": "wuerttemberg-48", "dabb": {"call": "durch"}},
    {"extends": "wuerttemberg", "contracts": {"durch_trump": "first-card", "lost": "ordinary"}},
    {"extends": "souabe-4", "contracts": {"durch": 500, "bettel": 500, "lost_others": "tricks"}},
    {"extends": "souabe-4", "dabb": {"trump_named": "before"}, **STRICT},
    {
        "extends": "wuerttemberg",
        "penalties": {"strict": True, "bury_error_others": "melds-and-compensation"},
    },
    {"extends": "stammtisch", "penalties": {"strict": True, "revoke": "none"}},
    {"extends": "stammtisch", "penalties": {"strict": True, "bury_error": "refuse"}},
]


def choose(state: DealState, rng: Random) -> Action:
    """Return a legal action: low bids, few special contracts, claims of what is wrong."""
    actions: list[Action] = list(state.legal_actions())
    for revoke in state.revokes:
        if (claim := ClaimRevoke(revoke.seat, revoke.trick)) in actions:
            return claim
    weights = {Bid: 0.02, NameContract: 0.3, Concede: 0.05, CallCard: 0.2, TakeBack: 0.05}
    weights |= {Pass: 1.0, BuryCard: 1.0, PlayCard: 1.0, ClaimRevoke: 0.0, DeclareMelds: 2.0}
    return rng.choices(actions, [weights.get(type(action), 1.0) for action in actions])[0]


def play(rules: Any, rng: Random) -> DealState:
    resolved = load_ruleset(rules)
    state = new_deal(resolved, rng.randrange(resolved.n_seats))
    state = state.apply(shuffled(resolved, rng))
    while not state.is_over:
        state = state.apply(choose(state, rng))
    return state


def told(state: DealState) -> dict[str, Any]:
    """Return the facts of a finished deal as a request."""
    hands = list(state.hands)
    for trick in state.tricks:
        for place, card in enumerate(trick.cards):
            hands[(trick.leader + place) % len(hands)] += pack([card])
    proven = [claim for claim in state.claims if claim.proven]
    return {
        "dealer": state.dealer,
        "declarer": state.declarer,
        "bid": state.bid,
        "contract": state.contract.value,
        "open": state.is_open,
        "from_hand": state.from_hand,
        "trump": state.trump and str(state.trump),
        "hands": [[str(card) for card in unpack(hand)] for hand in hands],
        "dabb": [str(card) for card in state.dabb],
        "buried": [str(card) for card in unpack(state.buried)],
        "buried_dix": state.buried_dix,
        "melds": [meld_points_of(state, seat) for seat in range(len(hands))],
        "tricks": [{"leader": t.leader, "cards": [str(c) for c in t.cards]} for t in state.tricks],
        "conceded": state.conceded,
        "called": state.call is not None,
        "bury_error": state.bury_error,
        "revoke": {"seat": proven[0].seat, "trick": proven[0].trick} if proven else None,
    }


@pytest.mark.parametrize("rules", SETS, ids=str)
def test_score_is_the_score_of_the_engine(rules: Any) -> None:
    rng = Random(str(rules))
    for _ in range(12):
        state = play(rules, rng)
        if state.score is None:
            continue
        reply = evaluate({"op": "score", "rules": rules, **told(state)})
        score = state.score
        assert reply["made"] is score.made
        assert reply["scores"] == list(score.scores)
        assert reply["declarer_total"] == score.declarer_total
        assert reply["tricks_won"] == list(score.tricks_won)
        for name in ("card_points", "bonus"):
            values = getattr(score, name)
            assert reply[name] == (values and list(values))
        lines = [(line.side, line.seat, line.what, line.points, line.key) for line in score.lines]
        assert [tuple(line.values()) for line in reply["lines"]] == lines
        for side, total in enumerate(reply["scores"]):
            assert sum(line["points"] for line in reply["lines"] if line["side"] == side) == total
