"""The court figures: one drawing a rank, dressed and equipped suit by suit."""

from web.faces.drawings import ART, art
from web.faces.palette import BEASTS, COMMON, LOOKS
from web.faces.sprite import INK, Suit, fill_in

OUTLINE = f'stroke="{INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"'

SAME_BODY = {"bube": "unter"}


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
    body = art(SAME_BODY.get(figure, figure), "figure")
    return outlined(figure, suit, body, LOOKS[figure][suit.letter])


def beast(suit: Suit) -> str:
    """Return what a Daus shows beside its two marks."""
    return outlined("daus", suit, "$twig$beast", {"beast": BEASTS[suit.letter]})


def outlined(figure: str, suit: Suit, drawing: str, look: dict[str, str]) -> str:
    """Return a drawing with its colours and the parts of its suit filled in."""
    colours = COMMON | {"ground": suit.ground} | look
    own = {name: fill_in(part, **colours) for name, part in own_parts(figure, suit.letter).items()}
    return f"<g {OUTLINE}>{fill_in(drawing, **(colours | own))}</g>"


def panel(suit: Suit) -> str:
    """Return the tinted field behind a figure; its two notches are for the index."""
    return (
        f'<path d="M58 14H236V266H192V376H14V124H58Z" fill="{suit.tint}" stroke="{INK}"'
        ' stroke-width="2.5"/>'
    )
