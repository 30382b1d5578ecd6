"""Node counts: how many sequences of moves there are, by the engine and told a second way.

`nodes.txt` has one count a line: the rule set, the seed of the deal and of the moves before, the
phase in which the count starts and (in play) with how many cards in the leader's hand, the
depth, and the number of sequences of so many moves. A sequence that ends the deal earlier does
not count. Of the melds all and none are moves; going out is one move a suit.

Run as a script, this file counts anew and writes the table.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from binokel.cards.card import CARDS
from binokel.cards.hand import size, unpack
from binokel.engine import actions as do
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal, shuffled
from binokel.rules.contracts import Contract
from binokel.rules.loader import load_ruleset
from binokel.rules.ruleset import RuleSet
from tests.perft.naive import Position, count

TABLE = Path(__file__).with_name("nodes.txt")
HEAD = "# rules                  seed  phase    cards  depth     nodes"

OWN: dict[str, dict[str, Any]] = {
    "stammtisch-170": {"extends": "stammtisch", "bidding": {"maximum": 170}},
    "kreuz-30": {"extends": "kreuzbinokel", "bidding": {"maximum": 30}},
    "in-turn-170": {"extends": "souabe-4", "bidding": {"maximum": 170}},
    "two-passes-170": {
        "extends": "souabe-4",
        "bidding": {"maximum": 170, "in_turn_end": "two-passes", "opener": "must-bid"},
    },
    "holds-170": {"extends": "drecksau-online-5-40", "bidding": {"maximum": 170}},
    "no-jumps-200": {"extends": "dabb-online-4", "bidding": {"maximum": 200, "jumps": False}},
    "calls": {
        "extends": "kreuzbinokel",
        "bidding": {"maximum": 20},
        "dabb": {"call": "on", "trump_named": "before", "concede": "after-dabb"},
    },
    "calls-durch": {
        "extends": "wuerttemberg",
        "bidding": {"maximum": 20},
        "dabb": {"call": "durch", "call_bid": 500},
    },
    "first-card": {
        "extends": "wuerttemberg-48",
        "bidding": {"maximum": 20},
        "contracts": {"durch_trump": "first-card", "bettel_lead": "forehand"},
    },
    "no-duties": {
        "extends": "stammtisch",
        "bidding": {"maximum": 150},
        "play": {"must_beat": False, "must_over_trump": False},
    },
    "side-durch": {
        "extends": "kreuzbinokel",
        "bidding": {"maximum": 20},
        "contracts": {"scope": "side"},
        "play": {"partner_exempt": True, "beat_after_ruff": True},
    },
}
SHIPPED = ("preisbinokel", "souabe-3", "sechser", "dabb-online", "palast-4-48", "drecksau-online")

STARTS = (
    ("auction", 0, 4, "trump"),
    ("dabb", 0, 3, "trump"),
    ("give", 0, 3, "trump"),
    ("bury", 0, 3, "trump"),
    ("trump", 0, 4, "trump"),
    ("meld", 0, 4, "trump"),
    ("play", 0, 4, "trump"),
    ("play", 4, 16, "trump"),
    ("play", 3, 18, "trump"),
    ("play", 7, 6, "durch"),
    ("play", 8, 8, "bettel"),
)
"""Phase, cards in hand (0: any), depth and contract; the deepest counts end with the deal."""

Line = tuple[str, int, str, int, int, int]


def rules_of(name: str) -> RuleSet:
    return load_ruleset(OWN.get(name, {"extends": name, "bidding": {"maximum": 170}}))


def start_of(name: str, seed: int, phase: str, n_cards: int) -> DealState | None:
    """Return the state at which a count starts, None if the moves before do not lead there."""
    rng, rules = Random(f"perft {name} {seed}"), rules_of(name)
    state = new_deal(rules, rng.randrange(rules.n_seats))
    state = state.apply(shuffled(rules, rng))
    while not state.is_over and not _is_start(state, phase, n_cards):
        legal = [a for a in state.legal_actions() if not isinstance(a, do.Concede | do.TakeBack)]
        if state.phase is Phase.AUCTION and len(legal) > 1:
            legal = legal[:2]
        if state.phase is Phase.BURY and not isinstance(legal[0], do.BuryDone):
            legal = [a for a in legal if phase == "give" or isinstance(a, do.BuryCard)]
        state = state.apply(rng.choice(legal))
    return None if state.is_over else state


def _is_start(state: DealState, phase: str, n_cards: int) -> bool:
    if state.phase.value != phase or state.trick:
        return False
    return not n_cards or size(state.hands[state.leader]) == n_cards


def engine_count(state: DealState, depth: int) -> int:
    if depth == 1:
        return len(state.legal_actions())
    return sum(engine_count(state.apply(action), depth - 1) for action in state.legal_actions())


def position_of(state: DealState) -> Position:
    """Return the same position as plain texts and lists."""
    calls = [action for _, action in state.history if isinstance(action, do.Bid | do.Pass)]
    return Position(
        rules=state.rules,
        dealer=state.dealer,
        phase=state.phase.value,
        hands=[[str(card) for card in unpack(hand)] for hand in state.hands],
        dabb=[str(card) for card in state.dabb],
        calls=[call.value if isinstance(call, do.Bid) else None for call in calls],
        declarer=state.declarer,
        bid=state.bid,
        contract=state.contract.value,
        trump=state.trump and str(state.trump),
        taken=state.dabb_taken,
        called=None if state.call is None else str(state.call.card),
        owner=None if state.call is None else state.call.owner,
        buried=[str(card) for card in unpack(state.buried)],
        bury_done=state.burying_done,
        to_meld=list(state.queue),
        leader=state.leader,
        trick=[str(CARDS[index]) for index in state.trick],
    )


def read_table() -> list[Line]:
    lines = []
    for text in TABLE.read_text(encoding="utf-8").splitlines():
        if not text.startswith("#"):
            name, seed, phase, n_cards, depth, nodes = text.split()
            lines.append((name, int(seed), phase, int(n_cards), int(depth), int(nodes)))
    return lines


@pytest.mark.parametrize("line", read_table(), ids=lambda line: " ".join(map(str, line[:5])))
def test_engine_and_telling_agree_on_the_number_of_sequences(line: Line) -> None:
    name, seed, phase, n_cards, depth, nodes = line
    state = start_of(name, seed, phase, n_cards)
    assert state is not None
    assert engine_count(state, depth) == nodes
    assert count(position_of(state), depth) == nodes


def test_every_form_of_auction_and_every_phase_is_counted() -> None:
    lines = read_table()
    assert {phase for _, _, phase, *_ in lines} == {phase for phase, *_ in STARTS}
    starts = [start_of(*line[:4]) for line in lines]
    assert {state.contract for state in starts if state is not None} == set(Contract)
    forms = {rules_of(name).bidding.form for name, *_ in lines}
    assert forms == {"duel", "kreuz", "duel-in-order", "in-turn"}


MOST_NODES = 6000


def count_anew() -> None:
    """Write the table: for each set and start the deepest count that is not too large."""
    lines = [HEAD]
    for name in (*OWN, *SHIPPED):
        for phase, n_cards, most, contract in STARTS:
            seed, state = 0, None
            while (state is None or state.contract.value != contract) and seed < 100:
                seed += 1
                state = start_of(name, seed, phase, n_cards)
            if state is None or state.contract.value != contract:
                continue
            counts = [0, engine_count(state, 1)]
            while len(counts) <= most and 0 < counts[-1] * 3 < MOST_NODES:
                counts.append(engine_count(state, len(counts)))
            depth = max(depth for depth, nodes in enumerate(counts) if 0 < nodes <= MOST_NODES)
            nodes = counts[depth]
            lines.append(f"{name:24} {seed:4}  {phase:8} {n_cards:5} {depth:6} {nodes:9}")
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    count_anew()
