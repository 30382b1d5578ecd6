"""The Württemberg picture: Eichel, Schippe, Herz, Bollen with König, Ober and Unter."""

from web.faces import courts
from web.faces.back import BACK, BACK_SHAPES
from web.faces.drawings import art
from web.faces.pips import SEVEN, TEN, pips
from web.faces.sprite import (
    Suit,
    glyph_shapes,
    index,
    mark_shapes,
    mark_symbols,
    paper_shape,
    sprite,
    symbol,
    use,
)

SUITS = (
    Suit("E", art("marks", "acorn"), "#5a3616", "#f0dfb8"),
    Suit("S", art("marks", "leaf"), "#17452c", "#d6e4c4"),
    Suit("H", art("marks", "heart"), "#a8201f", "#f6d8c8"),
    Suit("B", art("marks", "bell"), "#234a86", "#d3dfea"),
)
LETTERS = {"A": "A", "Z": "10", "K": "K", "O": "O", "U": "U", "7": "7"}
NOTES = "Symbols: suit and rank (EA … B7), suit-E …, back."


def picture(suit: Suit, rank: str) -> str:
    """Return what stands between the two indices."""
    mark = f"m{suit.letter}"
    match rank:
        case "7":
            return pips(suit.letter, SEVEN, 0.6)
        case "Z":
            return pips(suit.letter, TEN, 0.58)
        case "A":
            return use(mark, 125, 110, 1.3) + use(mark, 125, 280, 1.3, turn=180)
        case "K":
            return courts.panel(suit) + courts.court("king", suit.letter) + use(mark, 214, 188, 0.5)
        case "O":
            return courts.panel(suit) + courts.court("ober", suit.letter) + use(mark, 204, 52, 0.56)
        case _:
            return (
                courts.panel(suit) + courts.court("unter", suit.letter) + use(mark, 48, 334, 0.56)
            )


def card(suit: Suit, rank: str) -> str:
    """Return the symbol of a card."""
    face = use("paper") + picture(suit, rank) + index(LETTERS[rank], suit)
    return symbol(suit.letter + rank, face)


def wuerttemberg() -> str:
    """Return the sprite file."""
    shapes = [paper_shape(), *glyph_shapes(tuple(LETTERS.values()), 9), *mark_shapes(SUITS)]
    cards = [card(suit, rank) for suit in SUITS for rank in LETTERS]
    return sprite(NOTES, shapes + BACK_SHAPES, [*cards, symbol("back", BACK), *mark_symbols(SUITS)])
