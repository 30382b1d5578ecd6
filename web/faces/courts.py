"""The court figures: one drawing a rank, dressed and equipped suit by suit."""

from web.faces.drawings import ART, art
from web.faces.palette import BEASTS, COMMON, LOOKS
from web.faces.sprite import INK, Suit, fill_in

ROUND = 'stroke-linejoin="round" stroke-linecap="round"'
OUTLINE = f'stroke="{INK}" stroke-width="4" {ROUND}'

# Figures of the French set that differ from these in colours and in parts.
SAME_BODY = {"koenig": "king", "bube": "unter"}


def own_parts(figure: str, suit: str) -> dict[str, str]:
    """Return the drawings that only this suit has, by their place in the figure.

    They are the files `part-suit.svg`, such as `weapon-E.svg`.
    """
    ending = f"-{suit}.svg"
    names = (path.name for path in sorted((ART / figure).glob(f"*{ending}")))
    return {name.removesuffix(ending): art(figure, name.removesuffix(".svg")) for name in names}


def court(figure: str, suit: Suit) -> str:
    """Return a figure in the colours and with the things of its suit.

    Raises:
        KeyError: A colour or a part of the drawing is missing.
    """
    base = SAME_BODY.get(figure, figure)
    parts = own_parts(base, suit.letter) | own_parts(figure, suit.letter)
    return outlined(suit, art(base, "figure"), parts, LOOKS[figure][suit.letter])


def beast(suit: Suit) -> str:
    """Return what a Daus shows beside its two marks."""
    parts = own_parts("daus", suit.letter)
    return outlined(suit, "$twig$beast", parts, {"beast": BEASTS[suit.letter]})


def outlined(suit: Suit, drawing: str, parts: dict[str, str], look: dict[str, str]) -> str:
    """Return a drawing with its parts and colours filled in."""
    colours = COMMON | {"ground": suit.ground} | look
    filled = {name: fill_in(part, **colours) for name, part in parts.items()}
    return f"<g {OUTLINE}>{fill_in(drawing, **(colours | filled))}</g>"


def panel(suit: Suit) -> str:
    """Return the tinted field behind a figure; its two notches are for the index."""
    return (
        f'<path d="M58 14H236V266H192V376H14V124H58Z" fill="{suit.tint}" stroke="{INK}"'
        ' stroke-width="2.5"/>'
    )
