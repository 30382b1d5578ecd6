"""The back: a woven lattice with small stars, the same for every face."""

from web.faces.sprite import HEIGHT, INK, PAPER, WIDTH

CREAM, DEEP, LIGHT = PAPER, "#1f3f4a", "#7fa3a0"


def _lattice() -> str:
    lines = "".join(f"M{x} 24L{x + 342} 366M{x} 366L{x + 342} 24" for x in range(-310, 250, 38))
    return f'<path d="{lines}" fill="none" stroke="{LIGHT}" stroke-width="3"/>'


BACK_SHAPES = [
    '<clipPath id="inner"><rect x="24" y="24" width="202" height="342" rx="6"/></clipPath>'
]
BACK = (
    f'<rect x="1.5" y="1.5" width="{WIDTH - 3}" height="{HEIGHT - 3}" rx="16" fill="{CREAM}"'
    f' stroke="{INK}" stroke-width="3"/>'
    f'<rect x="14" y="14" width="222" height="362" rx="10" fill="{DEEP}"/>'
    f'<g clip-path="url(#inner)">{_lattice()}</g>'
    f'<rect x="24" y="24" width="202" height="342" rx="6" fill="none" stroke="{CREAM}"'
    ' stroke-width="3"/>'
)
