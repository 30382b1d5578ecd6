"""Views made for one decision: what the seat holds, what was played, what was melded."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from binokel.cards.hand import pack, unpack
from binokel.cards.notation import parse_cards
from binokel.engine.actions import Action, PlayCard
from binokel.engine.choices import Cards
from binokel.engine.match import MatchView
from binokel.engine.parts import Trick
from binokel.players.base import Budget
from binokel.players.dabb import DabbPlayer
from binokel.rules.ruleset import RuleSet
from binokel.rules.tricks import legal_marks, trick_points, winning_index
from binokel.testing.builders import deal_with, declared, melds_of, rules_with, suit_of
from tests.unit.players.seats import view_of

HARD = DabbPlayer("dabb-hard")


class Sure(Random):
    """Chance that always says the same number, but draws cards as chance does."""

    def __init__(self, number: float) -> None:
        super().__init__(1)
        self.number = number

    def random(self) -> float:
        return self.number

    def getrandbits(self, k: int, /) -> int:  # else drawing would ask `random`
        return super().getrandbits(k)


def seen(
    hand: str,
    trick: str = "",
    *,
    rules: str = "dabb-online",
    trump: str | None = "E",
    seat: int = 0,
    declarer: int = 0,
    tricks: Sequence[tuple[int, str]] = (),
    buried: str = "",
    melds: dict[int, str] | None = None,
) -> MatchView:
    """Return the view of a seat to play to a trick; `tricks` are leaders and their cards."""
    rule_set = rules_with(rules)
    n = rule_set.n_seats
    suit = suit_of(trump)
    index = -1 if suit is None else suit.index
    own, cards = parse_cards(hand), parse_cards(trick)
    leader = (seat - len(cards)) % n
    indices = [card.index for card in cards]
    holder = (leader + winning_index(indices, index)) % n if cards else seat
    mate = bool(cards) and rule_set.side_of[holder] == rule_set.side_of[seat]
    legal = unpack(legal_marks(rule_set.play, pack(own), indices, index, mate))
    base = view_of(declared(deal_with(rule_set)))
    shown = melds or {}
    deal = replace(
        base.deal,
        seat=seat,
        to_act=seat,
        declarer=declarer,
        trump=suit,
        hand=unpack(pack(own)),
        buried=tuple(parse_cards(buried)),
        leader=leader,
        trick=tuple(cards),
        tricks=tuple(_trick(rule_set, one, text, index) for one, text in tricks),
        melds=tuple(melds_of(rule_set, shown.get(other, ""), trump) for other in range(n)),
        choices=(Cards(legal),),
    )
    return replace(base, deal=deal)


def _trick(rules: RuleSet, leader: int, text: str, trump: int) -> Trick:
    cards = parse_cards(text)
    indices = [card.index for card in cards]
    winner = (leader + winning_index(indices, trump)) % len(cards)
    return Trick(leader, tuple(cards), winner, trick_points(rules, indices))


def act(view: MatchView, rng: Random | None = None, player: DabbPlayer = HARD) -> Action:
    """Return what a player does."""
    return player.decide(view, rng or Random(1), Budget()).action


def card(view: MatchView) -> str:
    """Return the card that the player without blunders plays."""
    action = act(view)
    assert isinstance(action, PlayCard)
    return str(action.card)
