"""After the auction: Dabb, going out, burying, trump, Durch and Bettel.

The intent follows from the declarer's cards alone (hand and buried), so it is the same at each
step of burying and naming.

Source: rules.md [phase-order], [discard-count], [durch-order], [ab-timing].
"""

from typing import NamedTuple

from binokel.cards.card import CARDS, SUITS, Card, Suit
from binokel.cards.deck import deck_bits
from binokel.cards.hand import pack
from binokel.engine.actions import (
    Action,
    BuryCard,
    BuryDone,
    Concede,
    NameContract,
    NameTrump,
    TakeBack,
    TakeDabb,
)
from binokel.engine.choices import Bury, Concedes, ContractOffer, Trumps
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Decision, Fact
from binokel.players.heuristic import special
from binokel.players.heuristic.burying import burying_facts
from binokel.players.heuristic.cards import KING, OBER, all_indices, indices, least, n_of
from binokel.players.heuristic.plans import (
    Plan,
    by_total,
    careful_plans,
    evaluated,
    improved,
    make_plan,
)
from binokel.players.heuristic.shapes import Weights
from binokel.players.heuristic.values import mates, play_value, special_value
from binokel.rules.contracts import Contract, contract_value, has_named_trump
from binokel.rules.ruleset import RuleSet


class Intent(NamedTuple):
    """What to play: an action of naming, the cards to bury for it, its value, the reasons.

    `facts` are what it promises, `why_buried` why these cards go; `chance` is that of making it.
    The value is believed to lie within `half` of `value`.
    """

    action: Action
    buried: int
    value: float
    facts: tuple[Fact, ...]
    chance: float
    half: float = 40.0
    why_buried: tuple[Fact, ...] = ()


def intents(view: MatchView, weights: Weights) -> list[Intent]:
    """Return everything that the declarer could play, the best first."""
    deal, rules = view.deal, view.rules
    bits = pack(deal.hand) + pack(deal.buried)
    n_bury = rules.deal.dabb if deal.dabb_taken else 0
    found = []
    if deal.contract is Contract.TRUMP:
        plans = _plans(view, weights, bits, n_bury)
        found += [_ordinary(view, weights, bits, plan) for plan in plans]
    found += specials(view, bits, n_bury)
    return sorted(found, key=lambda intent: -intent.value)


def dared(found: list[Intent], timid: float) -> list[Intent]:
    """Return what is dared: no Durch or Bettel of a lower chance, if anything else."""
    safe = [one for one in found if isinstance(one.action, NameTrump) or one.chance >= timid]
    return safe or found


def _plans(view: MatchView, weights: Weights, bits: int, n_bury: int) -> list[Plan]:
    deal, rules = view.deal, view.rules
    forehand = (deal.dealer + 1) % rules.n_seats
    leads = 1.0 if rules.play.lead == "declarer" or deal.seat == forehand else 0.0
    suits = range(4) if deal.trump is None else (deal.trump.index,)
    if deal.burying_done:
        buried = pack(deal.buried)
        plans = [evaluated(rules, weights, bits, buried, suit, leads) for suit in suits]
        return sorted(plans, key=by_total)
    if deal.trump is not None:
        plan = make_plan(rules, weights, bits, n_bury, deal.trump.index, leads)
        return [improved(rules, weights, plan, leads) if n_bury else plan]
    return careful_plans(rules, weights, bits, n_bury, leads)


def _ordinary(view: MatchView, weights: Weights, bits: int, plan: Plan) -> Intent:
    prospect = play_value(view.rules, weights, plan, view.deal.bid)
    return ordinary(
        view,
        bits,
        Promise(plan.trump, plan.buried, plan.melds, prospect.total, prospect.chance),
        prospect.value,
    )


class Promise(NamedTuple):
    """What an ordinary game promises: trump, cards to bury, melds, the total, the chance."""

    trump: int
    buried: int
    melds: int
    total: float
    chance: float


def ordinary(
    view: MatchView, bits: int, promise: Promise, value: float, half: float = 40.0
) -> Intent:
    """Return the intent to play with a trump suit; `bits` are all own cards."""
    suit, percent = SUITS[promise.trump], round(100 * promise.chance)
    facts = (
        Fact("trump_best", {"suit": suit.letter, "melds": promise.melds}),
        Fact("chance", {"percent": percent, "bid": view.deal.bid, "p": promise.chance}),
        Fact("expected_total", {"points": round(promise.total), "suit": suit.letter}),
    )
    why = burying_facts(view, bits, promise.buried, promise.trump)
    return Intent(NameTrump(suit), promise.buried, value, facts, promise.chance, half, why)


