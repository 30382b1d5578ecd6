"""The commitment to a shuffle: fixed vectors, and the algorithm written a second time.

The vectors were computed by a program in another language from the text of docs/notation.md.
"""

from collections import Counter
from hashlib import sha256

import pytest

from binokel.cards.deck import deck
from binokel.cards.notation import parse_cards
from binokel.engine.fairness import SECRET_BYTES, _below, commitment, derive_order

SECRET = bytes(range(32))
THREE = """EZ SA BU SO HA HO EO HZ BK BA EZ BZ BO BO EK HA EO SK EA EA BU HU SZ EK SO HK SK BK SU SU
BA HK SZ HZ EU EU BZ HO SA HU"""
FOUR = """HO SZ SA BK BZ SA HZ SO SU BO EK B7 BO E7 EZ HA E7 BK HA EZ H7 EK SZ H7 EA S7 EO BA EU HO
HU HK HK EU B7 BZ SK S7 HZ SK SU BU EO EA BA SO HU BU"""


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    digest = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SECRET) == f"sha256:{digest}"
    assert len(SECRET) == SECRET_BYTES


def test_the_order_follows_from_the_secret_and_what_the_seats_add() -> None:
    order = derive_order(deck(sevens=False), SECRET, {0: "Anna", 1: "Größe 7", 2: ""}, 3)
    assert list(order) == parse_cards(THREE)


def test_seats_may_add_nothing() -> None:
    order = derive_order(deck(sevens=True), SECRET, {}, 4)
    assert list(order) == parse_cards(FOUR)


@pytest.mark.parametrize("changed", [{0: "Anna "}, {1: "Anna"}, {0: "Anna", 2: "x"}])
def test_every_contribution_changes_the_order(changed: dict[int, str]) -> None:
    cards = deck(sevens=False)
    assert derive_order(cards, SECRET, {0: "Anna"}, 3) != derive_order(cards, SECRET, changed, 3)


def test_the_number_of_seats_and_the_secret_change_the_order() -> None:
    cards = deck(sevens=False)
    orders = {
        derive_order(cards, SECRET, {}, 3),
        derive_order(cards, SECRET, {}, 4),
        derive_order(cards, SECRET[::-1], {}, 3),
    }
    assert len(orders) == 3
    assert all(Counter(order) == Counter(cards) for order in orders)


def plain_order(secret: bytes, texts: list[str]) -> list[str]:
    """Shuffle as the documentation says, with nothing of the package."""
    seed = b"binokel shuffle 1" + secret
    for text in texts:
        seed += sha256(text.encode("utf-8")).digest()
    seed = sha256(seed).digest()
    stream = b"".join(sha256(seed + n.to_bytes(8, "big")).digest() for n in range(50))
    pile = [suit + rank for suit in "ESHB" for rank in "AZKOU7" for _ in range(2)]
    place = 0
    for last in range(47, 0, -1):
        while True:
            word = int.from_bytes(stream[place : place + 4], "big")
            place += 4
            if word < 2**32 // (last + 1) * (last + 1):
                break
        pile[last], pile[word % (last + 1)] = pile[word % (last + 1)], pile[last]
    return pile


@pytest.mark.parametrize("n", range(20))
def test_a_second_implementation_agrees(n: int) -> None:
    secret, texts = sha256(bytes([n])).digest(), ["", f"{n}", "ß"]
    order = derive_order(deck(sevens=True), secret, dict(enumerate(texts)), 3)
    assert [card.value for card in order] == plain_order(secret, texts)
    assert [card.value for card in order] != plain_order(secret, ["", "", ""])


def test_words_above_the_last_multiple_are_passed_over() -> None:
    assert _below(3, iter([2**32 - 1, 5])) == 2
    assert _below(2, iter([2**32 - 1, 5])) == 1
