"""Where the marks of the counted cards lie."""

from web.faces.sprite import use

LEFT, MIDDLE, RIGHT = 79, 125, 171
SEVEN = [
    (LEFT, 66),
    (RIGHT, 66),
    (MIDDLE, 130),
    (LEFT, 195),
    (RIGHT, 195),
    (LEFT, 324),
    (RIGHT, 324),
]
TEN = [
    *((x, y) for y in (58, 149, 241, 332) for x in (LEFT, RIGHT)),
    (MIDDLE, 103),
    (MIDDLE, 287),
]


def pips(letter: str, places: list[tuple[int, int]], scale: float) -> str:
    """Return the marks of a card; those below the middle stand on their heads."""
    return "".join(use(f"m{letter}", x, y, scale, turn=180 if y > 200 else 0) for x, y in places)


def twig(places: list[tuple[int, int]], colour: str) -> str:
    """Return the pale twig on which the marks of a counted card grow."""
    turn = [(y, -1 if y > 200 else 1) for _, y in places]
    branches = "".join(
        f"M{MIDDLE} {y + 34 * up}C{MIDDLE} {y + 8 * up} {x} {y + 30 * up} {x} {y}"
        for (x, _), (y, up) in zip(places, turn, strict=True)
        if x != MIDDLE
    )
    return (
        f'<path d="M{MIDDLE} 96V294{branches}" fill="none" stroke="{colour}" stroke-width="6"'
        ' stroke-linecap="round"/>'
    )
