"""Scores on the screen: every deal line by line, the match as a list."""

import textwrap
from collections.abc import Sequence

from binokel.cards.hand import unpack
from binokel.cli.terminal.session import Finished, Session
from binokel.cli.terminal.table import rule_line, standing_line
from binokel.engine.match import MatchView
from binokel.locales import text
from binokel.rules.scoring import DealScore, ScoreLine
from binokel.telling.account import ORDER, label
from binokel.telling.scene import Scene
from binokel.telling.verdict import Declared, verdict
from binokel.telling.words import side_name

LABEL = 34
"""Columns for what a line of the account is about."""

MARGIN = 22
CELL = 17
"""Columns of the list of deals: before the scores, and for one side's scores."""


def deal_account(session: Session, ended: Finished) -> None:
    """Write how a finished deal was scored, side by side and line by line."""
    console, words, view = session.console, session.words, ended.view
    score = view.deal.score
    if score is None:
        rule_line(console, words("score.redeal"))
        return
    rule_line(console, words("score.head"))
    headline = _verdict(session, ended)
    if headline:
        console.line(headline, "bold", indent=2)
    if view.rules.table.sides == "single" and _table_width(view) <= console.width:
        _as_table(session, score)
    else:
        _as_list(session, score)
    console.line()
    console.line(standing_line(words, view), "bold", indent=4)


def _verdict(session: Session, ended: Finished) -> str:
    """Return what became of the bid; at the end of a deal all its cards may be named."""
    deal = ended.deal
    if deal.declarer is None:
        return ""
    cards = Declared(unpack(deal.hands[deal.declarer]), unpack(deal.buried))
    return verdict(Scene(session.words, ended.view), cards)


def _as_list(session: Session, score: DealScore) -> None:
    """Write the account side under side."""
    console, words, view = session.console, session.words, session.view
    for side in range(view.rules.n_sides):
        console.line(side_name(view, side), "bold")
        for line in score.lines:
            if line.side == side:
                _account_line(session, line)
        console.line(f"  {words('score.sum'):<{LABEL}} {words.points(score.scores[side]):>6}")


def _columns(view: MatchView) -> list[int]:
    return [max(8, len(side_name(view, side)) + 2) for side in range(view.rules.n_sides)]


def _table_width(view: MatchView) -> int:
    return 2 + LABEL + sum(_columns(view))


def _as_table(session: Session, score: DealScore) -> None:
    """Write the account as a table, a column for each side."""
    console, words, view = session.console, session.words, session.view
    wide = _columns(view)
    names = [side_name(view, side) for side in range(len(wide))]
    console.raw(console.styled(_table_row("", names, wide), "bold"))
    for what in sorted({line.what for line in score.lines}, key=ORDER.index):
        found: list[list[int]] = [[] for _ in wide]
        for line in score.lines:
            if line.what == what:
                found[line.side].append(line.points)
        cells = [words.points(sum(points)) if points else "" for points in found]
        head = _write_label(session, text(f"score.what.{what}", words.lang))
        console.raw(_table_row(head, cells, wide))
    sums = [words.points(points) for points in score.scores]
    console.raw(console.styled(_table_row(words("score.sum"), sums, wide), "bold"))


def _write_label(session: Session, label: str) -> str:
    """Write what of a label is too long for its column; return the rest."""
    *lines, last = textwrap.wrap(label, LABEL - 2) or [""]
    for line in lines:
        session.console.raw(f"  {line}")
    return f"  {last}" if lines else last


def _table_row(label: str, cells: Sequence[str], wide: Sequence[int]) -> str:
    numbers = "".join(f"{cell:>{n}}" for cell, n in zip(cells, wide, strict=True))
    return f"  {label:<{LABEL}}{numbers}"


def _account_line(session: Session, line: ScoreLine) -> None:
    what = _write_label(session, label(session.scene, line))
    session.console.line(f"  {what:<{LABEL}} {session.words.points(line.points):>6}")


def match_list(session: Session, *, standing: bool = True) -> None:
    """Write the standing, and the scores of all deals with running totals."""
    console, words, view = session.console, session.words, session.view
    if standing:
        console.line(standing_line(words, view), "bold", indent=4)
    if not view.results:
        return
    names = [side_name(view, side) for side in range(view.rules.n_sides)]
    is_wide = MARGIN + CELL * len(names) <= console.width
    margin = MARGIN if is_wide or MARGIN + 8 * len(names) <= console.width else 6
    width = CELL if is_wide else (console.width - margin) // len(names)
    heads = "".join(f"{_cut(name, width - 1):>{width}}" for name in names)
    console.raw(console.styled(f"{'':<{margin}}{heads}", "bold"))
    totals = [0] * view.rules.n_sides
    for n, result in enumerate(view.results, 1):
        totals = [a + b for a, b in zip(totals, result.scores, strict=True)]
        cells = [words.points(total) for total in totals]
        if is_wide:
            gains = map(words.points, result.scores)
            cells = [f"{gain} →{cell:>6}" for gain, cell in zip(gains, cells, strict=True)]
        who = "" if result.declarer is None else f"{view.seats[result.declarer]} {result.bid}"
        start = f"  {n:>2}. {_cut(who, MARGIN - 7)}"[:margin]
        console.raw(f"{start:<{margin}}" + "".join(f"{cell:>{width}}" for cell in cells))


def _cut(name: str, width: int) -> str:
    return name if len(name) <= width else name[: width - 1] + "…"


def match_end(session: Session) -> None:
    """Write who has won the match."""
    console, words, view = session.console, session.words, session.view
    standing = session.match.standing
    winners = [view.seats[seat] for side in standing.winners for seat in view.rules.sides[side]]
    rule_line(console, words("match.over"))
    key = "match.won" if len(winners) == 1 else "match.won_many"
    key = key if len(standing.winners) == 1 else "match.shared"
    console.line(words(key, names=words.joined(winners)), "bold", indent=2)
    if view.rules.side_of[session.me] in standing.winners:
        console.line(words("match.you_won"), "green")
    match_list(session)
