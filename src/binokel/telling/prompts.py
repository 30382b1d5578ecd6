"""What is to be done now, in one sentence, or whom the table waits for."""

from collections.abc import Callable, Mapping
from typing import Any

from binokel.engine.choices import (
    Bids,
    Bury,
    Cards,
    Cuts,
    Dabb,
    Exchange,
    Gives,
    Melds,
    Signs,
    Trumps,
)
from binokel.engine.phase import Phase
from binokel.rules.match import standing
from binokel.telling.melds import total
from binokel.telling.scene import Scene, result_line, winning_seat


def prompt(scene: Scene) -> str:
    """Return what the seat is to do now, or who is thought of."""
    deal = scene.view.deal
    if deal.phase is Phase.OVER:
        return _over(scene)
    if deal.choices:
        return _PROMPTS[type(deal.choices[0])](scene, deal.choices[0])
    if deal.phase is Phase.SHUFFLE:
        return scene.say("wait.shuffle", deal.dealer)
    assert deal.to_act is not None
    return scene.words(f"wait.{deal.phase.value}", name=scene.name(deal.to_act))


def _over(scene: Scene) -> str:
    result = result_line(scene)
    if result:
        return result
    if scene.view.deal.score is None:
        return scene.words("ask.redeal")
    tied = standing(scene.view.rules, scene.view.results).tied
    return scene.words("ask.tie" if tied else "ask.next_deal")


def _cut(scene: Scene, choice: Cuts) -> str:
    if choice.may_leave:
        return scene.words("ask.cut" if choice.maximum else "ask.knock")
    return scene.words("ask.must_cut", maximum=choice.maximum)


def _bid(scene: Scene, choice: Bids) -> str:
    if choice.minimum is None:
        return scene.words("ask.only_weg")
    only = "_only" if choice.maximum == choice.minimum else ""
    key = f"ask.bid{only}" if choice.may_pass else f"ask.must_bid{only}"
    return scene.words(key, minimum=choice.minimum)


def _dabb(scene: Scene, _choice: Dabb) -> str:
    return scene.words("ask.dabb", bid=scene.view.deal.bid)


def _give(scene: Scene, _choice: Gives) -> str:
    call = scene.view.deal.call
    assert call is not None
    return scene.words("ask.give", name=scene.name(call.owner), card=scene.words.card(call.card))


def _bury(scene: Scene, choice: Bury) -> str:
    words, missing = scene.words, choice.n - len(choice.buried)
    if choice.may_finish and choice.cards:  # strict play: the number is up to the player
        return words(
            "ask.bury_strict",
            n=words.count("cards", choice.n),
            buried=words.count("cards", len(choice.buried)),
        )
    if choice.may_finish:
        return words("ask.bury_done")
    key = "ask.bury_more" if choice.buried else "ask.bury"
    return words(key, cards=words.count("cards", missing))


def _trump(scene: Scene, choice: Trumps) -> str:
    return scene.words("ask.trump" if choice.suits else "ask.contract")


def _meld(scene: Scene, choice: Melds) -> str:
    words, choices = scene.words, scene.view.deal.choices
    if any(isinstance(other, Exchange) for other in choices):  # so the seven can be melded, too
        return words("ask.exchange_or_meld", points=total(choice.best))
    if choice.best:
        return words("ask.meld", points=words.count("points", total(choice.best)))
    return words("ask.meld_nothing")


def _card(scene: Scene, choice: Cards) -> str:
    words, view = scene.words, scene.view
    winner = winning_seat(view)
    if winner is None:
        return words("ask.lead" if view.deal.tricks else "ask.first_lead")
    card = view.deal.trick[(winner - view.deal.leader) % len(view.seats)]
    where = words("play.winning", name=_with_partner(scene, winner), card=words.card(card))
    if len(choice.cards) == 1 and len(view.deal.hand) > 1:
        return words("ask.only_card", situation=where, card=words.card(choice.cards[0]))
    return words("ask.card", situation=where)


def _with_partner(scene: Scene, seat: int) -> str:
    """Return a name, and whether it is the partner's."""
    rules, me = scene.view.rules, scene.me
    if me is None or rules.side_of[seat] != rules.side_of[me]:
        return scene.name(seat)
    return scene.words("your_partner", name=scene.name(seat))


def _sign(scene: Scene, choice: Signs) -> str:
    return scene.words("ask.sign" if choice.seats else "ask.only_sign")


_PROMPTS: Mapping[type, Callable[[Scene, Any], str]] = {
    Cuts: _cut,
    Bids: _bid,
    Dabb: _dabb,
    Gives: _give,
    Bury: _bury,
    Trumps: _trump,
    Melds: _meld,
    Cards: _card,
    Signs: _sign,
}