def specials(view: MatchView, bits: int, n_bury: int) -> list[Intent]:
    """Return the Durch and Bettel that may be announced."""
    deal, rules = view.deal, view.rules
    if rules.deal.stock or (deal.contract is Contract.TRUMP and deal.trump is not None):
        return []
    found = []
    called = deal.call is not None
    for contract, is_open in (
        (Contract.DURCH, False),
        (Contract.DURCH, True),
        (Contract.BETTEL, False),
    ):
        value = contract_value(rules, contract, is_open=is_open, from_hand=False, called=called)
        fixed = deal.contract is not Contract.TRUMP
        if fixed and (contract, is_open) != (deal.contract, deal.is_open):
            continue
        if value is not None:
            found.append(_special(view, bits, n_bury, contract, is_open, value))
    return found


def _special(
    view: MatchView, bits: int, n_bury: int, contract: Contract, is_open: bool, value: int
) -> Intent:
    rules, done = view.rules, view.deal.burying_done
    deck = deck_bits(rules.deck.sevens)
    suit: Suit | None = None
    buried = pack(view.deal.buried)
    if contract is Contract.BETTEL:
        buried = buried if done else special.bettel_burying(bits, deck, n_bury)
        chance = special.bettel_chance(bits - buried, deck - bits, mates(rules))
    else:
        buried = buried if done else special.durch_burying(bits, deck, n_bury)
        if has_named_trump(rules, contract):
            suit = max(SUITS, key=lambda s: (n_of(bits - buried, s.index), -s.index))
        chance = 0.0
        if special.may_be_durch(bits):
            trump = -1 if suit is None else suit.index
            chance = special.durch_chance(bits - buried, deck - bits, rules.n_seats - 1, trump)
    worth = special_value(rules, value, view.deal.bid, chance)
    stake = value - special_value(rules, value, view.deal.bid, 0.0)
    fact = chance_fact(contract, chance, value)
    action = NameContract(contract, is_open, False, suit)
    why = (Fact(f"bury_{contract.value}"),) if buried else ()
    return Intent(action, buried, worth, (fact,), chance, special.DOUBT * stake, why)


def chance_fact(contract: Contract, chance: float, points: int) -> Fact:
    """Return the reason that a Durch or Bettel has such a chance, and what it counts."""
    return Fact(f"{contract.value}_chance", {"percent": round(100 * chance), "points": points})


def from_hand(rules: RuleSet, hand: int, offer: ContractOffer) -> tuple[NameContract, float]:
    """Return how a Durch is announced from a packed hand, and its rough chance."""
    suit = max(offer.suits, key=lambda s: n_of(hand, s.index)) if offer.suits else None
    unseen = deck_bits(rules.deck.sevens) - hand
    trump = -1 if suit is None else suit.index
    chance = special.durch_chance(hand, unseen, rules.n_seats - 1, trump)
    return NameContract(offer.contract, offer.is_open, True, suit), chance


def take_dabb(view: MatchView, offers: tuple[ContractOffer, ...]) -> Decision:
    """Take the Dabb, or announce an open Durch from a hand that runs without it."""
    rules, hand = view.rules, pack(view.deal.hand)
    take = TakeDabb()
    for offer in offers:
        if offer.contract is not Contract.DURCH or not special.may_be_durch(hand):
            continue
        action, chance = from_hand(rules, hand, offer)
        worth = special_value(rules, offer.value, view.deal.bid, chance)
        safe = contract_value(rules, Contract.DURCH, is_open=True, from_hand=False) or 0
        if chance > 0.85 and worth > safe:
            return Decision(action, (), (chance_fact(offer.contract, chance, offer.value),))
    return Decision(take)


def bury(
    view: MatchView, choice: Bury, concedes: Concedes | None, found: list[Intent], out_value: float
) -> Decision:
    """Go out where that is worth more, or bury the next card, or finish."""
    best = found[0]
    if concedes is not None and not view.deal.n_buried and view.deal.trump is None:
        out = _going_out(view, concedes, found, out_value)
        if out is not None:
            return out
    buried = pack(choice.buried)
    wanted = best.buried - least(best.buried, buried)
    wrong = indices(buried - least(best.buried, buried))
    if len(choice.buried) > choice.n:
        return Decision(TakeBack(choice.buried[-1]))
    if wrong:
        return _buried_otherwise(view, choice, best, CARDS[wrong[0]])
    if len(choice.buried) < choice.n:
        order = indices(wanted) or [card.index for card in reversed(choice.cards)]
        action = BuryCard(CARDS[order[0]])
        if view.deal.trump is not None:  # nothing else is left to choose
            found = [best._replace(action=action)]
        return Decision(action, _alternatives(found), _why_buried(view, best, wanted))
    assert choice.may_finish
    return Decision(BuryDone(), (), _why_buried(view, best, best.buried))


