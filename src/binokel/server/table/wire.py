"""What the page and the table say to each other over the socket.

The page knows no rule: everything that it shows or offers stands in these messages, with the
texts in the seat's language. `web/src/lib/wire.ts` is made from this module.
"""

from typing import Any

import msgspec

from binokel.cards.card import Card, Suit
from binokel.cards.notation import Lang, SuitStyle
from binokel.engine.actions import Action
from binokel.engine.choices import Choice
from binokel.engine.parts import Call, Trick
from binokel.engine.phase import Phase
from binokel.rules.bidding import AuctionStatus
from binokel.rules.contracts import Contract
from binokel.rules.melds import Meld

# --- from the page ------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message, and again when the language changes; it answers with an Update.

    `person` is the secret that the browser keeps: it owns a seat.
    """

    person: str
    lang: Lang = "de"
    suits: SuitStyle = "württemberg"


class Act(msgspec.Struct, frozen=True, tag_field="type", tag="act", forbid_unknown_fields=True):
    """An action of the seat, answering the update with this `seq`."""

    seq: int
    action: Action


class NextDeal(
    msgspec.Struct, frozen=True, tag_field="type", tag="next_deal", forbid_unknown_fields=True
):
    """The account has been read: deal the next cards."""

    seq: int


class AskHint(
    msgspec.Struct, frozen=True, tag_field="type", tag="ask_hint", forbid_unknown_fields=True
):
    """What would the computer do? It answers with a Hint or NoHint, to this page alone."""

    seq: int


FromPage = Hello | Act | NextDeal | AskHint


# --- to the page --------------------------------------------------------------------------------


class ShownMeld(msgspec.Struct, frozen=True):
    """A meld with its name in words."""

    text: str
    meld: Meld


class Meldable(msgspec.Struct, frozen=True):
    """A meld that may be declared; `buried_dix` is how many buried sevens it takes."""

    text: str
    meld: Meld
    buried_dix: int


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """What all see of a seat.

    `place` counts from the own seat in turn order (0: oneself). `player` is the name of a
    computer player and `level` what people call it. `bid` is its last bid in the
    auction, `passed` whether it said weg. `melds` is None before it has declared. `points` are
    the card points of its finished tricks, as all have seen them; buried cards are not in it.
    """

    name: str
    place: int
    side: int
    player: str | None
    level: str | None
    is_partner: bool
    n_cards: int
    bid: int | None
    passed: bool
    melds: tuple[ShownMeld, ...] | None
    meld_points: int
    n_tricks: int
    points: int


class Option(msgspec.Struct, frozen=True):
    """An action to choose, in words; `ask` is the question to confirm it, where it is needed."""

    action: Action
    text: str
    ask: str | None = None


class TrickState(msgspec.Struct, frozen=True, kw_only=True):
    """The running trick: cards in the order of play from `leader`; `winner` is in front."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int | None


class AuctionState(msgspec.Struct, frozen=True, kw_only=True):
    """The auction: the standing bid (0: none) and who made it; `calls` in order, None is weg."""

    status: AuctionStatus
    value: int
    holder: int | None
    calls: tuple[tuple[int, int | None], ...]


