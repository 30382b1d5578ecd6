"""Plots as SVG, readable on light and dark ground."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from binokel.arena.calibration import Reliability
from binokel.arena.ladder import Rung

_STYLE = """\
text{font:13px system-ui,sans-serif;fill:#222}
.grid{stroke:#ccc}.ideal{stroke:#777;stroke-dasharray:5 4}.a{--c:#0b61a4}.b{--c:#a34700}
.c{--c:#1b7a3d}.d{--c:#7a2ea0}.e{--c:#8a6d00}.dashed{stroke-dasharray:6 4}
.bar,.curve{stroke:var(--c);stroke-width:2;fill:none}
.dot{fill:var(--c)}.key{fill:var(--c)}
@media (prefers-color-scheme:dark){text{fill:#e6e6e6}.grid{stroke:#555}.ideal{stroke:#aaa}
.a{--c:#6db7f2}.b{--c:#f2a15f}.c{--c:#74d394}.d{--c:#cf9af0}.e{--c:#e3c95c}.key{fill:var(--c)}}"""

_CLASSES = "abcde"


class Curve(NamedTuple):
    """A row of points, from left to right; `colour` counts from 0, of five."""

    name: str
    points: tuple[tuple[float, float], ...]
    colour: int
    is_dashed: bool = False


def _page(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    title = f"<title>{escape(title)}</title>"
    return "\n".join([head, title, f"<style>{_STYLE}</style>", *parts, "</svg>", ""])


def _text(x: float, y: float, words: str, anchor: str = "start", style: str = "") -> str:
    extra = f' class="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {place} class="{style}"/>'


def _dot(x: float, y: float, radius: float, style: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" class="dot {style}"/>'


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round values, two or more, that cover a range.

    >>> ticks(-120.0, 90.0)
    [-150.0, -100.0, -50.0, 0.0, 50.0, 100.0]
    """
    rough = max(high - low, 1e-9) / (most - 1)
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
    first = floor(low / step)
    return [step * k for k in range(first, max(first + 1, ceil(high / step)) + 1)]


def ladder_svg(rungs: Sequence[Rung], title: str) -> str:
    """Return the ladder: each player a dot and its interval, the strongest on top."""
    left = 30 + 8 * max(len(rung.player) for rung in rungs)
    width, height, row = left + 460, 70 + 34 * len(rungs), 34
    marks = ticks(min(rung.low for rung in rungs), max(rung.high for rung in rungs))

    def x(value: float) -> float:
        return left + 420 * (value - marks[0]) / (marks[-1] - marks[0])

    bottom = 36 + row * len(rungs)
    parts = [_text(16, 22, title)]
    for mark in marks:
        parts.append(_line(x(mark), 32, x(mark), bottom, "grid"))
        parts.append(_text(x(mark), bottom + 18, f"{mark:+.0f}" if mark else "0", "middle"))
    for index, rung in enumerate(rungs):
        y = 32 + row * (index + 0.5)
        parts.append(_text(left - 12, y + 4, rung.player, "end"))
        parts.append(_line(x(rung.low), y, x(rung.high), y, "bar a"))
        parts.append(_dot(x(rung.elo), y, 5, "a"))
    return _page(width, height, title, parts)


def reliability_svg(found: Mapping[str, Reliability], title: str, axes: tuple[str, str]) -> str:
    """Return believed chances against shares made, a curve a name.

    Larger dots are more bids.
    """
    left, top, side = 64, 40, 360

    def x(value: float) -> float:
        return left + side * value

    def y(value: float) -> float:
        return top + side * (1 - value)

    parts = [_text(16, 22, title), _line(x(0), y(0), x(1), y(1), "ideal")]
    for percent in range(0, 101, 20):
        value = percent / 100
        parts.append(_line(x(0), y(value), x(1), y(value), "grid"))
        parts.append(_text(x(0) - 8, y(value) + 4, f"{percent} %", "end"))
        parts.append(_text(x(value), y(0) + 18, f"{percent} %", "middle"))
    parts.append(_text(x(0.5), y(0) + 40, axes[0], "middle"))
    turn = f"rotate(-90 16 {y(0.5):.1f})"
    parts.append(f'<g transform="{turn}">{_text(16, y(0.5), axes[1], "middle")}</g>')
    for index, (name, told) in enumerate(found.items()):
        style = _CLASSES[index % len(_CLASSES)]
        points = " ".join(f"{x(c.believed):.1f},{y(c.made):.1f}" for c in told.classes)
        parts.append(f'<polyline points="{points}" class="curve {style}"/>')
        most = max(c.n for c in told.classes)
        parts += [
            _dot(x(c.believed), y(c.made), 2.5 + 4.5 * (c.n / most) ** 0.5, style)
            for c in told.classes
        ]
        label = f"{name} (n = {told.n})"
        parts.append(_text(x(1) + 20, top + 16 + 22 * index, label, style=f"key {style}"))
    width = left + side + 40 + 8 * max((len(name) + 12 for name in found), default=0)
    return _page(width, top + side + 56, title, parts)


def growth_svg(curves: Sequence[Curve], title: str, axes: tuple[str, str]) -> str:
    """Return curves over whole numbers, each power of ten as high as the next.

    Raises:
        ValueError: a value has no logarithm, or there is no curve to scale by.
    """
    points = [point for curve in curves for point in curve.points]
    if not points or min(y for _, y in points) <= 0:
        raise ValueError("a plot of growth needs points, each above 0")
    left, top, wide, high = 84, 40, 520, 420
    first, last = (pick(x for x, _ in points) for pick in (min, max))
    floor10 = floor(log10(min(y for _, y in points)))
    ceil10 = max(floor10 + 1, ceil(log10(max(y for _, y in points))))

    def x(value: float) -> float:
        return left + wide * (value - first) / max(1, last - first)

    def y(value: float) -> float:
        return top + high * (ceil10 - log10(value)) / (ceil10 - floor10)

    bottom = top + high
    parts = [_text(16, 22, title)]
    for power in range(floor10, ceil10 + 1):
        parts.append(_line(left, y(10.0**power), left + wide, y(10.0**power), "grid"))
        parts.append(_text(left - 8, y(10.0**power) + 4, f"{10.0**power:g}", "end"))
    numbers = range(ceil(first), floor(last) + 1, 2)
    parts += [_text(x(value), bottom + 18, str(value), "middle") for value in numbers]
    parts.append(_text(left + wide / 2, bottom + 40, axes[0], "middle"))
    middle = top + high / 2
    turn = f'<g transform="rotate(-90 20 {middle:.1f})">'
    parts.append(f"{turn}{_text(20, middle, axes[1], 'middle')}</g>")
    for index, curve in enumerate(curves):
        parts += _curve(curve, [(x(one), y(other)) for one, other in curve.points])
        style = f"curve {_styles(curve)}"
        row, key = top + 14 + 22 * index, left + wide + 20
        parts.append(_line(key, row - 4, key + 28, row - 4, style))
        parts.append(_text(key + 36, row, curve.name))
    width = left + wide + 70 + 8 * max(len(curve.name) for curve in curves)
    return _page(width, bottom + 56, title, parts)


def _styles(curve: Curve) -> str:
    colour = _CLASSES[curve.colour % len(_CLASSES)]
    return f"{colour} dashed" if curve.is_dashed else colour


def _curve(curve: Curve, places: Sequence[tuple[float, float]]) -> list[str]:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = [_dot(x, y, 2.5, _CLASSES[curve.colour % len(_CLASSES)]) for x, y in places]
    return [f'<polyline points="{line}" class="curve {_styles(curve)}"/>', *dots]
