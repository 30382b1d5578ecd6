"""What holds in every deal: cards, choices, symmetry, round trips, and that nothing changes."""

import tomllib
from random import Random

import msgspec
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from binokel.cards.card import SUITS, Card, Suit, card_of
from binokel.cards.hand import Hand, held, pack, unpack
from binokel.engine import actions as do
from binokel.engine.actions import Action
from binokel.engine.match import Match, MatchView, Undo
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.engine.view import DealView
from binokel.rules.catalog import find_ruleset
from binokel.rules.loader import from_mapping, load_ruleset
from binokel.rules.melds import Meld, best_melds, meld_points
from binokel.rules.ruleset import PlayRules, RuleSet
from binokel.rules.tricks import legal_marks, winning_index
from binokel.rules.writer import content_hash, to_mapping, to_toml
from binokel.testing.invariants import check_match, check_refusal, check_state
from binokel.testing.random_play import random_candidate, random_melds
from binokel.testing.strategies import deals, hands, matches, random_states, rulesets
from binokel.testing.symmetry import (
    permuted_action,
    permuted_state,
    rotated_action,
    rotated_state,
    sorted_lines,
)

some = settings(max_examples=25)
seeds = st.integers(0, 2**32 - 1)


@some
@given(rulesets(), seeds)
def test_every_state_of_a_deal_is_sound(rules: RuleSet, seed: int) -> None:
    rng = Random(seed)
    for state in random_states(rules, rng):
        check_state(state, rng)
        check_refusal(state, rng)


@some
@given(matches())
def test_every_match_is_sound(match: Match) -> None:
    check_match(match)


@given(rulesets())
def test_a_rule_set_written_is_read_as_itself(rules: RuleSet) -> None:
    assert load_ruleset(to_mapping(rules)) == rules
    assert content_hash(from_mapping(to_mapping(rules))) == content_hash(rules)
    assert from_mapping(tomllib.loads(to_toml(rules))) == rules


@some
@given(rulesets(), seeds, st.data())
def test_turning_the_table_turns_everything(rules: RuleSet, seed: int, data: st.DataObject) -> None:
    turn = data.draw(st.integers(1, rules.n_seats - 1))
    states = random_states(rules, Random(seed))
    twin = new_deal(rules, (states[0].dealer + turn) % rules.n_seats)
    for after in states[1:]:
        twin = twin.apply(rotated_action(after.history[-1][1], turn, rules))
        assert sorted_lines(twin) == rotated_state(after, turn)
        assert len(twin.legal_actions()) == len(after.legal_actions())
        for seat in range(rules.n_seats):
            view, other = after.observe(seat), twin.observe((seat + turn) % rules.n_seats)
            assert (view.hand, view.buried, view.dabb) == (other.hand, other.buried, other.dabb)
            if after.phase is not Phase.SIGN:  # the only choices that name seats
                assert view.choices == other.choices


def swap_of_eichel_and_herz(suit: Suit) -> Suit:
    return {Suit.E: Suit.H, Suit.H: Suit.E}.get(suit, suit)


@some
@given(rulesets(), seeds)
@example(find_ruleset("zu-zweit"), 6718)  # a seven exchanged comes back from the stock
def test_suits_without_a_binokel_card_may_change_places(rules: RuleSet, seed: int) -> None:
    change = swap_of_eichel_and_herz
    states = random_states(rules, Random(seed))
    twin = new_deal(rules, states[0].dealer)
    for after in states[1:]:
        twin = twin.apply(permuted_action(after.history[-1][1], change))
        assert twin == permuted_state(after, change)
        assert len(twin.legal_actions()) == len(after.legal_actions())


NO_BINOKEL = [
    load_ruleset({"extends": name, "melds": {"binokel": "off", "double_binokel": "off"}})
    for name in ("stammtisch", "preisbinokel", "souabe-4", "drecksau-online-3-48")
]


@given(hands(max_size=20), st.sampled_from(NO_BINOKEL), st.permutations(SUITS), st.data())
def test_melds_know_no_suits_where_there_is_no_binokel(
    hand: Hand, rules: RuleSet, order: list[Suit], data: st.DataObject
) -> None:
    trump = data.draw(st.sampled_from([None, *SUITS]))
    change = dict(zip(SUITS, order, strict=True))
    other = pack(card_of(change[card.suit], card.rank) for card in hand)
    new_trump = None if trump is None else change[trump]
    assert meld_points(rules, hand.bits, trump) == meld_points(rules, other, new_trump)
    best, mirrored = best_melds(rules, hand.bits, trump), best_melds(rules, other, new_trump)
    assert sorted(m.points for m in best) == sorted(m.points for m in mirrored)