def _buried_otherwise(view: MatchView, choice: Bury, best: Intent, card: Card) -> Decision:
    """Return what to do where a person has buried what a player would keep.

    It is taken back while cards are still to be buried; what is done is left as it is.
    """
    if len(choice.buried) < choice.n:
        return Decision(TakeBack(card), (), _why_buried(view, best, best.buried))
    cards = [str(CARDS[index]) for index in all_indices(best.buried)]
    return Decision(BuryDone(), (), (Fact("would_bury", {"cards": cards}),))


def _why_buried(view: MatchView, best: Intent, wanted: int) -> tuple[Fact, ...]:
    """Return what the burying is for, and why the cards `wanted` go, in turn.

    Where trump is named already nobody asks for it.
    """
    named = view.deal.trump is not None
    head, *rest = [fact for fact in best.facts if not named or fact.code != "trump_best"]
    cards = {str(CARDS[index]) for index in indices(wanted)}
    why = [one for one in best.why_buried if one.values.get("card") in {None, *cards}]
    return (head, *why[:1], *rest[:1], *why[1:], *rest[1:])


def name(
    view: MatchView,
    choice: Trumps,
    concedes: Concedes | None,
    found: list[Intent],
    out_value: float,
) -> Decision:
    """Name trump, announce Durch or Bettel, or go out where that is worth more."""
    if concedes is not None:
        out = _going_out(view, concedes, found, out_value)
        if out is not None:
            return out
    allowed = [intent for intent in found if _is_offered(choice, intent.action)]
    best = allowed[0]
    return Decision(
        best.action, _alternatives(allowed), (*best.facts[:1], *_next(allowed), *best.facts[1:])
    )


def _next(found: list[Intent]) -> tuple[Fact, ...]:
    """Return how far the second best trump suit lies behind the best."""
    if len(found) < 2 or not all(isinstance(one.action, NameTrump) for one in found[:2]):
        return ()
    best, second = found[:2]
    assert isinstance(second.action, NameTrump)
    values = {"suit": second.action.suit.letter, "points": round(best.value - second.value)}
    return (Fact("trump_next" if values["points"] else "trump_equal", values),)


def _is_offered(choice: Trumps, action: Action) -> bool:
    if isinstance(action, NameTrump):
        return action.suit in choice.suits
    assert isinstance(action, NameContract)
    return any(
        (offer.contract, offer.is_open, offer.from_hand)
        == (action.contract, action.is_open, action.from_hand)
        for offer in choice.contracts
    )


def _alternatives(found: list[Intent]) -> tuple[Alternative, ...]:
    return tuple(
        Alternative(one.action, one.value, (one.value - one.half, one.value + one.half), one.chance)
        for one in found
    )


def _going_out(
    view: MatchView, choice: Concedes, found: list[Intent], value: float
) -> Decision | None:
    """Return going out where it costs less than the best play is expected to."""
    if value <= found[0].value:
        return None
    bits = pack(view.deal.hand) + pack(view.deal.buried)
    suit = min(choice.suits, key=lambda s: (_meld_room(view, bits, s), s.index))
    action = Concede(suit)
    fact = Fact("concede_cheaper", {"play": round(found[0].value), "concede": round(value)})
    alternatives = (Alternative(action, value, (value - 30.0, value + 30.0)), *_alternatives(found))
    played = next((one for one in found if isinstance(one.action, NameTrump)), found[0])
    chance, *rest = [one for one in played.facts if one.code != "trump_best"]
    special_too = () if played is found[0] else found[0].facts
    return Decision(action, alternatives, (fact, chance, *special_too, *rest))


def _meld_room(view: MatchView, bits: int, suit: Suit) -> float:
    """Return how much the others could meld in a suit, seen from the own cards."""
    out = deck_bits(view.rules.deck.sevens) - bits
    column = [out >> (12 * suit.index + 2 * rank) & 3 for rank in range(5)]
    family = 1
    for n in column:
        family *= n
    return 2.0 * column[KING] * column[OBER] + 0.5 * family
