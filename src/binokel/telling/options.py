"""What a seat may choose that is no card, bid or cut: each with its words, as for a button."""

from collections.abc import Iterator
from typing import NamedTuple

from binokel.engine.actions import Action, BuryDone, DeclareMelds, ExchangeDix, NameContract
from binokel.engine.choices import (
    Bids,
    Bury,
    Cards,
    Choice,
    Cuts,
    Exchange,
    Gives,
    Melds,
    Trumps,
    actions_of,
)
from binokel.telling.confirm import offer_of, question
from binokel.telling.describe import describe
from binokel.telling.melds import total
from binokel.telling.scene import Scene
from binokel.telling.words import large


class Option(NamedTuple):
    """An action, what a button for it says, and the question before it, if any."""

    action: Action
    text: str
    ask: str | None


def options(scene: Scene) -> Iterator[Option]:
    """Yield the options of all choices, in their order."""
    for choice in scene.view.deal.choices:
        for action in _actions(choice):
            text = _text(scene, choice, action)
            yield Option(action, large(text), question(scene, choice, action))


def _actions(choice: Choice) -> tuple[Action, ...]:
    match choice:
        case Cuts() | Bids() | Cards() | Gives():
            return ()
        case Bury(may_finish=may_finish):
            return (BuryDone(),) if may_finish else ()
    return actions_of(choice)


def _text(scene: Scene, choice: Choice, action: Action) -> str:
    words = scene.words
    match choice, action:
        case Trumps(), NameContract(suit=suit):
            offer = offer_of(choice, action)
            what = words.contract(offer.contract, is_open=offer.is_open, from_hand=offer.from_hand)
            if suit is None:
                return words("option.contract", what=what, value=offer.value)
            named = words.suit(suit)
            return words("option.contract_suit", what=what, suit=named, value=offer.value)
        case Melds(), DeclareMelds(melds=()):
            return _no_melds(scene, choice)
        case Melds(), DeclareMelds(melds):
            key = "option.meld_one" if len(melds) == 1 else "option.meld"
            return words(key, melds=words.melds(melds), points=total(melds))
        case _, BuryDone():
            return words("option.bury_done")
        case Exchange(card), ExchangeDix():
            return words("option.exchange", card=words.card(card))
    return describe(scene, action)


def _no_melds(scene: Scene, choice: Melds) -> str:
    """Return the words for melding nothing: none there, given away, or kept for later."""
    if not choice.best:
        return scene.words("option.go_on")
    keeps = scene.view.rules.deal.stock and scene.view.deal.n_stock
    return scene.words("option.later" if keeps else "option.nothing")
