"""The kernel: how the time of exact answers grows with tricks left, seats and the deck.

Random deals of as many cards each as tricks are left, from a shuffled deck; all duties, trump
named, the last trick counts 10. Medians and 90 % points of CPU time with empty tables. A number of
tricks is left out, with all above it, once it would take longer than the limit.

python -m bench.growth [--deals 50] [--limit 20] [--picture docs/pictures/kernel-growth.svg]
"""

import argparse
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import geometric_mean, mean, median

from bench._report import ROOT, report
from bench.kernel import Form, threshold_ms, value_ms
from binokel.arena.svg import Curve, growth_svg

PICTURE = ROOT / "docs" / "pictures" / "kernel-growth.svg"
GROWTH = 6.0
"""Another trick takes at most about so many times as long."""
FIRST = 2
SHOWN = (4, 6, 8, 10, 12, 14, 16)
SECOND = 1000.0


@dataclass(frozen=True)
class Size:
    """What was measured with so many tricks left, in milliseconds of CPU time."""

    tricks: int
    value: list[float]
    threshold: list[float]

    @property
    def p90(self) -> float:
        """Nine of ten values were found in this time."""
        return sorted(self.value)[int(0.9 * len(self.value))]

    @property
    def spent(self) -> float:
        """Seconds that measuring it took, about: thresholds need the value, too."""
        return (2 * sum(self.value) + sum(self.threshold)) / SECOND


def form(seats: int, n_cards: int, tricks: int) -> Form:
    """Return a kind of deal; seat 0's side is counted, partners sit crosswise."""
    counted = {4: 0b0101, 6: 0b010101}.get(seats, 0b1)
    return Form(seats, tricks, n_cards == 48, counted)


def grown(seats: int, n_cards: int, n_deals: int, limit: float) -> list[Size]:
    """Return what was measured, from few tricks to as many as the limit allows."""
    sizes: list[Size] = []
    for tricks in range(FIRST, n_cards // seats + 1):
        if sizes and GROWTH * sizes[-1].spent > limit:
            break
        one = form(seats, n_cards, tricks)
        sizes.append(Size(tricks, value_ms(one, n_deals), threshold_ms(one, n_deals)))
        print(
            f"  {seats} seats, {n_cards} cards, {tricks} tricks left: value median "
            f"{median(sizes[-1].value):.3g} ms, p90 {sizes[-1].p90:.3g}, threshold median "
            f"{median(sizes[-1].threshold):.3g}, mean {mean(sizes[-1].threshold):.3g}",
            flush=True,
        )
    return sizes


def factor(sizes: list[Size]) -> float:
    """Return how many times longer another trick takes, over the last four steps."""
    last = [median(size.value) for size in sizes[-5:]]
    return geometric_mean([after / before for before, after in pairwise(last)])


def told(ms: float) -> str:
    """Return milliseconds with two figures, never as a power."""
    return f"{ms:.2g}" if ms < 99.5 else f"{ms:.0f}"


def row(name: str, sizes: list[Size]) -> str:
    """Return a line of the table in Markdown."""
    by_tricks = {size.tricks: size for size in sizes}
    cells = [
        f"{told(median(by_tricks[tricks].value))} ({told(by_tricks[tricks].p90)})"
        if tricks in by_tricks
        else ""
        for tricks in SHOWN
    ]
    share = mean(sizes[-1].threshold) / mean(sizes[-1].value)
    longest = f"{sizes[-1].tricks}: {told(median(sizes[-1].value))} ({told(sizes[-1].p90)})"
    return f"| {name} | {' | '.join([*cells, longest, f'{factor(sizes):.1f}', f'{share:.2f}'])} |"


def main() -> int:
    """Measure every number of seats and both decks; write table and picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument(
        "--limit", type=float, default=20.0, help="seconds for one number of tricks"
    )
    parser.add_argument("--picture", type=Path, default=PICTURE)
    options = parser.parse_args()
    curves: list[Curve] = []
    rows: list[str] = []
    for seats in range(2, 7):
        for n_cards in (40, 48):
            sizes = grown(seats, n_cards, options.deals, options.limit)
            name = f"{seats} seats, {n_cards} cards"
            measured = {str(size.tricks): size.value for size in sizes}
            report(f"growth-{seats}-{n_cards}", "ms", measured)
            points = tuple((float(size.tricks), median(size.value)) for size in sizes)
            curves.append(Curve(name, points, seats - 2, is_dashed=n_cards == 40))
            rows.append(row(name, sizes))
    heads = ["dealt", *map(str, SHOWN), "longest", "a trick", "threshold"]
    print(f"| {' | '.join(heads)} |\n|---|{'---:|' * (len(heads) - 1)}")
    print("\n".join(rows))
    axes = ("tricks left", "milliseconds, median")
    options.picture.parent.mkdir(parents=True, exist_ok=True)
    options.picture.write_text(growth_svg(curves, "Value of a random deal", axes), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
