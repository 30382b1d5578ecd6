"""The tables of `binokel arena`, as text in a language and as JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from binokel.arena.calibration import Reliability
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
    values = {"rules": head.rules, "n": plan.n_units, "seed": head.seed, "mode": mode}
    lines = [*wrapped(text(f"arena.title.{head.kind}", lang, **values)), ""]
    lines += _comparisons(head.kind, summary.comparisons, lang)
    if summary.rungs:
        lines += ["", *wrapped(text("arena.ladder", lang)), *_rungs(summary, lang)]
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
    notes.append(text(f"arena.legend.{kind}", lang))
    return [*table(rows), *(line for note in notes for line in wrapped(note))]


def shown_interval(comparison: Comparison) -> str:
    """Return a difference with its interval, the share of matches in per cent."""
    mean, half, _ = comparison.difference
    if comparison.kind == DEAL:
        return f"{mean:+.1f} ± {half:.1f}"
    return f"{50 + 100 * mean:.1f} % ± {100 * half:.1f}"


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
    values = {"player": player, "n": found.n, "brier": f"{found.brier:.3f}"}
    values |= {"believed": f"{found.believed:.1%}", "made": f"{found.made:.1%}"}
    rows = [[text(f"arena.column.{name}", lang) for name in ("class", "n", "believed", "made")]]
    for c in found.classes:
        name = f"{c.low:.2f}–{c.high:.2f}"
        rows.append([name, str(c.n), f"{c.believed:.1%}", f"{c.made:.1%}"])
    return [*wrapped(text(f"arena.belief.{when}", lang, **values)), *table(rows)]


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
            }
            for c in summary.comparisons
        ],
        "ladder": [rung._asdict() for rung in summary.rungs],
        "calibration": [
            {"player": player, "when": when, **_plain(found)}
            for (player, when), found in summary.calibration.items()
        ],
        "file": str(path),
        "run": None if times is None else dict(times),
    }


def _plain(found: Reliability) -> dict[str, Any]:
    return {**found._asdict(), "classes": [c._asdict() for c in found.classes]}
