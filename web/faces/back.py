"""The back, the same for every face: a woven lattice and a stag, upright both ways."""

from web.faces.courts import ROUND
from web.faces.sprite import PAPER, half_turn, use

DEEP, LIGHT, GOLD = "#1f3f4a", "#5f8f8f", "#e0b04a"
_STEP = 36
_LINES = "".join(f"M{x} 24L{x + 342} 366M{x} 366L{x + 342} 24" for x in range(-307, 240, _STEP))
_STAG = (
    '<path d="M-7-36C-12-44-38-50-42-74C-44-88-38-96-31-101M-22-51C-25-60-24-68-19-75'
    "M-40-66C-30-72-28-80-29-87M-43-76C-51-80-56-86-57-95M7-36C12-44 38-50 42-74"
    'C44-88 38-96 31-101M22-51C25-60 24-68 19-75M40-66C30-72 28-80 29-87M43-76C51-80 56-86 57-95"'
    f' fill="none" stroke="{GOLD}" stroke-width="5.5" stroke-linecap="round"'
    ' stroke-linejoin="round"/>'
    f'<path d="M-12-34C-22-42-34-38-38-32C-30-24-20-22-13-24L-8-9C-6-4 6-4 8-9L13-24'
    f'C20-22 30-24 38-32C34-38 22-42 12-34C6-38-6-38-12-34Z" fill="{GOLD}"/>'
    f'<path d="M-7-23v.1M7-23v.1M-3-9h6" stroke="{DEEP}" stroke-width="5" stroke-linecap="round"/>'
)

BACK_SHAPES = [
    '<clipPath id="inner"><rect x="24" y="24" width="202" height="342" rx="6"/></clipPath>',
    f'<g id="stag" transform="translate(125 188)">{_STAG}</g>',
]
BACK = (
    use("paper")
    + f'<rect x="13" y="13" width="224" height="364" rx="10" fill="{DEEP}"/>'
    + f'<g clip-path="url(#inner)" fill="none" {ROUND}>'
    + f'<path d="{_LINES}" stroke="{LIGHT}" stroke-width="3"/></g>'
    + f'<ellipse cx="125" cy="195" rx="84" ry="134" fill="{DEEP}" stroke="{PAPER}" stroke-width="3"'
    + "/>"
    + use("stag")
    + half_turn(use("stag"))
    + f'<rect x="24" y="24" width="202" height="342" rx="6" fill="none" stroke="{PAPER}"'
    ' stroke-width="3"/>'
)
