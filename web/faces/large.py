"""The large picture, for eyes that need it: a giant rank, a giant mark, nothing else.

Rank and a mark lie side by side in the top left 150 x 148 units, which is what a full hand in rows
leaves free of a card.
"""

from web.faces.back import BACK, BACK_SHAPES
from web.faces.drawings import art
from web.faces.sprite import (
    INK,
    Suit,
    glyph_shapes,
    group,
    half_turn,
    mark_shapes,
    mark_symbols,
    paper_shape,
    sprite,
    symbol,
    use,
)

WHITE, EDGE = "#ffffff", 1.6

SUITS = (
    Suit("E", art("marks", "large-acorn"), "#7a3f00", WHITE, WHITE),
    Suit("S", art("marks", "large-leaf"), "#00602a", WHITE, WHITE),
    Suit("H", art("marks", "large-heart"), "#c8001a", WHITE, WHITE),
    Suit("B", art("marks", "large-bell"), "#0046ad", WHITE, WHITE),
)
LETTERS = {"A": "A", "Z": "10", "K": "K", "O": "O", "U": "U", "7": "7"}
NOTES = "Symbols: suit and rank (EA to B7), suit-E and so on, back."


def edge_shape(letter: str) -> str:
    """Return the black edge of a letter: its shape moved a little to all eight sides."""
    sides = [(x, y) for x in (-EDGE, 0, EDGE) for y in (-EDGE, 0, EDGE) if x or y]
    return group(f"e{letter}", "".join(use(f"g{letter}", x, y) for x, y in sides))


def outlined(letter: str, colour: str, place: str) -> str:
    """Return a letter in its colour with a black edge."""
    return (
        f'<g transform="{place}"><g stroke="{INK}">{use(f"e{letter}")}</g>'
        f'<g stroke="{colour}">{use(f"g{letter}")}</g></g>'
    )


def card(suit: Suit, rank: str) -> str:
    """Return the symbol of a card."""
    letter, mark = LETTERS[rank], f"m{suit.letter}"
    top = outlined(letter, suit.colour, "translate(8 16)scale(1.9 2.2)") + use(mark, 122, 80, 0.62)
    corner = outlined(letter, suit.colour, "translate(10 14)scale(1.06 1.42)")
    corner += use(mark, 31, 124, 0.5)
    body = use("paper") + top + use(mark, 104, 262, 1.7) + half_turn(corner)
    return symbol(suit.letter + rank, body)


def large() -> str:
    """Return the sprite file."""
    letters = tuple(LETTERS.values())
    shapes = [
        paper_shape(WHITE),
        *glyph_shapes(letters, 9),
        *(edge_shape(letter) for letter in letters),
        *mark_shapes(SUITS),
    ]
    cards = [card(suit, rank) for suit in SUITS for rank in LETTERS]
    return sprite(NOTES, shapes + BACK_SHAPES, [*cards, symbol("back", BACK), *mark_symbols(SUITS)])
