"""Questions while melding, playing and signing."""

from collections.abc import Sequence

from binokel.cards.card import Rank, card_of
from binokel.cli.terminal.melds import with_cards
from binokel.cli.terminal.question import Question, confirmed
from binokel.cli.terminal.reading import (
    Misread,
    is_word,
    key_of,
    quoted,
    read_card,
    split_word,
    whole,
)
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.table import hand_lines, numbered
from binokel.engine.actions import (
    Action,
    ClaimRevoke,
    DeclareMelds,
    ExchangeDix,
    PlayCard,
    Sign,
)
from binokel.engine.choices import Cards, Exchange, Melds, Signs
from binokel.engine.record.faults import Unread
from binokel.engine.record.meldwords import Reading, parse_melds
from binokel.rules.melds import Meld, MeldKind
from binokel.telling.confirm import sure_to_meld_less
from binokel.telling.melds import total
from binokel.telling.scene import winning_seat


def ask_melds(session: Session, choice: Melds) -> Question:
    """Show the best melds; Enter declares them all. Source: rules.md [meld-voluntary]."""
    console, words = session.console, session.words
    if not choice.best:
        return Question(words("melds.empty"), [_read_melds], [DeclareMelds()])
    console.line(words("melds.yours", points=total(choice.best)))
    with_cards(session, choice.best, numbers=True)
    if choice.buried_dix:
        console.line(words("melds.buried_dix", n=choice.buried_dix))
    default = [DeclareMelds(choice.best, choice.buried_dix)]
    return Question(words("melds.ask"), [_read_melds], default)


def _read_melds(session: Session, text: str) -> Sequence[Action] | None:
    choice = next(c for c in session.view.deal.choices if isinstance(c, Melds))
    tokens = text.replace(",", " ").split()
    if is_word(text, "nothing"):
        melds: tuple[Meld, ...] = ()
    elif tokens and all(token.isascii() and token.isdigit() for token in tokens):
        melds = _by_number(session, choice, tokens)
    else:
        melds = _by_words(session, text)
    action = DeclareMelds(melds, _buried_dix(session, melds))
    lost = total(choice.best) - total(melds)
    legal = session.match.why_illegal(action) is None
    if legal and lost > 0 and not confirmed(session, sure_to_meld_less(session.scene, lost)):
        return []
    return [action]


def _by_number(session: Session, choice: Melds, tokens: Sequence[str]) -> tuple[Meld, ...]:
    chosen = dict.fromkeys(whole(token, session.words) for token in tokens)
    for n in chosen:
        if not 1 <= n <= len(choice.best):
            raise Misread(session.words("misread.number", n=n, last=len(choice.best)))
    return tuple(choice.best[n - 1] for n in chosen)


def _by_words(session: Session, text: str) -> tuple[Meld, ...]:
    """Return the melds that words such as `Paar Herz, vier Daus` mean."""
    view = session.view
    try:
        melds = parse_melds(text, 1, Reading(view.rules, view.deal.trump)).melds
    except Unread:
        melds = ()
    if not melds:
        raise Misread(session.words("melds.not_here", text=quoted(text)))
    return melds


def _buried_dix(session: Session, melds: Sequence[Meld]) -> int:
    """Return how many of the melded trump sevens must lie among the buried cards."""
    deal = session.view.deal
    if deal.trump is None or not deal.buried:
        return 0
    n_dix = sum(meld.kind is MeldKind.DIX for meld in melds)
    return max(0, n_dix - deal.hand.count(card_of(deal.trump, Rank.SIEBENER)))


def add_exchange(session: Session, choice: Exchange, question: Question) -> None:
    """Let the question also take the exchange. Source: rules.md [two-player-dix]."""
    words = session.words
    question.hints.append(words("exchange.hint", card=words.card(choice.card)))
    question.readers.insert(0, _read_exchange)


def _read_exchange(_session: Session, text: str) -> Sequence[Action] | None:
    return [ExchangeDix()] if is_word(text, "exchange") else None


def ask_card(session: Session, choice: Cards) -> Question:
    """Show the hand with numbers on the legal cards, and who is winning the trick."""
    console, words, view = session.console, session.words, session.view
    deal = view.deal
    numbers = numbered(choice.cards)
    console.line()
    hand_lines(console, words, deal.hand, numbers)
    seat = winning_seat(view)
    if seat is None:
        situation = words("play.you_lead")
    else:
        card = deal.trick[(seat - deal.leader) % len(view.seats)]
        mine = view.rules.side_of[seat] == view.rules.side_of[session.me]
        name = f"{view.seats[seat]} ({words('partner')})" if mine else view.seats[seat]
        situation = words("play.winning", name=name, card=words.card(card))
    if len(numbers) == 1:
        only = choice.cards[0]
        prompt = words("play.only", situation=situation, card=str(only))
        return Question(prompt, [_read_card], [PlayCard(only)])
    return Question(words("play.which", situation=situation, n=len(numbers)), [_read_card])


def _read_card(session: Session, text: str) -> Sequence[Action] | None:
    choice = session.view.deal.choices[0]
    assert isinstance(choice, Cards)
    return [PlayCard(read_card(text, numbered(choice.cards), session.words))]


def ask_sign(session: Session, choice: Signs) -> Question:
    """Show all tricks; Enter signs. Source: rules.md [strict-revoke]."""
    console, words, view = session.console, session.words, session.view
    console.line(words("sign.head"))
    for n, trick in enumerate(view.deal.tricks, 1):
        cards = " ".join(map(str, trick.cards))
        text = words(
            "sign.trick",
            n=n,
            leader=view.seats[trick.leader],
            cards=cards,
            winner=view.seats[trick.winner],
        )
        console.line(f"  {text}", indent=6)
    question = Question(words("sign.ask"), [_read_sign], [Sign()])
    if choice.seats:
        other = view.seats[choice.seats[0]]
        question.hints.append(words("sign.hint", name=other))
    return question


def _read_sign(session: Session, text: str) -> Sequence[Action] | None:
    """Read a signature, or `reklamieren NAME STICH`."""
    if is_word(text, "sign"):
        return [Sign()]
    rest = split_word(text, "claim")
    if rest is None:
        return None
    name, _, number = rest.rpartition(" ")
    view = session.view
    seats = [s for s, other in enumerate(view.seats) if name and _same(other, name)]
    if len(seats) != 1 or not (number.isascii() and number.isdigit()):
        raise Misread(
            session.words("sign.how", name=view.seats[(session.me + 1) % len(view.seats)])
        )
    return [ClaimRevoke(seats[0], whole(number, session.words) - 1)]


def _same(name: str, typed: str) -> bool:
    return key_of(name).startswith(key_of(typed))
