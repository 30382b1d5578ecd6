"""The sprite file of a face set: shared shapes in `defs`, one `symbol` a card."""

from dataclasses import dataclass
from string import Template

from web.faces.glyphs import GLYPHS

WIDTH, HEIGHT = 250, 390
INK, PAPER = "#1b1d2a", "#faf3e3"
LICENCE = "MIT licence, Copyright (c) The Binokel developers. Drawn by web/faces: change it there."


@dataclass(frozen=True)
class Suit:
    """How a suit looks: the drawing of its mark, its index, its field and its ground."""

    letter: str
    mark: str
    colour: str
    tint: str
    ground: str


def use(ref: str, x: float = 0, y: float = 0, scale: float = 1, turn: int = 0) -> str:
    """Return a `use` of a shared shape, placed, scaled and turned."""
    steps = (
        f"translate({x:g} {y:g})" if x or y else "",
        f"rotate({turn})" if turn else "",
        f"scale({scale:g})" if scale != 1 else "",
    )
    transform = f' transform="{"".join(steps)}"' if any(steps) else ""
    return f'<use href="#{ref}"{transform}/>'


def half_turn(body: str) -> str:
    """Return a drawing turned around the middle of the card."""
    return f'<g transform="rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})">{body}</g>'


def group(ident: str, body: str) -> str:
    """Return a shared shape for `defs`."""
    return f'<g id="{ident}">{body}</g>'


def symbol(ident: str, body: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> str:
    """Return one picture of the sprite."""
    return f'<symbol id="{ident}" viewBox="{box}">{body}</symbol>'


def paper_shape(colour: str = PAPER) -> str:
    """Return the shared shape of an empty card; it stays light on a dark table."""
    return (
        f'<rect id="paper" x="1.5" y="1.5" width="{WIDTH - 3}" height="{HEIGHT - 3}" rx="16"'
        f' fill="{colour}" stroke="{INK}" stroke-width="3"/>'
    )


def glyph_shapes(letters: tuple[str, ...], width: float) -> list[str]:
    """Return the shared shapes of some letters; who uses them gives the colour."""
    return [
        f'<path id="g{letter}" d="{GLYPHS[letter]}" fill="none" stroke-width="{width:g}"'
        ' stroke-linejoin="round"/>'
        for letter in letters
    ]


def mark_shapes(suits: tuple[Suit, ...]) -> list[str]:
    """Return the shared shapes of the suit marks."""
    return [group(f"m{suit.letter}", fill_in(suit.mark, ink=INK)) for suit in suits]


def mark_symbols(suits: tuple[Suit, ...]) -> list[str]:
    """Return the marks as pictures of their own."""
    return [
        symbol(f"suit-{suit.letter}", use(f"m{suit.letter}"), "-54 -54 108 108") for suit in suits
    ]


def index(letter: str, suit: Suit) -> str:
    """Return rank and suit in the top left corner and, turned, in the other one."""
    corner = (
        f'<g stroke="{suit.colour}">{use(f"g{letter}", 9, 16)}</g>'
        f"{use(f'm{suit.letter}', 29, 100, 0.42)}"
    )
    return corner + half_turn(corner)


def fill_in(art: str, **colours: str) -> str:
    """Return a drawing with its `$names` replaced by colours.

    Raises:
        KeyError: A colour of the drawing is not given.
    """
    return Template(art).substitute(colours)


def sprite(notes: str, defs: list[str], symbols: list[str]) -> str:
    """Return the whole file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f"<!-- {LICENCE}\n{notes} -->\n<defs>\n"
        + "\n".join(defs)
        + "\n</defs>\n"
        + "\n".join(symbols)
        + "\n</svg>\n"
    )
