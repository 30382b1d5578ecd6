"""Questions to the declarer: burying, trump or contract, going out, calling a card."""

from collections.abc import Sequence

from binokel.cards.card import Card, Suit
from binokel.cards.hand import Hand
from binokel.cli.terminal.melds import bury_report, helper
from binokel.cli.terminal.question import Question, ask_until, confirmed
from binokel.cli.terminal.reading import (
    WORDS,
    Misread,
    is_word,
    key_of,
    read_card,
    read_cards,
    read_suit,
    split_word,
    whole,
)
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.table import hand_lines, numbered
from binokel.engine.actions import (
    Action,
    BuryCard,
    BuryDone,
    CallCard,
    Concede,
    GiveCard,
    NameContract,
    NameTrump,
    TakeBack,
)
from binokel.engine.choices import Bury, Calls, Concedes, ContractOffer, Gives, Trumps
from binokel.rules.contracts import Contract
from binokel.rules.melds import best_melds
from binokel.telling.confirm import (
    concede_cost,
    sure_to_announce,
    sure_to_call,
    sure_to_concede,
)
from binokel.telling.melds import total, trumps_in_question

SUIT_LETTERS = frozenset("eshb")


def ask_bury(session: Session, choice: Bury) -> Question:
    """Ask which cards to bury, with what that does to the melds."""
    console, words, deal = session.console, session.words, session.view.deal
    numbers = numbered(deal.hand)
    console.line(words("your_hand", n=len(deal.hand)))
    hand_lines(console, words, deal.hand, numbers)
    missing = choice.n - len(choice.buried)
    if choice.buried:
        points = sum(session.view.rules.card_points[card.index] for card in choice.buried)
        lie = words("bury.lie", cards=words.cards(choice.buried), points=points)
        console.line(lie, "cyan", indent=4)
        console.line(words("bury.left_to_meld"))
        for line in bury_report(session):
            console.line(line, indent=27)
    else:
        console.line(words("bury.could_meld"))
        helper(session)
    question = Question(words("bury.more", n=missing), [_read_bury])
    if choice.may_finish and missing <= 0:
        question.prompt = words("bury.finish")
        question.default = [BuryDone()]
    elif choice.may_finish:
        question.prompt = words("bury.free")
        question.hints.append(words("bury.strict"))
    return question


def _read_bury(session: Session, text: str) -> Sequence[Action] | None:
    deal = session.view.deal
    if is_word(text, "done"):
        return [BuryDone()]
    rest = split_word(text, "back")
    if rest is None:
        cards = read_cards(text, numbered(deal.hand), session.words)
        return [BuryCard(card) for card in cards]
    if rest:
        cards = read_cards(rest, numbered(deal.buried), session.words)
        return [TakeBack(card) for card in cards]
    last = _last_buried(session)
    if last is None:
        raise Misread(session.words("bury.nothing_back"))
    return [TakeBack(last)]


def _last_buried(session: Session) -> Card | None:
    """Return the card that was buried last and still lies there."""
    lying: list[Card] = []
    for _, action in session.view.deal.history:
        if isinstance(action, BuryCard) and action.card is not None:
            lying.append(action.card)
        elif isinstance(action, TakeBack) and action.card is not None:
            lying.remove(action.card)
    return lying[-1] if lying else None


def ask_trump(session: Session, choice: Trumps) -> Question:
    """Ask for the trump suit or a contract, with what can be melded under each."""
    console, words, view = session.console, session.words, session.view
    console.line(words("your_hand", n=len(view.deal.hand)))
    hand_lines(console, words, view.deal.hand)
    hand = Hand(view.deal.hand).bits
    for n, suit in enumerate(choice.suits, 1):
        melds = best_melds(view.rules, hand, suit)
        text = f"  [{n}] {words.suit(suit):<14} {total(melds):>4}   "
        console.line(text + (words.melds(melds) if melds else ""), indent=len(text))
    _list_offers(session, choice.contracts, len(choice.suits))
    prompt = words("trump.which" if choice.suits else "trump.contract")
    return Question(prompt, [_read_trump], letters=SUIT_LETTERS)


def _list_offers(session: Session, offers: Sequence[ContractOffer], before: int) -> None:
    words = session.words
    for n, offer in enumerate(offers, before + 1):
        name = words.offer(offer)
        session.console.line(f"  {words('trump.offer', n=n, name=name, value=offer.value)}")


def add_contracts(session: Session, choice: Trumps, question: Question) -> None:
    """Let the question also take the contracts that do without the Dabb."""
    words = session.words
    for offer in choice.contracts:
        hint = words("trump.hint", name=words.offer(offer), value=offer.value)
        question.hints.append(hint)
    question.readers.insert(0, _read_contract)


def _read_trump(session: Session, text: str) -> Sequence[Action] | None:
    choice = next(c for c in session.view.deal.choices if isinstance(c, Trumps))
    offer = _find_offer(session, choice, text)
    if offer is not None:
        return _announce(session, offer)
    if (
        text.isascii()
        and text.isdigit()
        and not 1 <= whole(text, session.words) <= len(choice.suits)
    ):
        last = len(choice.suits) + len(choice.contracts)
        raise Misread(session.words("misread.number", n=text, last=last))
    return [NameTrump(read_suit(text, session.words, choice.suits))] if choice.suits else None


