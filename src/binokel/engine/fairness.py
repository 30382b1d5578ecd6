"""Commitment to a shuffle: who holds the deck cannot choose it, and anybody can check that.

Before a deal the dealing program publishes a commitment, the SHA-256 of 32 secret random bytes.
Then every seat may contribute a text. Only then the order of the deck follows from all of them,
and after the deal the secret is revealed:

1. seed = SHA-256 of the ASCII text `binokel shuffle 1`, the 32 bytes of the secret, and for each
   seat from 0 the SHA-256 of its contribution in UTF-8 (of the empty text where it gave none).
2. The stream is block 0, block 1, …, each the SHA-256 of the seed and the number of the block in
   8 bytes, big-endian. It is read in words of 4 bytes, big-endian.
3. Start with the sorted deck: suits E S H B, within a suit A Z K O U 7, both copies together.
   For i from the last place down to 1: take words until one is below the greatest multiple of
   i + 1 that is not above 2**32; j is its remainder modulo i + 1; swap places i and j.
   Place 0 is the top of the deck.

Whoever makes a secret takes it from the operating system (`secrets.token_bytes(32)`), uses it
once, and never shows it before the deal is over.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from binokel.cards.card import Card

SECRET_BYTES = 32
"""The size of a secret: 256 bits."""

_LABEL = b"binokel shuffle 1"
_WORDS = 1 << 32


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret: `sha256:` and 64 hexadecimal digits.

    >>> commitment(bytes(32))[:23]
    'sha256:66687aadf862bd77'
    """
    return "sha256:" + sha256(secret).hexdigest()


def derive_order(
    cards: Sequence[Card], secret: bytes, contributions: Mapping[int, str], n_seats: int
) -> tuple[Card, ...]:
    """Return the order of the sorted deck by a secret and all contributions.

    >>> from binokel.cards.deck import deck
    >>> order = derive_order(deck(sevens=False), bytes(32), {0: "Anna", 2: "Carla"}, 3)
    >>> " ".join(card.value for card in order[:8])
    'HZ EZ BU EU SZ BA EK SK'
    """
    words = _words(_seed(secret, contributions, n_seats))
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _seed(secret: bytes, contributions: Mapping[int, str], n_seats: int) -> bytes:
    parts = [sha256(contributions.get(seat, "").encode()).digest() for seat in range(n_seats)]
    return sha256(b"".join([_LABEL, secret, *parts])).digest()


def _words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(seed + block.to_bytes(8, "big")).digest()
        block += 1
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")


def _below(n: int, words: Iterator[int]) -> int:
    """Return an evenly distributed number below n."""
    limit = _WORDS - _WORDS % n
    return next(word for word in words if word < limit) % n
