"""The large picture, for eyes that need it: a giant rank, a giant mark, nothing else."""

from web.faces.back import BACK, BACK_SHAPES
from web.faces.drawings import art
from web.faces.sprite import (
    INK,
    Suit,
    glyph_shapes,
    half_turn,
    mark_shapes,
    mark_symbols,
    paper_shape,
    sprite,
    symbol,
    use,
)

WHITE = "#ffffff"

SUITS = (
    Suit("E", art("marks", "large-acorn"), "#7a3f00", WHITE),
    Suit("S", art("marks", "large-leaf"), "#00602a", WHITE),
    Suit("H", art("marks", "large-heart"), "#c8001a", WHITE),
    Suit("B", art("marks", "large-bell"), "#0046ad", WHITE),
)
LETTERS = {"A": "A", "Z": "10", "K": "K", "O": "O", "U": "U", "7": "7"}
NOTES = "Symbols: suit and rank (EA … B7), suit-E …, back."


def outlined(letter: str, colour: str, x: float, y: float, scale: float) -> str:
    """Return a letter in its colour with a black edge."""
    shape = use(f"g{letter}", x, y, scale)
    edge = use(f"e{letter}", x, y, scale)
    return f'<g stroke="{INK}">{edge}</g><g stroke="{colour}">{shape}</g>'


def card(suit: Suit, rank: str) -> str:
    """Return the symbol of a card."""
    letter, mark = LETTERS[rank], f"m{suit.letter}"
    corner = outlined(letter, suit.colour, 9, 16, 1.05) + use(mark, 30, 106, 0.48)
    middle = outlined(letter, suit.colour, 74, 34, 2.7) + use(mark, 125, 276, 1.45)
    return symbol(suit.letter + rank, use("paper") + middle + corner + half_turn(corner))


def large() -> str:
    """Return the sprite file."""
    letters = tuple(LETTERS.values())
    edges = [shape.replace('id="g', 'id="e') for shape in glyph_shapes(letters, 14)]
    shapes = [paper_shape(WHITE), *edges, *glyph_shapes(letters, 9), *mark_shapes(SUITS)]
    cards = [card(suit, rank) for suit in SUITS for rank in LETTERS]
    return sprite(NOTES, shapes + BACK_SHAPES, [*cards, symbol("back", BACK), *mark_symbols(SUITS)])