@given(
    hands(min_size=1, max_size=12),
    st.lists(st.sampled_from(list(Card)), max_size=3),
    st.permutations(SUITS),
    st.tuples(*[st.booleans()] * 6),
    st.data(),
)
def test_duties_and_winners_know_no_suits(
    hand: Hand, trick: list[Card], order: list[Suit], flags: tuple[bool, ...], data: st.DataObject
) -> None:
    trump = data.draw(st.sampled_from([-1, 0, 1, 2, 3]))
    beat, trumping, over, ruff, exempt, partner = flags
    play = PlayRules(
        must_beat=beat,
        must_trump=trumping,
        must_over_trump=over,
        beat_after_ruff=ruff,
        partner_exempt=exempt,
    )
    change = dict(zip(SUITS, order, strict=True))
    moved = {card: card_of(change[card.suit], card.rank) for card in Card}
    new_trump = trump if trump < 0 else change[SUITS[trump]].index
    indices = [card.index for card in trick]
    new_indices = [moved[card].index for card in trick]
    marks = legal_marks(play, hand.bits, indices, trump, partner)
    others = legal_marks(play, pack(moved[c] for c in hand), new_indices, new_trump, partner)
    assert marks
    assert marks & ~held(hand.bits) == 0
    assert {moved[card] for card in unpack(marks)} == set(unpack(others))
    if trick:
        assert winning_index(indices, trump) == winning_index(new_indices, new_trump)


@some
@given(deals(), seeds)
def test_actions_states_and_views_survive_json(state: DealState, seed: int) -> None:
    rng = Random(seed)
    done = [action for _, action in state.history]
    for action in (*done, *state.legal_actions()[:50], random_candidate(state, rng)):
        again = msgspec.json.decode(msgspec.json.encode(action), type=Action)
        assert again == action
    assert msgspec.json.decode(msgspec.json.encode(state), type=DealState) == state
    for seat in (None, *range(state.rules.n_seats)):
        view = state.observe(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=DealView) == view


@some
@given(matches())
def test_match_views_survive_json(match: Match) -> None:
    for seat in (None, *range(match.rules.n_seats)):
        view = match.observe(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=MatchView) == view


@some
@given(rulesets(), seeds)
def test_no_action_changes_the_state_before_it(rules: RuleSet, seed: int) -> None:
    rng = Random(seed)
    states = random_states(rules, rng)
    before = [msgspec.json.encode(state) for state in states]
    for state in states:
        state.choices()
        for action in state.legal_actions()[:20]:
            state.apply(action)
        state.observe(rng.randrange(rules.n_seats))
        state.why_illegal(do.DeclareMelds(random_melds(state, rng)))
    assert [msgspec.json.encode(state) for state in states] == before
    with pytest.raises(AttributeError):
        states[0].dealer = 1  # type: ignore[misc]


@some
@given(matches(), st.integers(1, 40))
def test_what_is_taken_back_and_done_again_leads_to_the_same_match(match: Match, n: int) -> None:
    assume(match.n_steps)
    n = min(n, match.n_steps)
    standing = [entry.action for entry in match.entries][-n:]
    before = (match.deal, match.results, match.to_act)
    match.apply(Undo(n))
    for action in standing:
        match.apply(action)
    assert (match.deal, match.results, match.to_act) == before
    assert len(match.entries) == match.n_steps + 1 + n


@some
@given(rulesets(), seeds)
def test_the_actions_of_a_deal_are_its_record(rules: RuleSet, seed: int) -> None:
    last = random_states(rules, Random(seed))[-1]
    again = new_deal(rules, last.dealer)
    for actor, action in last.history:
        assert again.to_act == actor
        again = again.apply(action)
    assert again == last


def test_a_meld_is_equal_by_its_cards_not_by_who_made_it() -> None:
    rules = load_ruleset("stammtisch")
    (pair,) = best_melds(rules, pack([Card.HK, Card.HO]), Suit.H)
    assert pair == Meld(pair.kind, (Card.HK, Card.HO), 40)
    assert Match(rules, ["A", "B", "C"], 0).deal == new_deal(rules, 0)
