"""Random play: legal actions in every style, and actions that must be refused.

Uniform choice alone would end nearly every deal early, by going out, an all-pass or a Durch
lost at once; a `Style` drawn for each deal says how often those come.
"""

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from binokel.cards.card import CARDS, SUITS, Card
from binokel.engine import actions as do
from binokel.engine import choices as offer
from binokel.engine.actions import Action
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, shuffled
from binokel.rules.contracts import Contract
from binokel.rules.melds import Meld, MeldKind
from binokel.rules.melds.kinds import values_of
from binokel.rules.tricks import broken_duty

_LONG_AUCTION = 40


class Style(msgspec.Struct, frozen=True):
    """How one deal is played: each number is the probability of the rarer decision."""

    say_weg: float
    jump: float
    go_out: float
    call: float
    announce: float
    from_hand: float
    take_back: float
    err: float
    meld_less: float
    claim: float


def random_style(rng: Random) -> Style:
    """Return the style of one deal; most deals are played to their end."""
    return Style(
        say_weg=rng.choice((0.1, 0.4, 0.6, 0.9)),
        jump=rng.choice((0.0, 0.1, 0.5)),
        go_out=rng.choice((0.0, 0.0, 0.0, 0.01, 0.2)),
        call=rng.choice((0.0, 0.1, 0.5)),
        announce=rng.choice((0.0, 0.0, 0.0, 0.1, 0.5)),
        from_hand=rng.choice((0.0, 0.0, 0.0, 0.3)),
        take_back=rng.choice((0.0, 0.1, 0.4)),
        err=rng.choice((0.0, 0.05, 0.3)),
        meld_less=rng.choice((0.1, 0.3, 0.8)),
        claim=rng.choice((0.0, 0.3, 0.8)),
    )


def random_action(state: DealState, rng: Random, style: Style) -> Action:
    """Return a random legal action of a deal that is not over; chance shuffles."""
    options = state.choices()
    if isinstance(options[0], offer.Chance):
        return shuffled(state.rules, rng)
    rare = [option for option in options[1:] if rng.random() < _weight(option, style)]
    option = rng.choice(rare) if rare else options[0]
    match option:
        case offer.Bids():
            return _call(state, option, rng, style)
        case offer.Bury():
            return _bury(option, rng, style)
        case offer.Trumps():
            return _name(option, rng, style)
        case offer.Melds():
            return _meld(state, option, rng, style)
    return _play_or_sign(state, option, rng, style)


def _play_or_sign(state: DealState, option: offer.Choice, rng: Random, style: Style) -> Action:
    match option:
        case offer.Cards(cards):
            return do.PlayCard(_card(state, cards, rng, style))
        case offer.Signs():
            return _sign(state, option, rng, style)
    action = rng.choice(offer.actions_of(option))
    if isinstance(action, do.Concede):
        return do.Concede(action.suit, rng.random() < 0.5)
    return action


def _weight(option: offer.Choice, style: Style) -> float:
    match option:
        case offer.Concedes():
            return style.go_out
        case offer.Calls():
            return style.call
        case offer.Trumps():
            return style.from_hand
    return 0.5


def _call(state: DealState, option: offer.Bids, rng: Random, style: Style) -> Action:
    minimum = option.minimum
    if minimum is None:
        return do.Pass()
    assert state.auction is not None
    if option.may_pass and (rng.random() < style.say_weg or state.auction.n_calls > _LONG_AUCTION):
        return do.Pass()
    n_steps = (option.maximum - minimum) // option.step
    if rng.random() < style.jump:
        n_steps = min(n_steps, rng.choice((1, 3, 30, n_steps)))
        return do.Bid(minimum + option.step * rng.randint(0, n_steps))
    return do.Bid(minimum)


def _bury(option: offer.Bury, rng: Random, style: Style) -> Action:
    if option.buried and rng.random() < style.take_back:
        return do.TakeBack(rng.choice(option.buried))
    due = len(option.buried) >= option.n or rng.random() < style.err / 4
    if option.may_finish and (not option.cards or (due and rng.random() > style.err)):
        return do.BuryDone()
    return do.BuryCard(rng.choice(option.cards))


def _name(option: offer.Trumps, rng: Random, style: Style) -> Action:
    offers = offer.Trumps((), option.contracts)
    if option.contracts and (not option.suits or rng.random() < style.announce):
        return rng.choice(offer.actions_of(offers))
    return do.NameTrump(rng.choice(option.suits))


def _meld(state: DealState, option: offer.Melds, rng: Random, style: Style) -> Action:
    best = do.DeclareMelds(option.best, option.buried_dix)
    if rng.random() > style.meld_less:
        return best
    some = tuple(meld for meld in option.best if rng.random() < 0.5)
    others = do.DeclareMelds(random_melds(state, rng), rng.randint(0, 1))
    less = [do.DeclareMelds(some, option.buried_dix), do.DeclareMelds(some), others]
    legal = [action for action in less if state.is_legal(action)]
    return rng.choice(legal) if legal else do.DeclareMelds()


def _card(state: DealState, cards: Sequence[Card], rng: Random, style: Style) -> Card:
    """Return a card; in strict play mostly one that breaks no duty."""
    if rng.random() < style.err or not state.rules.penalties.strict:
        return rng.choice(cards)
    seat, trump = state.to_act, state.trump
    assert seat is not None
    suit = -1 if trump is None else trump.index
    play, hand = state.rules.play, state.hands[seat]
    fair = [c for c in cards if not broken_duty(play, hand, state.trick, suit, False, c.index)]
    return rng.choice(fair or cards)


