"""What a seat is shown: the table view and the events, made from what the seat may know.

Everything is derived from the seat's own views, never from the state of the match.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from binokel.engine.actions import Action, Bid, Pass
from binokel.engine.choices import Melds
from binokel.engine.match import MatchView
from binokel.engine.parts import Claim, Trick
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE
from binokel.rules.match import standing
from binokel.rules.melds import Meld, MeldKind
from binokel.server.table import wire
from binokel.telling import account, events, melds, prompts, scene, verdict
from binokel.telling.options import options
from binokel.telling.players import player_title
from binokel.telling.scene import Scene
from binokel.telling.words import Words, large, side_name

_BEFORE_PLAY = (Phase.AUCTION, Phase.DABB, Phase.GIVE, Phase.BURY, Phase.TRUMP)
"""The phases in which one weighs what the own cards meld."""


class Teller:
    """Tells one seat of a table what it may know.

    `players` has the name of the computer player on each seat, None for a person; `hints` says
    whether the table allows them.
    """

    def __init__(
        self,
        table: str,
        you: int,
        players: Sequence[str | None],
        words: Words,
        *,
        hints: bool = True,
    ) -> None:
        self.table = table
        self.you = you
        self.players = tuple(players)
        self.words = words
        self.hints = hints

    def view(self, view: MatchView) -> wire.TableView:
        """Return the whole table as the seat sees it."""
        told, deal, rules = Scene(self.words, view), view.deal, view.rules
        over = deal.phase is Phase.OVER
        match = match_state(told)
        return wire.TableView(
            table=self.table,
            rules=rules_head(told),
            you=self.you,
            seats=tuple(self._seat(told, seat) for seat in range(rules.n_seats)),
            dealer=deal.dealer,
            phase=deal.phase,
            phase_text=large(self.words(f"phase.{deal.phase.value}")),
            to_act=None if deal.to_act == CHANCE else deal.to_act,
            prompt=prompts.prompt(told),
            hand=deal.hand,
            choices=deal.choices,
            options=tuple(wire.Option(*option) for option in options(told)),
            auction=auction_state(view),
            contract=contract_state(told),
            dabb=dabb_state(view),
            stock=stock_state(view),
            call=deal.call,
            open_hand=deal.open_hand,
            meld_help=meld_help(told),
            meldable=meldable(told),
            trick=trick_state(view),
            tricks=deal.tricks,
            claims=tuple(claim_state(told, claim) for claim in deal.claims),
            account=account_of(told) if over else None,
            match=match,
            may_deal=over and not match.finished,
            may_hint=self.hints and bool(deal.choices),
        )

    def event(
        self, before: MatchView, after: MatchView, seat: int | None, action: Action
    ) -> wire.Event:
        """Return what was just done, as the seat's view after it has it in its history."""
        text = events.told(Scene(self.words, after), before)
        return wire.Event(seat=seat, action=action, text=text)

    def _seat(self, told: Scene, seat: int) -> wire.SeatState:
        """Return what all see of a seat."""
        view, deal, rules = told.view, told.view.deal, told.view.rules
        won = [trick for trick in deal.tricks if trick.winner == seat]
        declared = deal.melds[seat] if deal.melds else None
        player = self.players[seat]
        return wire.SeatState(
            name=told.name(seat),
            place=(seat - self.you) % rules.n_seats,
            side=rules.side_of[seat],
            player=player,
            level=player_title(player, told.words.lang) if player else None,
            is_partner=seat != self.you and rules.side_of[seat] == rules.side_of[self.you],
            n_cards=deal.n_cards[seat] if deal.n_cards else 0,
            bid=last_bid(view, seat),
            passed=seat in scene.who_is_out(view),
            melds=None if declared is None else shown(told.words, declared),
            meld_points=deal.meld_points[seat],
            n_tricks=len(won),
            points=_points(won),
        )


def _points(tricks: Sequence[Trick]) -> int:
    return sum(trick.points for trick in tricks)


def shown(words: Words, some: Sequence[Meld]) -> tuple[wire.ShownMeld, ...]:
    """Return melds with their names."""
    return tuple(wire.ShownMeld(words.meld(meld), meld) for meld in some)


def rules_head(told: Scene) -> wire.RulesHead:
    """Return which rules are played."""
    rules = told.view.rules
    return wire.RulesHead(
        id=rules.id,
        title=scene.title_line(told),
        direction=rules.table.direction,
        has_stock=rules.deal.stock > 0,
        is_strict=rules.penalties.strict,
    )


def last_bid(view: MatchView, seat: int) -> int | None:
    """Return the last bid of a seat, None if it has made none."""
    bids = [a.value for who, a in view.deal.history if who == seat and isinstance(a, Bid)]
    return bids[-1] if bids else None


def auction_state(view: MatchView) -> wire.AuctionState | None:
    """Return the auction with its calls in order."""
    auction = view.deal.auction
    if auction is None:
        return None
    calls = tuple(
        (seat, action.value if isinstance(action, Bid) else None)
        for seat, action in view.deal.history
        if isinstance(action, Bid | Pass)
    )
    return wire.AuctionState(
        status=auction.status, value=auction.value, holder=auction.holder, calls=calls
    )


