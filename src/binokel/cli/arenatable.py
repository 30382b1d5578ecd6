"""The tables of `binokel arena`, as text in a language and as JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from binokel.arena.auctions import Bidding
from binokel.arena.calibration import LEAST, MOST_OFF, Reliability
from binokel.arena.plan import Plan
from binokel.arena.playing import DEAL
from binokel.arena.summary import Comparison, Summary
from binokel.cards.notation import Lang
from binokel.locales import text

Times = Mapping[str, Any] | None
"""What the file beside the rows tells of the last run."""


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table, its first column to the left, others right.

    >>> table([["a", "n"], ["bb", "10"]])
    ['a    n', 'bb  10']
    """
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    ]


def wrapped(words: str) -> list[str]:
    """Return a sentence in lines that a terminal of 80 columns does not break."""
    return wrap(words, 79, break_long_words=False, break_on_hyphens=False)


def as_text(plan: Plan, summary: Summary, path: Path, times: Times, lang: Lang) -> str:
    """Return everything as lines; every table has its null test."""
    head = plan.head
    mode = text(f"arena.mode.{head.mode}", lang, reference=head.reference)
    table = text(f"arena.table.{head.table}", lang, x=head.contests[-1][0])
    values = {"rules": head.rules, "n": plan.n_units, "seed": head.seed, "mode": mode}
    values["table"] = table
    lines = [*wrapped(text(f"arena.title.{head.kind}", lang, **values)), ""]
    lines += _comparisons(head.kind, summary.comparisons, lang)
    if summary.rungs:
        lines += ["", *wrapped(text("arena.ladder", lang)), *_rungs(summary, lang)]
    if summary.biddings:
        lines += ["", *_biddings(summary.biddings, lang)]
    for (player, when), found in summary.calibration.items():
        lines += ["", *_reliability(player, when, found, lang)]
    if summary.calibration:
        lines += wrapped(text("arena.legend.belief", lang))
    if times:
        lines += ["", *wrapped(text("arena.think", lang)), *_think(times["think_ms"], lang)]
    lines += ["", text("arena.files", lang, path=path)]
    return "\n".join(lines) + "\n"


def _comparisons(kind: str, found: Sequence[Comparison], lang: Lang) -> list[str]:
    value = "points" if kind == DEAL else "share"
    rows = [[text(f"arena.column.{name}", lang) for name in ("pair", value, "signs", "p")]]
    notes: list[str] = []
    for comparison in found:
        key = "null" if comparison.is_null else "pair"
        signs = comparison.signs
        rows.append(
            [
                text(f"arena.{key}", lang, x=comparison.x, y=comparison.y),
                shown_interval(comparison),
                f"{signs.above}/{signs.below}/{signs.equal}",
                f"{signs.p:.3f}" if signs.p >= 0.001 else "< 0.001",
            ]
        )
        notes += _notes(comparison, lang)
    even = f"{100 * found[0].even:.3g}"
    notes.append(text(f"arena.legend.{kind}", lang, even=even))
    return [*table(rows), *(line for note in notes for line in wrapped(note))]


def shown_interval(comparison: Comparison) -> str:
    """Return a difference with its interval, the share of matches in per cent."""
    mean, half, _ = comparison.difference
    if comparison.kind == DEAL:
        return f"{mean:+.1f} ± {half:.1f}"
    return f"{100 * (comparison.even + mean):.1f} % ± {100 * half:.1f}"


def _notes(comparison: Comparison, lang: Lang) -> list[str]:
    found = []
    if comparison.stopped:
        pair = text("arena.pair", lang, x=comparison.x, y=comparison.y)
        found.append(text("arena.stopped", lang, pair=pair, n=comparison.stopped))
    if comparison.is_null and not comparison.difference.has_zero:
        found.append(text("arena.null_bad", lang))
    if comparison.is_null and comparison.signs.above + comparison.signs.below == 0:
        found.append(text(f"arena.null_{'exact' if comparison.is_fixed else 'even'}", lang))
    return found