class ContractState(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: `text` says it in one line.

    `stake` is what it is played for: the bid, or what the Durch or Bettel counts. `reach` says
    during play what the declarer's side has melded of it, and what is missing.
    """

    declarer: int | None
    bid: int
    stake: int
    contract: Contract
    trump: Suit | None
    is_open: bool
    from_hand: bool
    text: str
    reach: str


class DabbState(msgspec.Struct, frozen=True, kw_only=True):
    """The Dabb and what lies buried; cards are there only for whom may know them."""

    n_cards: int
    taken: bool
    cards: tuple[Card, ...] | None
    n_to_bury: int
    n_buried: int
    buried: tuple[Card, ...]
    done: bool


class StockState(msgspec.Struct, frozen=True):
    """The stock and its turned-up card."""

    n_cards: int
    turned_up: Card | None


class MeldHelp(msgspec.Struct, frozen=True, kw_only=True):
    """What the own hand melds under a trump; `broken` what buried cards have cost."""

    trump: Suit | None
    text: str
    points: int
    melds: tuple[ShownMeld, ...]
    broken: tuple[ShownMeld, ...] = ()


class AccountLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the account: what, whose, how many points, and how they came about."""

    what: str
    text: str
    seat: int | None
    points: int
    detail: str


class AccountSide(msgspec.Struct, frozen=True, kw_only=True):
    """A side's part of the account; the lines sum to `points`."""

    side: int
    name: str
    lines: tuple[AccountLine, ...]
    points: int
    total: int


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """How a finished deal was scored; without sides it is dealt again."""

    headline: str
    sides: tuple[AccountSide, ...]


class ScoredDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal in the list of the match; `totals` after it, by side."""

    number: int
    declarer: int | None
    bid: int
    made: bool | None
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class MatchState(msgspec.Struct, frozen=True, kw_only=True):
    """How the match stands; `goal` says when it ends, `result` who has won it."""

    number: int
    side_names: tuple[str, ...]
    totals: tuple[int, ...]
    deals: tuple[ScoredDeal, ...]
    goal: str
    finished: bool
    winners: tuple[int, ...]
    result: str


class ClaimState(msgspec.Struct, frozen=True):
    """A claim of a revoke in words."""

    by: int
    seat: int
    trick: int
    proven: bool
    text: str


class RulesHead(msgspec.Struct, frozen=True):
    """Which rules are played; `direction` is the way round the table."""

    id: str
    title: str
    direction: str
    has_stock: bool
    is_strict: bool


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat is shown, and all that it may do; enough by itself after a reload.

    `prompt` says in a sentence what is to be done now, or who is thought of. `choices` are the
    engine's; `options` are those of them that are no cards, bids or cuts, ready in words.
    `meldable` are the melds of the best set that may be declared now, with their names.
    `hand` is sorted, every copy listed. `may_hint` says whether a hint may be asked for now.
    """

    table: str
    rules: RulesHead
    you: int
    seats: tuple[SeatState, ...]
    dealer: int
    phase: Phase
    phase_text: str
    to_act: int | None
    prompt: str
    hand: tuple[Card, ...]
    choices: tuple[Choice, ...]
    options: tuple[Option, ...]
    auction: AuctionState | None
    contract: ContractState
    dabb: DabbState | None
    stock: StockState | None
    call: Call | None
    open_hand: tuple[Card, ...] | None
    meld_help: tuple[MeldHelp, ...]
    meldable: tuple[Meldable, ...]
    trick: TrickState
    tricks: tuple[Trick, ...]
    claims: tuple[ClaimState, ...]
    account: Account | None
    match: MatchState
    may_deal: bool
    may_hint: bool


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Something that has been done, as this seat sees it; `text` tells it, in a sentence each.

    `seat` is None where it was chance or the table.
    """

    seat: int | None
    action: Action
    text: tuple[str, ...]


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """The table after everything up to `seq`; `events` are what is new since the last update."""

    seq: int
    events: tuple[Event, ...]
    view: TableView


class Fault(msgspec.Struct, frozen=True):
    """The one shape of an error; `message` is in the seat's language."""

    code: str
    message: str
    details: dict[str, Any]


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """A message was refused and nothing has changed; `seq` is where the table stands."""

    seq: int
    error: Fault


class Notice(msgspec.Struct, frozen=True, tag_field="type", tag="notice"):
    """Something about the table itself, e.g. that a computer player was started anew."""

    code: str
    message: str


class WeighedAction(msgspec.Struct, frozen=True, kw_only=True):
    """An action that was weighed for a hint: its value with the uncertainty, and its chance."""

    action: Action
    text: str
    value: str
    chance: str
    is_advised: bool


class Hint(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="hint"):
    """What the computer would do in the place of the seat, answering an update with this `seq`.

    `actions` is one action, or the cards to bury in their order. `weighed` has the best first;
    `meaning` explains their values. It holds until anything is done.
    """

    seq: int
    actions: tuple[Action, ...]
    text: str
    reasons: tuple[str, ...]
    weighed: tuple[WeighedAction, ...]
    meaning: str


class NoHint(msgspec.Struct, frozen=True, tag_field="type", tag="no_hint"):
    """There is no hint, and why; `seq` is where the table stands."""

    seq: int
    error: Fault


ToPage = Update | Refusal | Notice | Hint | NoHint
