"""The Württemberg picture: Eichel, Schippe, Herz, Bollen with König, Ober and Unter."""

from web.faces import courts
from web.faces.back import BACK, BACK_SHAPES
from web.faces.drawings import art
from web.faces.pips import SEVEN, TEN, pips, twig
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
    Suit("E", art("marks", "acorn"), "#5a3616", "#f0dfb8", "#d6b87c"),
    Suit("S", art("marks", "leaf"), "#17452c", "#d6e4c4", "#a3c08c"),
    Suit("H", art("marks", "heart"), "#a8201f", "#f6d8c8", "#e2a890"),
    Suit("B", art("marks", "bell"), "#234a86", "#d3dfea", "#a3bad2"),
)
LETTERS = {"A": "A", "Z": "10", "K": "K", "O": "O", "U": "U", "7": "7"}
NOTES = "Symbols: suit and rank (EA to B7), suit-E and so on, back."


def daus(suit: Suit) -> str:
    """Return two large marks over the beast of the suit; a stag needs room for its antlers."""
    y, scale = (140, 0.8) if suit.letter == "S" else (150, 0.86)
    marks = (use(f"m{suit.letter}", x, y, scale) for x in (84, 168))
    return courts.beast(suit) + "".join(marks)


def picture(suit: Suit, rank: str) -> str:
    """Return what stands between the two indices."""
    mark = f"m{suit.letter}"
    match rank:
        case "7":
            return twig(SEVEN, suit.ground) + pips(suit.letter, SEVEN, 0.56)
        case "Z":
            return twig(TEN, suit.ground) + pips(suit.letter, TEN, 0.52)
        case "A":
            return daus(suit)
        case "K":
            return courts.panel(suit) + courts.court("king", suit) + use(mark, 214, 188, 0.5)
        case "O":
            return courts.panel(suit) + courts.court("ober", suit) + use(mark, 204, 52, 0.56)
        case _:
            return courts.panel(suit) + courts.court("unter", suit) + use(mark, 48, 334, 0.56)


def card(suit: Suit, rank: str) -> str:
    """Return the symbol of a card."""
    face = use("paper") + picture(suit, rank) + index(LETTERS[rank], suit)
    return symbol(suit.letter + rank, face)


def wuerttemberg() -> str:
    """Return the sprite file."""
    shapes = [paper_shape(), *glyph_shapes(tuple(LETTERS.values()), 9), *mark_shapes(SUITS)]
    cards = [card(suit, rank) for suit in SUITS for rank in LETTERS]
    return sprite(NOTES, shapes + BACK_SHAPES, [*cards, symbol("back", BACK), *mark_symbols(SUITS)])