def _read_contract(session: Session, text: str) -> Sequence[Action] | None:
    """Read the announcement of a contract where the Dabb is to be taken."""
    choice = next(c for c in session.view.deal.choices if isinstance(c, Trumps))
    offer = _find_offer(session, choice, text)
    return None if offer is None else _announce(session, offer)


def _find_offer(session: Session, choice: Trumps, text: str) -> ContractOffer | None:
    """Return the contract that a text means by its number or its words."""
    if text.isascii() and text.isdigit():
        place = whole(text, session.words) - len(choice.suits) - 1
        return choice.contracts[place] if 0 <= place < len(choice.contracts) else None
    key = key_of(text)
    if not ("durch" in key or "bettel" in key):
        return None
    contract = Contract.BETTEL if "bettel" in key or "unten" in key else Contract.DURCH
    is_open = any(word in key for word in ("offen", "gelegt", "open", "ouvert", "hand"))
    found = [offer for offer in choice.contracts if offer.contract is contract]
    for offer in found:
        if offer.is_open == is_open or len(found) == 1:
            return offer
    raise Misread(session.words("trump.not_offered", text=key[:30]))


def _announce(session: Session, offer: ContractOffer) -> Sequence[Action]:
    """Ask for the trump where one is named, and whether it is meant."""
    words = session.words
    suit = None
    if offer.suits:
        suit = ask_until(
            session,
            words("trump.which"),
            lambda text: read_suit(text, words, offer.suits),
            SUIT_LETTERS,
        )
    if not confirmed(session, sure_to_announce(session.scene, offer)):
        return []
    return [NameContract(offer.contract, offer.is_open, offer.from_hand, suit)]


def add_concede(session: Session, choice: Concedes, question: Question) -> None:
    """Let the question also take "ab". Source: rules.md [ab-timing]."""
    question.hints.append(session.words("concede.hint"))
    question.readers.insert(0, _read_concede)


def _read_concede(session: Session, text: str) -> Sequence[Action] | None:
    """Read "ab", "ab in Herz" or "ab Herz offen"; tell what it costs beforehand."""
    rest = split_word(text, "concede")
    if rest is None:
        return None
    words, deal = session.words, session.view.deal
    tokens = [token for token in rest.split() if not is_word(token, "in")]
    show = any(is_word(token, "show") for token in tokens)
    named = [token for token in tokens if not is_word(token, "show")]
    session.console.line(concede_cost(session.scene), indent=2)
    if named:
        suit: Suit | None = read_suit(named[0], words, ())
    else:
        suit = deal.trump if deal.trump is not None else _ask_concede_suit(session)
    if suit is None:
        return []
    action = Concede(suit, show)
    if not confirmed(session, sure_to_concede(session.scene, suit)):
        return []
    return [action]


def _ask_concede_suit(session: Session) -> Suit | None:
    """Ask for the suit to go out in; None where the person has thought better of it."""
    words = session.words
    suits = trumps_in_question(session.view)

    def read(text: str) -> Suit | None:
        if not text or any(is_word(text, word) for word in ("no", "back", "play_on")):
            return None
        if is_word(text, "help"):
            raise Misread(words("concede.help"))
        return read_suit(text, words, suits)

    return ask_until(session, words("concede.which"), read, SUIT_LETTERS | WORDS["help"])


def add_call(session: Session, _choice: Calls, question: Question) -> None:
    """Let the question also take "ruf …". Source: rules.md [rufen-timing]."""
    rules = session.view.rules
    if rules.dabb.call == "durch":
        question.hints.append(session.words("call.hint_durch", value=rules.dabb.call_bid))
    else:
        bid = max(session.view.deal.bid, rules.dabb.call_bid)
        question.hints.append(session.words("call.hint", bid=bid))
    question.readers.insert(0, _read_call)


def _read_call(session: Session, text: str) -> Sequence[Action] | None:
    rest = split_word(text, "call")
    if rest is None:
        return None
    words = session.words
    card = (
        read_card(rest, {}, words)
        if rest
        else ask_until(session, words("call.which"), lambda typed: read_card(typed, {}, words))
    )
    action = CallCard(card)
    legal = session.match.why_illegal(action) is None
    if legal and not confirmed(session, sure_to_call(session.scene, action)):
        return []
    return [action]


def ask_give(session: Session, choice: Gives) -> Question:
    """Ask which card to give for the called one. Source: rules.md [rufen-give-back]."""
    console, words, view = session.console, session.words, session.view
    call = view.deal.call
    assert call is not None
    console.line(words("your_hand", n=len(view.deal.hand)))
    hand_lines(console, words, view.deal.hand, numbered(choice.cards))
    return Question(words("give.which", name=view.seats[call.owner]), [_read_give])


def _read_give(session: Session, text: str) -> Sequence[Action] | None:
    choice = next(c for c in session.view.deal.choices if isinstance(c, Gives))
    return [GiveCard(read_card(text, numbered(choice.cards), session.words))]
