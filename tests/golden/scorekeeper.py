"""A scorekeeper with pencil and paper: reads a record line by line and counts every deal.

It knows the canonical words of records and the second implementation of the rules in
`tests.oracle`; of `binokel` it uses the schema of a rule set only.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from binokel.rules.ruleset import RuleSet
from tests.oracle.cards import Cards, worth
from tests.oracle.dealing import Dealt, deal
from tests.oracle.melds import Meld, every_meld
from tests.oracle.play import winner
from tests.oracle.scores import Facts, score, to_ten
from tests.oracle.stock import Seat, lay, moves

ACTION = re.compile(r"(\d) (\w+) ?(.*)")
BY_SUIT = ("pair", "family", "double family")


@dataclass
class Sheet:
    """One deal as it runs."""

    rules: RuleSet
    dealer: int
    deck: Cards
    dealt: Dealt = field(default_factory=lambda: Dealt([]))
    declarer: int | None = None
    bid: int = 0
    contract: str = "trump"
    words: list[str] = field(default_factory=list)
    trump: str | None = None
    buried: Cards = field(default_factory=list)
    melds: dict[int, int] = field(default_factory=dict)
    people: list[Seat] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[tuple[int, Cards]] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    conceded: bool = False
    draws: bool = False
    turned_dix: bool = False


def deals_of(rules: RuleSet, text: str) -> list[list[int] | None]:
    """Return the scores by side of each deal, None where nobody bid; all must be over."""
    parts = re.split(r"^deal \d+ dealer (\d)\n", text, flags=re.MULTILINE)[1:]
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [count(rules, int(dealer), body) for dealer, body in pairs]


def count(rules: RuleSet, dealer: int, body: str) -> list[int] | None:
    """Return the scores of one deal."""
    lines = [line for line in body.splitlines() if line and line[0] not in "#s"]
    shuffle = re.search("^shuffle (.*)$", body, re.MULTILINE)
    assert shuffle
    sheet = Sheet(rules, dealer, shuffle[1].split())
    lifted = re.search(r"^cut (\d+)$", body, re.MULTILINE)
    knocked = "\nknock\n" in body
    sheet.dealt = deal(rules, dealer, sheet.deck, int(lifted[1]) if lifted else 0, knocked)
    sheet.people = [Seat(Counter(hand)) for hand in sheet.dealt.hands]
    if sheet.dealt.stock:
        sheet.trump = sheet.dealt.stock[-1][0]
        sheet.turned_dix = sheet.dealt.stock[-1][1] == "7"
    for line in lines:
        for action in line.split("   "):
            if found := ACTION.fullmatch(action):
                step(sheet, int(found[1]), found[2], found[3])
    return result(sheet)


def step(sheet: Sheet, seat: int, word: str, rest: str) -> None:
    """Write down what a seat does."""
    if word in ("take", "trump", "durch", "bettel"):
        sheet.declarer = seat
    STEPS[word](sheet, seat, rest)


def bid(sheet: Sheet, _seat: int, rest: str) -> None:
    sheet.bid = int(rest)


def take(sheet: Sheet, seat: int, _rest: str) -> None:
    sheet.dealt.hands[seat] += sheet.dealt.dabb


def bury(sheet: Sheet, seat: int, rest: str) -> None:
    for card in rest.split():
        sheet.dealt.hands[seat].remove(card)
        sheet.buried.append(card)


def name_trump(sheet: Sheet, _seat: int, rest: str) -> None:
    sheet.trump = rest


def durch(sheet: Sheet, _seat: int, rest: str) -> None:
    sheet.contract, sheet.words = "durch", rest.split()
    sheet.trump = rest.partition("trump ")[2] or None


def bettel(sheet: Sheet, _seat: int, _rest: str) -> None:
    sheet.contract = "bettel"


def concede(sheet: Sheet, _seat: int, rest: str) -> None:
    sheet.conceded, sheet.trump = True, rest[0]


def nothing(_sheet: Sheet, _seat: int, _rest: str) -> None:
    pass


def value(rules: RuleSet, words: str, trump: str | None) -> int:
    """Return what a meld counts, from the table of the rule set."""
    kind, _, last = words.rpartition(" ")
    table = rules.melds
    if kind in BY_SUIT:
        name = kind.replace(" ", "_") + ("_trump" if last == trump else "")
        return int(getattr(table, name))
    if kind == "four":
        return table.fours[last]  # type: ignore[index]
    if kind == "eight":
        return table.eight or 0
    if words == "rundgang":
        plain = {"literal-200": 200, "always": 250}.get(table.rundgang, 240)
        return table.rundgang_points or plain
    return int(getattr(table, words.replace(" ", "_")))


def meld(sheet: Sheet, seat: int, text: str) -> None:
    """Add up the melds of a seat; with a stock they may take over earlier ones."""
    names = [name for name in text.split(", ") if name != "nothing" and "buried" not in name]
    if not sheet.dealt.stock:
        sheet.melds[seat] = sum(value(sheet.rules, name, sheet.trump) for name in names)
        return
    for name in names:
        lay_in_window(sheet, seat, name)


def lay_in_window(sheet: Sheet, seat: int, name: str) -> None:
    wanted = [m for m in every_meld(sheet.rules, sheet.trump) if called(m) == name]
    assert wanted, name
    person = sheet.people[seat]
    found = moves(sheet.rules, person, sheet.dealt.hands[seat], wanted)
    best = max(found, key=lambda move: move.gain)
    sheet.people[seat] = lay(sheet.rules, person, best)


def called(meld: Meld) -> str:
    """Return the canonical words of a meld."""
    kind = meld.kind.replace("_", " ")
    if kind in BY_SUIT:
        return f"{kind} {meld.suit}"
    return f"{kind} {meld.rank}" if kind in ("four", "eight") else kind


def exchange(sheet: Sheet, seat: int, _rest: str) -> None:
    """Lay the trump seven under the stock and score a Dix. Source: rules.md [two-player-dix]."""
    lay_in_window(sheet, seat, "dix")
    turned = sheet.dealt.stock[-1]
    sheet.dealt.hands[seat].remove(f"{sheet.trump}7")
    sheet.dealt.hands[seat].append(turned)
    sheet.people[seat].ever[turned] += 1
    sheet.dealt.stock[-1] = f"{sheet.trump}7"


def play(sheet: Sheet, seat: int, card: str) -> None:
    """Play a card; finish the trick, and draw where there is a stock."""
    n = sheet.rules.table.seats
    if sheet.draws:
        draw(sheet)
    if sheet.trick:
        assert seat == (sheet.trick[-1][0] + 1) % n
    elif sheet.won:
        assert seat == sheet.won[-1]
    sheet.dealt.hands[seat].remove(card)
    sheet.trick.append((seat, card))
    if len(sheet.trick) < n:
        return
    leader, cards = sheet.trick[0][0], [card for _, card in sheet.trick]
    sheet.won.append((leader + winner(cards, trump_of_tricks(sheet))) % n)
    sheet.tricks.append((leader, cards))
    sheet.trick = []
    sheet.draws = bool(sheet.dealt.stock)


def draw(sheet: Sheet) -> None:
    """Let both draw, after the window of the winner. Source: rules.md [two-player-draw]."""
    for seat in (sheet.won[-1], 1 - sheet.won[-1]):
        card = sheet.dealt.stock.pop(0)
        sheet.dealt.hands[seat].append(card)
        sheet.people[seat].ever[card] += 1
    sheet.draws = False


def trump_of_tricks(sheet: Sheet) -> str | None:
    return sheet.trump if sheet.contract == "trump" or sheet.trump else None


def result(sheet: Sheet) -> list[int] | None:
    """Return the scores of a deal that is over."""
    rules = sheet.rules
    assert not sheet.trick
    if sheet.people and rules.deal.stock:
        return two_players(sheet)
    if sheet.declarer is None:
        return None
    forced = rules.bidding.minimum if rules.bidding.opener == "holds" else 0
    bid = sheet.bid or forced or rules.bidding.forced_value
    assert bid
    facts = Facts(
        declarer=sheet.declarer,
        bid=bid,
        melds=[sheet.melds.get(seat, 0) for seat in range(rules.table.seats)],
        contract=sheet.contract,
        open="open" in sheet.words,
        from_hand="hand" in sheet.words,
        trump=sheet.trump,
        tricks=sheet.tricks,
        buried=sheet.buried,
        conceded=sheet.conceded,
    )
    return score(rules, facts).scores


def two_players(sheet: Sheet) -> list[int]:
    """Source: rules.md [two-player-score], [two-player-dix]."""
    assert not any(sheet.dealt.hands)
    totals = []
    for seat, person in enumerate(sheet.people):
        tricks = zip(sheet.tricks, sheet.won, strict=True)
        taken = [cards for (_, cards), who in tricks if who == seat]
        points = sum(worth(sheet.rules, cards) for cards in taken)
        points += sheet.rules.play.last_trick if sheet.won[-1] == seat else 0
        melds = sum(meld.points for meld in person.standing)
        melds += 10 if sheet.turned_dix and seat == sheet.dealer else 0
        totals.append(to_ten(points) + (melds if taken else 0))
    return totals


STEPS = {
    "pass": nothing,
    "done": nothing,
    "bid": bid,
    "take": take,
    "bury": bury,
    "trump": name_trump,
    "durch": durch,
    "bettel": bettel,
    "concede": concede,
    "meld": meld,
    "exchange": exchange,
    "play": play,
}
