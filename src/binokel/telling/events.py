"""What was just done, as a seat saw it: a sentence each, in the order of things.

Everything follows from the views before and after: the last entry of a view's history is the
action as the seat may know it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from binokel.engine import actions as act
from binokel.engine.actions import Action
from binokel.engine.match import MatchView
from binokel.engine.parts import Claim
from binokel.engine.phase import Phase
from binokel.telling.melds import total, void_line
from binokel.telling.scene import Scene, turned_up_line
from binokel.telling.verdict import headline


def last_action(view: MatchView) -> tuple[int, Action]:
    """Return who has done the last thing (CHANCE for the shuffle), and what."""
    return view.deal.history[-1]


def told(scene: Scene, before: MatchView) -> tuple[str, ...]:
    """Return what was done last and what came of it; `scene` is the table after it."""
    seat, action = last_action(scene.view)
    return (*said(scene, seat, action), *_consequences(scene, before, seat, action))


def said(scene: Scene, seat: int, action: Action) -> tuple[str, ...]:
    """Return what a seat has done, without what came of it.

    `scene` is the table after it. Empty for what is nobody's business, such as a card that
    another seat has buried.
    """
    return tuple(_TELLERS[type(action)](scene, seat, action))


# --- what was done ------------------------------------------------------------------------------


def _plain(scene: Scene, seat: int, action: Action) -> list[str]:
    """Tell what needs nothing but who has done it."""
    return [scene.say(f"did.{action.__struct_config__.tag}", seat)]


def _shuffle(scene: Scene, _seat: int, _action: Action) -> list[str]:
    deal, view = scene.view.deal, scene.view
    forehand = (deal.dealer + 1) % len(view.seats)
    head = scene.say("did.deal", deal.dealer, number=view.number)
    return [head, scene.say("did.forehand", forehand)]


def _cut(scene: Scene, seat: int, action: act.Cut) -> list[str]:
    return [scene.say("did.cut", seat, cards=scene.words.count("cards", action.n))]


def _bid(scene: Scene, seat: int, action: act.Bid) -> list[str]:
    return [scene.say("did.bid", seat, value=action.value)]


def _take(scene: Scene, seat: int, _action: Action) -> list[str]:
    dabb = scene.view.deal.dabb
    if dabb is None:
        return [scene.say("did.take_hidden", seat)]
    return [f"{scene.say('did.take', seat)} {scene.words.names(sorted(dabb))}."]


def _call(scene: Scene, seat: int, action: act.CallCard) -> list[str]:
    deal = scene.view.deal
    assert deal.call is not None
    card = scene.words.card(action.card)
    owner = scene.to_whom(deal.call.owner)
    return [scene.say("did.call", seat, card=card, owner=owner, bid=deal.bid)]


def _give(scene: Scene, seat: int, action: act.GiveCard) -> list[str]:
    call = scene.view.deal.call
    assert call is not None
    owner = scene.to_whom(call.owner)
    if action.card is None:
        return [scene.say("did.give_hidden", seat, owner=owner)]
    return [scene.say("did.give", seat, owner=owner, card=scene.words.card(action.card))]


def _own_card(key: str) -> Callable[[Scene, int, Any], list[str]]:
    """Return a teller of a card that only the seat itself sees."""

    def tell(scene: Scene, seat: int, action: Any) -> list[str]:
        if action.card is None:
            return []
        return [scene.say(f"did.{key}", seat, card=scene.words.card(action.card))]

    return tell


def _bury_done(scene: Scene, seat: int, _action: Action) -> list[str]:
    deal = scene.view.deal
    cards = scene.words.count("cards", deal.n_buried)
    if deal.buried_trumps is None:
        return [scene.say("did.buried", seat, cards=cards)]
    return [scene.say("did.buried_trumps", seat, cards=cards, trumps=deal.buried_trumps)]


def _concede(scene: Scene, seat: int, action: act.Concede) -> list[str]:
    return [scene.say("did.concede", seat, suit=scene.words.suit(action.suit))]


def _trump(scene: Scene, seat: int, action: act.NameTrump) -> list[str]:
    return [scene.say("did.trump", seat, suit=scene.words.suit(action.suit))]


def _contract(scene: Scene, seat: int, action: act.NameContract) -> list[str]:
    words = scene.words
    what = words.contract(action.contract, is_open=action.is_open, from_hand=action.from_hand)
    lines = [scene.say("did.contract", seat, what=what)]
    if action.suit is not None:
        lines.append(scene.say("did.trump", seat, suit=words.suit(action.suit)))
    return lines


def _melds(scene: Scene, seat: int, action: act.DeclareMelds) -> list[str]:
    """Tell the melds; in the game with a stock, none is no news."""
    if not action.melds:
        return [] if scene.view.rules.deal.stock else [scene.say("did.meld_nothing", seat)]
    head = scene.say("did.meld", seat, points=total(action.melds))
    return [f"{head} {scene.words.melds(action.melds)}.", *buried_dix(scene, seat)]


def buried_dix(scene: Scene, seat: int) -> list[str]:
    """Return how many buried sevens the declarer has announced, if any.

    Source: rules.md [diss-not-announced].
    """
    deal = scene.view.deal
    if not deal.buried_dix or seat != deal.declarer:
        return []
    return [scene.say("did.buried_dix", seat, n=deal.buried_dix)]


def _play(scene: Scene, seat: int, action: act.PlayCard) -> list[str]:
    return [scene.say("did.play", seat, card=scene.words.card(action.card))]


def _claim(scene: Scene, _seat: int, _action: act.ClaimRevoke) -> list[str]:
    return claim_lines(scene, scene.view.deal.claims[-1])


def claim_lines(scene: Scene, claim: Claim) -> list[str]:
    """Return who has claimed what, and whether it is true."""
    key = "did.claim_you" if claim.seat == scene.me else "did.claim"
    line = scene.say(key, claim.by, other=scene.name(claim.seat), n=claim.trick + 1)
    return [line, scene.words("did.claim_right" if claim.proven else "did.claim_wrong")]


_TELLERS: Mapping[type, Callable[[Scene, int, Any], list[str]]] = {
    act.Shuffle: _shuffle,
    act.Cut: _cut,
    act.Knock: _plain,
    act.NoCut: _plain,
    act.Bid: _bid,
    act.Pass: _plain,
    act.TakeDabb: _take,
    act.CallCard: _call,
    act.GiveCard: _give,
    act.BuryCard: _own_card("bury_card"),
    act.TakeBack: _own_card("take_back"),
    act.BuryDone: _bury_done,
    act.Concede: _concede,
    act.NameTrump: _trump,
    act.NameContract: _contract,
    act.DeclareMelds: _melds,
    act.ExchangeDix: _plain,
    act.PlayCard: _play,
    act.ClaimRevoke: _claim,
    act.Sign: _plain,
}


# --- what came of it ----------------------------------------------------------------------------


def _consequences(scene: Scene, before: MatchView, seat: int, action: Action) -> Iterator[str]:
    deal, is_new = scene.view.deal, isinstance(action, act.Shuffle)
    if any(deal.n_cards) and (is_new or not any(before.deal.n_cards)):
        yield from _dealt(scene)
    if isinstance(action, act.Bid | act.Pass):
        yield from auction_won(scene)
    if isinstance(action, act.NameTrump | act.NameContract):
        yield from trumps_buried(scene, before)
    if isinstance(action, act.DeclareMelds):
        yield from void_melds(scene, before, seat, action)
    if isinstance(action, act.PlayCard):
        yield from trick_won(scene, before)
    if deal.phase is Phase.PLAY and before.deal.phase is not Phase.PLAY:
        yield from _play_begins(scene, before)
    if deal.phase is Phase.OVER:
        yield headline(scene)
    elif deal.open_hand is not None and before.deal.open_hand is None:
        yield from _open_hand(scene)


def _dealt(scene: Scene) -> Iterator[str]:
    deal = scene.view.deal
    if deal.hand:
        yield scene.words("did.dealt", cards=scene.words.count("cards", len(deal.hand)))
    if deal.turned_up is not None:
        yield turned_up_line(scene)


def auction_won(scene: Scene) -> Iterator[str]:
    """Yield who plays, once a call has decided the auction."""
    auction = scene.view.deal.auction
    if auction is not None and auction.declarer is not None:
        key = "forced" if auction.status == "forced" else "won"
        yield scene.say(f"did.{key}", auction.declarer, bid=auction.value)


def trumps_buried(scene: Scene, before: MatchView) -> Iterator[str]:
    """Yield how many trumps are buried, once trump is named after the burying.

    Source: rules.md [announce-trumps].
    """
    trumps = scene.view.deal.buried_trumps
    if trumps is not None and before.deal.buried_trumps is None:
        yield scene.words("did.trumps_buried", n=trumps)


def void_melds(
    scene: Scene, before: MatchView, seat: int, action: act.DeclareMelds
) -> Iterator[str]:
    """Yield which melds on the table no longer count, in the game with a stock."""
    old, new = (view.deal.melds[seat] or () for view in (before, scene.view))
    line = void_line(scene.words, old, action.melds, new)
    if line is not None:
        yield line


def trick_won(scene: Scene, before: MatchView) -> Iterator[str]:
    """Yield who has won the trick that the last card has finished."""
    tricks = scene.view.deal.tricks
    if len(tricks) > len(before.deal.tricks):
        points = scene.words.count("card_points", tricks[-1].points)
        yield scene.say("trick_to", tricks[-1].winner, points=points)


def _play_begins(scene: Scene, before: MatchView) -> Iterator[str]:
    if scene.view.deal.tricks:
        yield from _drawn(scene, before)
    else:
        yield scene.say("play.begins", scene.view.deal.leader)


def _drawn(scene: Scene, before: MatchView) -> Iterator[str]:
    """Yield what was drawn from the stock: the own card by name, another one not.

    Source: rules.md [two-player-draw].
    """
    deal, words = scene.view.deal, scene.words
    turned = before.deal.turned_up if not deal.n_stock else None
    for seat in (deal.leader, 1 - deal.leader):
        if seat == scene.me:
            for card in (Counter(deal.hand) - Counter(before.deal.hand)).elements():
                yield words("did.draw_own", card=words.card(card))
        elif turned is not None and seat != deal.leader:
            yield words("did.draw_turned", name=scene.name(seat), card=words.card(turned))
        else:
            yield words("did.draw", name=scene.name(seat))
    if deal.n_stock:
        yield words("did.stock_left", n=deal.n_stock)
    else:
        yield words("stock_empty_plain" if scene.view.rules.play.stock_duties else "stock_empty")


def _open_hand(scene: Scene) -> Iterator[str]:
    declarer = scene.view.deal.declarer
    assert declarer is not None
    yield scene.say("did.lies_open", declarer)
