"""The French picture: Kreuz, Pik, Herz, Karo with König, Dame and Bube."""

from web.faces import courts
from web.faces.back import BACK, BACK_SHAPES
from web.faces.drawings import art
from web.faces.pips import SEVEN, TEN, pips
from web.faces.sprite import (
    LETTER_PLACE,
    PAPER,
    Suit,
    glyph_shapes,
    half_turn,
    index,
    mark_shapes,
    mark_symbols,
    paper_shape,
    sprite,
    symbol,
    use,
)

# Four colours as on German tournament cards: no two suits are told by their shape alone.
SUITS = (
    Suit("E", art("marks", "club"), "#1b1d2a", "#e3dfd6", "#bdb7aa"),
    Suit("S", art("marks", "spade"), "#17603a", "#d6e4c4", "#a3c08c"),
    Suit("H", art("marks", "french-heart"), "#b3161e", "#f6d8c8", "#e2a890"),
    Suit("B", art("marks", "diamond"), "#a84f00", "#f3dfb4", "#dcb878"),
)
LETTERS = {"A": "A", "Z": "10", "K": "K", "O": "D", "U": "B", "7": "7"}
VARIANTS = {"en": {"O": "Q", "U": "J"}, "fr": {"K": "R", "U": "V"}}
FIGURES = {"K": "king", "O": "dame", "U": "bube"}
MARK_PLACES = {"K": (214, 188, 0.48), "O": (206, 50, 0.56), "U": (48, 334, 0.56)}
NOTES = """Symbols: suit and rank (EA to B7) with German letters, suit-E and so on, back.
Where English and French have other letters, EO-en EU-en EK-fr EU-fr (and so for S H B) lie on
top of the card and cover its letters."""


def picture(suit: Suit, rank: str) -> str:
    """Return what stands between the two indices ."""
    if rank in FIGURES:
        figure = courts.panel(suit) + courts.court(FIGURES[rank], suit)
        return figure + use(f"m{suit.letter}", *MARK_PLACES[rank])
    if rank == "7":
        return pips(suit.letter, SEVEN, 0.56)
    if rank == "Z":
        return pips(suit.letter, TEN, 0.52)
    disc = f'<circle cx="125" cy="195" r="92" fill="{suit.tint}"/>'
    return disc + use(f"m{suit.letter}", 125, 195, 1.3)


def card(suit: Suit, rank: str) -> str:
    """Return the symbol of a card with its German letter."""
    face = use("paper") + picture(suit, rank) + index(LETTERS[rank], suit)
    return symbol(suit.letter + rank, face)


def letters_in(lang: str, suit: Suit, rank: str) -> str:
    """Return the symbol that lays the letters of a language over the German ones."""
    letter = VARIANTS[lang][rank]
    patch = f'<path d="M6 12H52V76H6Z" fill="{PAPER}"/>'
    corner = f'{patch}<g stroke="{suit.colour}">{use(f"g{letter}", *LETTER_PLACE)}</g>'
    return symbol(f"{suit.letter}{rank}-{lang}", corner + half_turn(corner))


def french() -> str:
    """Return the sprite file."""
    letters = {*LETTERS.values(), *(x for variant in VARIANTS.values() for x in variant.values())}
    shapes = [
        paper_shape(),
        *glyph_shapes(tuple(sorted(letters)), 9),
        *mark_shapes(SUITS),
        *BACK_SHAPES,
    ]
    cards = [card(suit, rank) for suit in SUITS for rank in LETTERS]
    variants = [
        letters_in(lang, suit, rank)
        for suit in SUITS
        for lang, ranks in VARIANTS.items()
        for rank in ranks
    ]
    return sprite(NOTES, shapes, [*cards, *variants, symbol("back", BACK), *mark_symbols(SUITS)])
