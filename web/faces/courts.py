"""The court figures: one drawing a rank, dressed and equipped suit by suit."""

from web.faces.drawings import ART, art
from web.faces.palette import COMMON, LOOKS
from web.faces.sprite import INK, Suit, fill_in

OUTLINE = f'stroke="{INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"'


def own_parts(figure: str, suit: str) -> dict[str, str]:
    """Return the drawings that only this suit has, by their place in the figure.

    They are the files `part-suit.svg`, such as `weapon-E.svg`.
    """
    ending = f"-{suit}.svg"
    names = (path.name for path in sorted((ART / figure).glob(f"*{ending}")))
    return {name.removesuffix(ending): art(figure, name.removesuffix(".svg")) for name in names}


def court(figure: str, suit: str) -> str:
    """Return a figure in the colours and with the things of its suit.

    Raises:
        KeyError: A colour or a part of the drawing is missing.
    """
    colours = COMMON | LOOKS[figure][suit]
    own = {name: fill_in(part, **colours) for name, part in own_parts(figure, suit).items()}
    return f"<g {OUTLINE}>{fill_in(art(figure, 'figure'), **(colours | own))}</g>"


def panel(suit: Suit) -> str:
    """Return the tinted field behind a figure; its two notches are for the index."""
    return (
        f'<path d="M58 14H236V266H192V376H14V124H58Z" fill="{suit.tint}" stroke="{INK}"'
        ' stroke-width="2.5"/>'
    )