def _sign(state: DealState, option: offer.Signs, rng: Random, style: Style) -> Action:
    if rng.random() > style.claim:
        return do.Sign()
    right = [
        do.ClaimRevoke(revoke.seat, revoke.trick)
        for revoke in state.revokes
        if state.is_legal(do.ClaimRevoke(revoke.seat, revoke.trick))
    ]
    if right and rng.random() < 0.3:
        return rng.choice(right)
    return rng.choice(offer.actions_of(option))


def random_melds(state: DealState, rng: Random) -> tuple[Meld, ...]:
    """Return one to three melds that the rule set knows, held or not."""
    values = values_of(state.rules)
    found = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        kind = rng.choice(list(MeldKind))
        index = rng.randrange(6 if kind in (MeldKind.FOUR, MeldKind.EIGHT) else 4)
        meld = values.find(kind, index, rng.choice((state.trump, state.trump, None)))
        if meld is not None:
            found.append(meld)
    return tuple(found)


def random_candidate(state: DealState, rng: Random) -> Action:
    """Return an action of any kind with random content, mostly illegal now."""
    near = _NEAR.get(state.phase, ())
    kind = rng.choice(near) if near and rng.random() < 0.6 else rng.choice(list(_CANDIDATES))
    return _CANDIDATES[kind](state, rng)


def _broken_meld(state: DealState, rng: Random) -> Meld:
    cards = tuple(rng.choice(CARDS) for _ in range(rng.choice((0, 1, 2, 4))))
    return Meld(rng.choice(list(MeldKind)), cards, rng.choice((-10, 0, 40)))


def _melds(state: DealState, rng: Random) -> Action:
    melds = random_melds(state, rng)
    if rng.random() < 0.2:
        melds = (*melds, _broken_meld(state, rng))
    return do.DeclareMelds(melds, rng.choice((0, 0, 0, -1, 1, 3)))


def _maybe_card(rng: Random) -> Card | None:
    return None if rng.random() < 0.1 else rng.choice(CARDS)


def _contract(_state: DealState, rng: Random) -> Action:
    return do.NameContract(
        rng.choice(list(Contract)),
        rng.random() < 0.5,
        rng.random() < 0.5,
        rng.choice((None, *SUITS)),
    )


def _shuffle(state: DealState, rng: Random) -> Action:
    cards = list(state.rules.cards)
    rng.shuffle(cards)
    wrong = rng.choice((None, (), tuple(cards[1:]), (*cards[1:], cards[1])))
    return do.Shuffle(wrong)


_CANDIDATES: dict[type, Callable[[DealState, Random], Action]] = {
    do.Shuffle: _shuffle,
    do.Cut: lambda _, rng: do.Cut(rng.randint(-1, 50)),
    do.Knock: lambda _, __: do.Knock(),
    do.NoCut: lambda _, __: do.NoCut(),
    do.Bid: lambda state, rng: do.Bid(
        rng.choice((-10, 0, 155, 10**6, state.bid + 10, rng.randint(1, 500)))
    ),
    do.Pass: lambda _, __: do.Pass(),
    do.TakeDabb: lambda _, __: do.TakeDabb(),
    do.CallCard: lambda _, rng: do.CallCard(rng.choice(CARDS)),
    do.GiveCard: lambda _, rng: do.GiveCard(_maybe_card(rng)),
    do.BuryCard: lambda _, rng: do.BuryCard(_maybe_card(rng)),
    do.TakeBack: lambda _, rng: do.TakeBack(_maybe_card(rng)),
    do.BuryDone: lambda _, __: do.BuryDone(),
    do.Concede: lambda _, rng: do.Concede(rng.choice(SUITS), rng.random() < 0.5),
    do.NameTrump: lambda _, rng: do.NameTrump(rng.choice(SUITS)),
    do.NameContract: _contract,
    do.DeclareMelds: _melds,
    do.ExchangeDix: lambda _, __: do.ExchangeDix(),
    do.PlayCard: lambda _, rng: do.PlayCard(rng.choice(CARDS)),
    do.ClaimRevoke: lambda _, rng: do.ClaimRevoke(rng.randint(-1, 6), rng.randint(-1, 24)),
    do.Sign: lambda _, __: do.Sign(),
}

_NEAR: dict[Phase, tuple[type, ...]] = {
    Phase.SHUFFLE: (do.Shuffle,),
    Phase.CUT: (do.Cut, do.Knock, do.NoCut),
    Phase.AUCTION: (do.Bid, do.Bid, do.Pass),
    Phase.DABB: (do.NameContract,),
    Phase.GIVE: (do.GiveCard,),
    Phase.BURY: (do.BuryCard, do.TakeBack, do.BuryDone, do.CallCard),
    Phase.TRUMP: (do.NameContract, do.CallCard, do.Concede),
    Phase.MELD: (do.DeclareMelds,),
    Phase.WINDOW: (do.DeclareMelds, do.DeclareMelds, do.ExchangeDix),
    Phase.PLAY: (do.PlayCard,),
    Phase.SIGN: (do.ClaimRevoke,),
}