def contract_state(told: Scene) -> wire.ContractState:
    """Return what is played."""
    deal = told.view.deal
    return wire.ContractState(
        declarer=deal.declarer,
        bid=deal.bid,
        stake=scene.stake(told.view),
        contract=deal.contract,
        trump=deal.trump,
        is_open=deal.is_open,
        from_hand=deal.from_hand,
        text=scene.contract_line(told),
        reach=scene.reach_line(told),
    )


def dabb_state(view: MatchView) -> wire.DabbState | None:
    """Return the Dabb as the seat may know it, None in a game without one."""
    deal = view.deal
    if not view.rules.deal.dabb:
        return None
    return wire.DabbState(
        n_cards=deal.n_dabb,
        taken=deal.dabb_taken,
        cards=deal.dabb,
        n_to_bury=view.rules.deal.dabb,
        n_buried=deal.n_buried,
        buried=deal.buried,
        done=deal.burying_done,
    )


def stock_state(view: MatchView) -> wire.StockState | None:
    """Return the stock, None in a game without one and before the cards are dealt."""
    deal = view.deal
    if not view.rules.deal.stock or not deal.n_cards:
        return None
    return wire.StockState(deal.n_stock, deal.turned_up)


def meld_help(told: Scene) -> tuple[wire.MeldHelp, ...]:
    """Return what the own cards meld under each trump, while that is weighed."""
    if told.view.deal.phase not in _BEFORE_PLAY:
        return ()
    words = told.words
    return tuple(
        wire.MeldHelp(
            trump=outlook.trump,
            text=melds.outlook_line(words, outlook),
            points=melds.total(outlook.melds),
            melds=shown(words, outlook.melds),
            broken=shown(words, outlook.broken),
        )
        for outlook in melds.outlooks(told.view)
    )


def meldable(told: Scene) -> tuple[wire.Meldable, ...]:
    """Return the best melds that may be declared now, with their names."""
    choices = [choice for choice in told.view.deal.choices if isinstance(choice, Melds)]
    return tuple(row for choice in choices for row in _meldable(told.words, choice))


def _meldable(words: Words, choice: Melds) -> Iterator[wire.Meldable]:
    """Yield the melds of the best set; its last sevens are the buried ones.

    Source: rules.md [diss-discard-002].
    """
    held = sum(meld.kind is MeldKind.DIX for meld in choice.best) - choice.buried_dix
    for meld in choice.best:
        is_dix = meld.kind is MeldKind.DIX
        yield wire.Meldable(words.meld(meld), meld, int(is_dix and held <= 0))
        held -= is_dix


def trick_state(view: MatchView) -> wire.TrickState:
    """Return the running trick, and who is winning it."""
    deal = view.deal
    return wire.TrickState(
        number=len(deal.tricks) + 1,
        leader=deal.leader,
        cards=deal.trick,
        winner=scene.winning_seat(view),
    )


def claim_state(told: Scene, claim: Claim) -> wire.ClaimState:
    """Return a claim in words."""
    return wire.ClaimState(
        by=claim.by,
        seat=claim.seat,
        trick=claim.trick,
        proven=claim.proven,
        text=" ".join(events.claim_lines(told, claim)),
    )


def account_of(told: Scene) -> wire.Account:
    """Return how the finished deal was scored."""
    score, totals = told.view.deal.score, told.view.totals
    headline = verdict.headline(told)
    if score is None:
        return wire.Account(headline=headline, sides=())
    sides = tuple(
        wire.AccountSide(
            side=side,
            name=side_name(told.view, side),
            lines=tuple(_account_line(row) for row in account.rows(told, side)),
            points=points,
            total=totals[side],
        )
        for side, points in enumerate(score.scores)
    )
    return wire.Account(headline=headline, sides=sides)


def _account_line(row: account.Row) -> wire.AccountLine:
    line = row.line
    return wire.AccountLine(
        what=line.what, text=row.text, seat=line.seat, points=line.points, detail=row.detail
    )


def match_state(told: Scene) -> wire.MatchState:
    """Return how the match stands."""
    view = told.view
    now = standing(view.rules, view.results)
    sides = range(view.rules.n_sides)
    scores = [result.scores for result in view.results]
    running = accumulate(scores, lambda one, two: tuple(map(sum, zip(one, two, strict=True))))
    deals = tuple(
        wire.ScoredDeal(
            number=number,
            declarer=result.declarer,
            bid=result.bid,
            made=result.made,
            scores=result.scores,
            totals=totals,
        )
        for number, (result, totals) in enumerate(zip(view.results, running, strict=True), 1)
    )
    return wire.MatchState(
        number=view.number,
        side_names=tuple(side_name(view, side) for side in sides),
        totals=view.totals,
        deals=deals,
        goal=scene.goal_line(told),
        finished=now.finished,
        winners=now.winners,
        result=scene.result_line(told),
    )
