"""What lies on the table: the head of a deal, the trick, the own hand with its numbers."""

from collections.abc import Mapping, Sequence

from binokel.cards.card import SUITS, Card, Suit
from binokel.cli.terminal.console import Console, Styled
from binokel.cli.terminal.words import Words, position
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase
from binokel.telling.scene import Scene, auction_line, contract_line, turned_up_line, winning_seat
from binokel.telling.words import side_name

_SHOWS_HAND = (Phase.GIVE, Phase.BURY, Phase.TRUMP, Phase.PLAY)
"""The phases whose question shows the own cards."""


MOST_NEIGHBOURS = 4
"""At tables with more seats the order of play is told by numbers."""


def rule_line(console: Console, title: str) -> None:
    """Write a title with a line to the right edge."""
    rest = console.width - len(title) - 4
    console.line()
    console.raw(console.styled(f"── {title} {'─' * max(0, rest)}", "bold"))


def deal_head(console: Console, words: Words, view: MatchView) -> None:
    """Write the head of a deal: its number, who deals, who is in front, how it stands."""
    deal, seats = view.deal, view.seats
    left = view.deals_left
    n = words("deal.of", number=view.number, n=view.number + left) if left is not None else ""
    rule_line(console, n or words("deal.number", number=view.number))
    forehand = (deal.dealer + 1) % len(seats)
    console.line(words("deal.dealer", dealer=seats[deal.dealer], forehand=seats[forehand]))
    console.line(standing_line(words, view), indent=4)


def standing_line(words: Words, view: MatchView) -> str:
    """Return the scores of all sides in one line, with the target."""
    scores = " · ".join(
        f"{side_name(view, side)} {words.points(total)}" for side, total in enumerate(view.totals)
    )
    target = view.rules.match.target
    goal = words("target", target=target) if view.rules.match.ends == "target" else ""
    line = words("labelled", label=words("standing"), text=scores)
    return f"{line}   ({goal})" if goal else line


def seats_lines(console: Console, words: Words, view: MatchView, me: int) -> None:
    """Write in turn order who sits where, and with whom one plays.

    At a large table left and right say little: there the order is numbered.
    """
    rules, seats = view.rules, view.seats
    wide = max(12, *map(len, seats))
    for i in range(1, len(seats)):
        seat = (me + i) % len(seats)
        mate = words("partner") if rules.side_of[seat] == rules.side_of[me] else ""
        where = words(f"position.{position(rules, me, seat)}")
        if len(seats) > MOST_NEIGHBOURS:
            where = words("position.after", n=i)
        console.line(f"  {seats[seat]:<{wide}} {where}{f', {mate}' if mate else ''}")


def hand_lines(
    console: Console,
    words: Words,
    cards: Sequence[Card],
    numbers: Mapping[Card, int] | None = None,
    highlight: bool = True,
) -> None:
    """Write cards by suit, one row each; numbered cards are those that may be chosen."""
    for suit in SUITS:
        own = [card for card in dict.fromkeys(cards) if card.suit is suit]
        label = _label(console, words, suit)
        cells = [_cell(card, cards.count(card), numbers) for card in own] or ["–"]
        marks = [
            numbers is None or (card in numbers and highlight) or not highlight for card in own
        ]
        _row(console, label, cells, marks or [True])


def _label(console: Console, words: Words, suit: Suit) -> Styled:
    symbol = f"{words.symbol(suit)} " if words.has_symbols else ""
    text = f"  {suit.letter} {symbol}{words.suit_name(suit):<11}"
    styles = {"H": ("red",), "B": ("yellow",), "S": ("green",)}.get(suit.letter, ("bold",))
    return console.styled(text, *styles)


def _cell(card: Card, n: int, numbers: Mapping[Card, int] | None) -> str:
    text = " ".join([str(card)] * n)
    if numbers is None or card not in numbers:
        return text
    return f"[{numbers[card]}] {text}"


def _row(console: Console, label: Styled, cells: Sequence[str], marks: Sequence[bool]) -> None:
    """Write one suit's cells, on several lines where they are too many."""
    used = start = len(label.text)
    pieces: list[str | Styled] = [label]
    for cell, mark in zip(cells, marks, strict=True):
        if used > start and used + len(cell) > console.width:
            console.raw(*pieces)
            pieces, used = [" " * start], start
        pieces += [console.styled(cell, "bold" if mark else "dim"), "   "]
        used += len(cell) + 3
    console.raw(*pieces)


def numbered(cards: Sequence[Card]) -> dict[Card, int]:
    """Return numbers from 1 for the distinct cards, in their order.

    >>> numbered([Card.EA, Card.SO, Card.SO])
    {Card.EA: 1, Card.SO: 2}
    """
    return {card: n for n, card in enumerate(dict.fromkeys(cards), 1)}


def trick_head(console: Console, words: Words, view: MatchView) -> None:
    """Write the line that opens a trick."""
    number = len(view.deal.tricks) + 1
    title = f"{words('trick', number=number)} · {contract_line(Scene(words, view))}"
    console.line()
    console.line(title, "cyan", indent=4)


def trick_rows(console: Console, words: Words, view: MatchView, me: int) -> None:
    """Write the trick by seat, the own last; mark who led and who is winning."""
    deal, n = view.deal, len(view.seats)
    best = winning_seat(view)
    for i in range(1, n + 1):
        seat = (me + i) % n
        place = (seat - deal.leader) % n
        card = words.full(deal.trick[place]) if place < len(deal.trick) else "–"
        marks = []
        if seat == deal.leader and deal.trick:
            marks.append(words("led"))
        if seat == best:
            marks.append(words("wins"))
        if seat == deal.to_act:
            marks.append(words("to_act"))
        console.line(f"  {_short(view.seats[seat]):<12}  {card:<24} {', '.join(marks)}")


def card_line(console: Console, words: Words, view: MatchView, seat: int, card: Card) -> None:
    """Write one played card in its trick."""
    console.line(f"  {_short(view.seats[seat]):<12}  {words.full(card)}")


def whole_table(console: Console, words: Words, view: MatchView, me: int) -> None:
    """Write everything that the seat sees, on Enter, after undo and resume."""
    deal = view.deal
    deal_head(console, words, view)
    if deal.phase is Phase.AUCTION:
        if deal.to_act != me:
            console.line(auction_line(Scene(words, view)))
    elif contract_line(Scene(words, view)):
        console.line(contract_line(Scene(words, view)), indent=4)
    if deal.turned_up is not None:
        console.line(turned_up_line(Scene(words, view)), indent=4)
    if deal.dabb is not None and not deal.burying_done and deal.phase is not Phase.PLAY:
        console.line(words("labelled", label=words("dabb"), text=words.cards(deal.dabb)))
    if deal.open_hand is not None and deal.declarer is not None and deal.declarer != me:
        console.line(words("open_hand", name=view.seats[deal.declarer]))
        hand_lines(console, words, deal.open_hand)
    if deal.phase is Phase.PLAY:
        console.line(words("trick", number=len(deal.tricks) + 1))
        trick_rows(console, words, view, me)
    if deal.hand and not (deal.to_act == me and deal.phase in _SHOWS_HAND):
        console.line(words("your_hand", n=len(deal.hand)))
        hand_lines(console, words, deal.hand)


def _short(name: str) -> str:
    return name if len(name) <= 12 else name[:11] + "…"