def _rungs(summary: Summary, lang: Lang) -> list[str]:
    rows = [[text(f"arena.column.{name}", lang) for name in ("player", "elo", "interval")]]
    rows += [
        [rung.player, f"{rung.elo:+.0f}", f"{rung.low:+.0f} … {rung.high:+.0f}"]
        for rung in summary.rungs
    ]
    return table(rows)


def _reliability(player: str, when: str, found: Reliability, lang: Lang) -> list[str]:
    values: dict[str, object] = {"player": player, "n": found.n, "brier": f"{found.brier:.3f}"}
    values["log"] = f"{found.log_loss:.3f}"
    values |= {"believed": f"{found.believed:.1%}", "made": f"{found.made:.1%}"}
    rows = [[text(f"arena.column.{name}", lang) for name in ("class", "n", "believed", "made")]]
    for c in found.classes:
        name = f"{c.low:.2f}–{c.high:.2f}"
        rows.append([name, str(c.n), f"{c.believed:.1%}", f"{c.made:.1%}"])
    lines = [*wrapped(text(f"arena.belief.{when}", lang, **values)), *table(rows)]
    if when == "lead":
        limits = {
            "least": LEAST,
            "points": f"{100 * MOST_OFF:g}",
            "worst": f"{100 * found.worst:.1f}",
        }
        lines += wrapped(text(f"arena.verdict.{found.verdict}", lang, **limits))
    return lines


def _biddings(biddings: Mapping[str, Bidding], lang: Lang) -> list[str]:
    names = ("player", "seats", "won", "bid", "out", "missed", "total", "low")
    rows = [[text(f"arena.column.{name}", lang) for name in names]]
    for player, found in biddings.items():
        told = figures(found)
        rows.append(
            [
                player,
                str(found.seats),
                _share(told["won"]),
                _mean(told["bid"]),
                _share(told["out"]),
                _share(told["missed"]),
                _mean(told["total"]),
                str(found.low),
            ]
        )
    legend = wrapped(text("arena.legend.bidding", lang))
    return [*wrapped(text("arena.bidding", lang)), *table(rows), *legend]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _mean(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def figures(found: Bidding) -> dict[str, float | None]:
    """Return what a table of bidding shows; None where there was nothing to count."""

    def per(count: int, of: int) -> float | None:
        return count / of if of else None

    return {
        "won": per(found.won, found.seats),
        "bid": per(found.bids, found.won),
        "out": per(found.out, found.won),
        "missed": per(found.missed, found.won),
        "total": per(found.totals, found.counted),
    }


def _think(found: Mapping[str, Mapping[str, float]], lang: Lang) -> list[str]:
    rows = [[text(f"arena.column.{name}", lang) for name in ("player", "n", "median", "p99")]]
    for player, values in found.items():
        rows.append([player, f"{values['n']}", f"{values['median']:.2f}", f"{values['p99']:.2f}"])
    return table(rows)


def as_json(plan: Plan, summary: Summary, path: Path, times: Times) -> dict[str, Any]:
    """Return everything as a document; `run` is what differs between two runs."""
    return {
        "plan": {**msgspec.to_builtins(plan.head), "units": plan.n_units},
        "comparisons": [
            {
                "x": c.x,
                "y": c.y,
                "null": c.is_null,
                "mean": c.difference.mean,
                "half": c.difference.half,
                "n": c.difference.n,
                "signs": c.signs._asdict(),
                "stopped": c.stopped,
                "even": c.even,
            }
            for c in summary.comparisons
        ],
        "ladder": [rung._asdict() for rung in summary.rungs],
        "calibration": [
            {"player": player, "when": when, **_plain(found, when)}
            for (player, when), found in summary.calibration.items()
        ],
        "bidding": [
            {
                "player": player,
                **dict(zip(found.__struct_fields__, found.numbers, strict=True)),
                "figures": figures(found),
            }
            for player, found in summary.biddings.items()
        ],
        "file": str(path),
        "run": None if times is None else dict(times),
    }


def _plain(found: Reliability, when: str) -> dict[str, Any]:
    told = {**found._asdict(), "classes": [c._asdict() for c in found.classes]}
    return {**told, "worst": found.worst, "verdict": found.verdict} if when == "lead" else told
