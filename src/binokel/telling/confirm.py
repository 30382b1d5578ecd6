"""The question before what cannot be taken back and is rarely meant: going out, Durch, calling."""

from binokel.cards.card import Suit
from binokel.engine.actions import (
    Action,
    CallCard,
    ClaimRevoke,
    Concede,
    DeclareMelds,
    NameContract,
)
from binokel.engine.choices import Choice, ContractOffer, Melds, Trumps
from binokel.rules.scoring import compensation, effective_bid
from binokel.telling.melds import total
from binokel.telling.scene import Scene
from binokel.telling.words import large


def question(scene: Scene, choice: Choice, action: Action) -> str | None:
    """Return what to ask before an action of a choice, None if it is done at once."""
    match action:
        case Concede():
            return f"{concede_cost(scene)} {sure_to_concede(scene, action.suit)}"
        case CallCard():
            return sure_to_call(scene, action)
        case NameContract() if isinstance(choice, Trumps):
            return sure_to_announce(scene, offer_of(choice, action))
        case DeclareMelds(melds) if isinstance(choice, Melds):
            lost = total(choice.best) - total(melds)
            keeps = scene.view.rules.deal.stock and scene.view.deal.n_stock
            return sure_to_meld_less(scene, lost) if lost > 0 and not keeps else None
        case ClaimRevoke(seat, trick):
            return scene.words("sure.claim", name=scene.name(seat), n=trick + 1)
    return None


def offer_of(choice: Trumps, action: NameContract) -> ContractOffer:
    """Return the offer that an announcement takes up."""
    wanted = (action.contract, action.is_open, action.from_hand)
    return next(
        offer
        for offer in choice.contracts
        if (offer.contract, offer.is_open, offer.from_hand) == wanted
    )


def sure_to_announce(scene: Scene, offer: ContractOffer) -> str:
    """Return what a Durch or Bettel asks for and counts, and whether it is meant."""
    words = scene.words
    name = words.contract(offer.contract, is_open=offer.is_open, from_hand=offer.from_hand)
    return words(f"sure.{offer.contract.value}", name=large(name), value=offer.value)


def sure_to_call(scene: Scene, action: CallCard) -> str:
    """Return what calling a card leads to, and whether it is meant.

    Source: rules.md [rufen-400], [rufen-default].
    """
    words, rules = scene.words, scene.view.rules
    card = words.card(action.card)
    if rules.dabb.call == "durch":
        return words("sure.call_durch", card=card)
    return words("sure.call", card=card, bid=effective_bid(rules, scene.view.deal.bid, True))


def sure_to_meld_less(scene: Scene, lost: int) -> str:
    """Return how many points are given away, and whether that is meant."""
    return scene.words("sure.fewer", points=scene.words.count("points", lost))


def sure_to_concede(scene: Scene, suit: Suit) -> str:
    """Return whether going out is meant; `concede_cost` tells the price before it."""
    return scene.words("sure.go_out", suit=scene.words.suit(suit))


def concede_cost(scene: Scene) -> str:
    """Return the consequences of going out in numbers. Source: rules.md [ab-result]."""
    words, rules = scene.words, scene.view.rules
    extra = compensation(rules, scene.view.deal.bid)
    cost = words("concede.cost", cost=rules.dabb.concede_cost * scene.view.deal.bid)
    if extra is None:
        return f"{cost} {words('concede.others_nothing')}"
    key = "concede.others_seat" if rules.dabb.concede_scope == "seat" else "concede.others_side"
    return f"{cost} {words(key, extra=extra)}"
