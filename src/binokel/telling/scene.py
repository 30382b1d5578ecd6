"""What a seat sees, together with the words for it; one-line facts of the table."""

from typing import NamedTuple

from binokel.engine.actions import Bid, Pass
from binokel.engine.match import MatchView
from binokel.engine.parts import Call
from binokel.engine.phase import Phase
from binokel.rules.contracts import Contract, contract_value
from binokel.rules.match import standing
from binokel.rules.sheet import title
from binokel.rules.tricks import winning_index
from binokel.telling.melds import total
from binokel.telling.words import Words


class Scene(NamedTuple):
    """A view and the words in which it is told; `me` is addressed in the second person."""

    words: Words
    view: MatchView

    @property
    def me(self) -> int | None:
        """The seat that is spoken to, None for a spectator."""
        return self.view.deal.seat

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.view.seats[seat]

    def say(self, key: str, seat: int, **values: object) -> str:
        """Return a sentence about a seat, in the second person where it is oneself."""
        return self.words.about(key, self.name(seat), is_me=seat == self.me, **values)

    def to_whom(self, seat: int) -> str:
        """Return a seat as the one to whom something is given."""
        return self.words("to_you") if seat == self.me else self.name(seat)


def contract_line(scene: Scene) -> str:
    """Return in one line what is played: trump, who plays, for how much."""
    words, deal = scene.words, scene.view.deal
    parts = []
    if deal.conceded:
        assert deal.declarer is not None
        return scene.say("gone_out", deal.declarer, suit=words.suit(deal.trump))
    if deal.contract is not Contract.TRUMP:
        parts.append(words.contract(deal.contract, is_open=deal.is_open, from_hand=deal.from_hand))
    if deal.trump is not None:
        parts.append(words("trump_is", suit=words.suit(deal.trump)))
    if deal.declarer is not None:
        parts.append(scene.say("plays_for", deal.declarer, bid=stake(scene.view)))
    if deal.call is not None:
        parts.append(call_line(scene, deal.call))
    if deal.n_stock:
        parts.append(words("stock_left", n=deal.n_stock))
    return " · ".join(parts)


def reach_line(scene: Scene) -> str:
    """Return what the declarer's side has melded of its bid, "" before play.

    It is what all have seen when the melds are laid: tricks are not counted along.
    """
    words, deal = scene.words, scene.view.deal
    is_bid = deal.contract is Contract.TRUMP and deal.bid > 0 and deal.call is None
    if deal.phase is not Phase.PLAY or deal.declarer is None or not is_bid:
        return ""
    rules = scene.view.rules
    melds = sum(deal.meld_points[seat] for seat in rules.sides[rules.side_of[deal.declarer]])
    missing = deal.bid - melds
    if missing <= 0:
        return words("reach.enough", melds=melds)
    return words("reach.missing", melds=melds, missing=missing)


def stake(view: MatchView) -> int:
    """Return what is played for: the bid, or what the Durch or Bettel counts.

    Source: rules.md [durch-values], [bettel-value].
    """
    deal = view.deal
    if deal.contract is Contract.TRUMP:
        return deal.bid
    value = contract_value(
        view.rules,
        deal.contract,
        is_open=deal.is_open,
        from_hand=deal.from_hand,
        called=deal.call is not None,
    )
    assert value is not None
    return value


def call_line(scene: Scene, call: Call) -> str:
    """Return the called card, who had it, and what was given for it, where known.

    Source: rules.md [rufen-give-back].
    """
    words = scene.words
    line = words("called", card=words.card(call.card), owner=scene.to_whom(call.owner))
    if call.given is None:
        return line
    return f"{line}, {words('called_for', card=words.card(call.given))}"


def turned_up_line(scene: Scene) -> str:
    """Return the turned-up card, its trump, what the stock holds, and a Dix.

    Source: rules.md [two-player-dix].
    """
    words, deal = scene.words, scene.view.deal
    assert deal.turned_up is not None
    card = words.card(deal.turned_up)
    line = words("turned_up", card=card, suit=words.suit(deal.trump), n=deal.n_stock)
    dix = turned_dix(scene.view)
    if not dix:
        return line
    return f"{line} {words('turned_dix', name=scene.name(deal.dealer), points=dix)}"


def turned_dix(view: MatchView) -> int:
    """Return what the dealer scores for a seven that was turned up.

    Source: rules.md [two-player-dix].
    """
    deal = view.deal
    return deal.meld_points[deal.dealer] - total(deal.melds[deal.dealer] or ()) if deal.melds else 0


def auction_line(scene: Scene) -> str:
    """Return how the auction stands: the bid, who holds it, who is out."""
    words, view = scene.words, scene.view
    auction, minimum = view.deal.auction, view.rules.bidding.minimum
    assert auction is not None
    forehand = (view.deal.dealer + 1) % len(view.seats)
    has_bid = any(isinstance(action, Bid) for _, action in view.deal.history)
    if view.rules.bidding.opener == "holds" and not has_bid:
        line = scene.say("auction.holds", forehand, value=minimum)
    elif auction.holder is None:
        line = words("auction.no_bid", minimum=minimum)
    else:
        line = scene.say("auction.bid", auction.holder, value=auction.value)
    out = [scene.name(seat) for seat in who_is_out(view)]
    return f"{line}{' · ' + words('auction.out', names=', '.join(out)) if out else ''}"


def who_is_out(view: MatchView) -> list[int]:
    """Return the seats that have said weg, in the order in which they did."""
    return [seat for seat, action in view.deal.history if isinstance(action, Pass)]


def winning_seat(view: MatchView) -> int | None:
    """Return the seat whose card is winning the running trick."""
    deal = view.deal
    if not deal.trick:
        return None
    trump = -1 if deal.trump is None else deal.trump.index
    place = winning_index([card.index for card in deal.trick], trump)
    return (deal.leader + place) % len(view.seats)


def title_line(scene: Scene) -> str:
    """Return the title of the rules."""
    return title(scene.view.rules, scene.words.lang)


def goal_line(scene: Scene) -> str:
    """Return in a few words when the match ends; the rules tell the rest.

    Source: rules.md [target], [match-by-deals], [own-won-bid].
    """
    words, match = scene.words, scene.view.rules.match
    if match.ends == "deals":
        return words("goal.deals", deals=words.count("deals", match.deals or 0))
    key = "goal.own" if match.only_by_won_bid else "goal.target"
    return words(key, points=words.count("points", match.target or 0))


def result_line(scene: Scene) -> str:
    """Return who has won the match, "" while it goes on."""
    words, view = scene.words, scene.view
    now = standing(view.rules, view.results)
    if not now.finished:
        return ""
    winners = [seat for side in now.winners for seat in view.rules.sides[side]]
    if len(now.winners) > 1:
        return words("match.shared", names=words.joined([scene.name(seat) for seat in winners]))
    if scene.me in winners:
        return words("match.you" if len(winners) == 1 else "match.your_side")
    key = "match.won" if len(winners) == 1 else "match.won_many"
    return words(key, names=words.joined([scene.name(seat) for seat in winners]))
