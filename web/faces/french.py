"""The French picture: Kreuz, Pik, Herz, Karo with König, Dame and Bube."""

from web.faces import courts
from web.faces.back import BACK, BACK_SHAPES
from web.faces.drawings import art
from web.faces.pips import SEVEN, TEN, pips
from web.faces.sprite import (
    Suit,
    glyph_shapes,
    group,
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
FIGURES = {"K": "koenig", "O": "dame", "U": "bube"}
MARK_PLACES = {"K": (214, 188, 0.48), "O": (206, 50, 0.56), "U": (48, 334, 0.56)}
NOTES = """Symbols: suit and rank (EA to B7) with German letters, suit-E and so on, back.
Where English and French have other letters, EO-en EU-en EK-fr EU-fr (and so for S H B) are the
whole card with them; for all others the symbol without an ending is right."""


def picture(suit: Suit, rank: str) -> str:
    """Return what stands between the two indices."""
    if rank in FIGURES:
        return use(f"f{suit.letter}{rank}")
    if rank == "7":
        return pips(suit.letter, SEVEN, 0.56)
    if rank == "Z":
        return pips(suit.letter, TEN, 0.52)
    disc = f'<circle cx="125" cy="195" r="94" fill="{suit.tint}"/>'
    ring = f'<circle cx="125" cy="195" r="86" fill="none" stroke="{suit.ground}" stroke-width="4"/>'
    return disc + ring + use(f"m{suit.letter}", 125, 195, 1.3)


def court_shape(suit: Suit, rank: str) -> str:
    """Return the shared shape of a court card without its letters."""
    figure = courts.panel(suit) + courts.court(FIGURES[rank], suit)
    mark = use(f"m{suit.letter}", *MARK_PLACES[rank])
    return group(f"f{suit.letter}{rank}", figure + mark)


def card(suit: Suit, rank: str, lang: str = "de") -> str:
    """Return the symbol of a card with the letter of a language."""
    name = suit.letter + rank
    ident, letter = (
        (name, LETTERS[rank]) if lang == "de" else (f"{name}-{lang}", VARIANTS[lang][rank])
    )
    return symbol(ident, use("paper") + picture(suit, rank) + index(letter, suit))


def french() -> str:
    """Return the sprite file."""
    letters = {*LETTERS.values(), *(x for variant in VARIANTS.values() for x in variant.values())}
    shapes = [
        paper_shape(),
        *glyph_shapes(tuple(sorted(letters)), 9),
        *mark_shapes(SUITS),
        *(court_shape(suit, rank) for suit in SUITS for rank in FIGURES),
        *BACK_SHAPES,
    ]
    cards = [card(suit, rank) for suit in SUITS for rank in LETTERS]
    variants = [
        card(suit, rank, lang)
        for suit in SUITS
        for lang, ranks in VARIANTS.items()
        for rank in ranks
    ]
    return sprite(NOTES, shapes, [*cards, *variants, symbol("back", BACK), *mark_symbols(SUITS)])
