"""Scores on the screen: every deal line by line, the match as a list."""

from binokel.cli.terminal.session import Session
from binokel.cli.terminal.table import rule_line, standing_line
from binokel.cli.terminal.words import side_name
from binokel.locales import text
from binokel.rules.scoring import DealScore, ScoreLine

LABEL = 36
"""Columns for what a line of the account is about."""


def deal_account(session: Session) -> None:
    """Write how a finished deal was scored, side by side and line by line."""
    console, words, view = session.console, session.words, session.view
    score = view.deal.score
    if score is None:
        rule_line(console, words("score.redeal"))
        return
    rule_line(console, words("score.head"))
    verdict = _verdict(session, score)
    if verdict:
        console.line(verdict, "bold", indent=2)
    for side in range(view.rules.n_sides):
        console.line(f"{side_name(view, side)}", "bold")
        for line in score.lines:
            if line.side == side:
                console.line(_account_line(session, line))
        console.line(f"  {words('score.sum'):<{LABEL}} {words.points(score.scores[side]):>6}")
    console.line()
    console.line(standing_line(words, view), "bold", indent=4)


def _account_line(session: Session, line: ScoreLine) -> str:
    what = text(f"score.what.{line.what}", session.words.lang)
    many = len(session.view.rules.sides[line.side]) > 1
    if many and line.seat is not None:
        what = f"{what} ({session.view.seats[line.seat]})"
    return f"  {what:<{LABEL}} {session.words.points(line.points):>6}"


def _verdict(session: Session, score: DealScore) -> str:
    """Return whether the bid was reached, with both numbers where they were counted."""
    words, deal = session.words, session.view.deal
    if deal.declarer is None:
        return ""
    name = session.view.seats[deal.declarer]
    if deal.conceded:
        return words("score.conceded", name=name, bid=deal.bid)
    if deal.bury_error:
        return words("score.bury_error", name=name)
    if deal.contract.value != "trump":
        what = words.contract(deal.contract, is_open=deal.is_open, from_hand=deal.from_hand)
        return words("score.won" if score.made else "score.lost", name=name, what=what)
    if score.made is None:
        return words("score.revoke")
    if score.declarer_total is None:
        return words("score.hopeless" if not score.made else "score.made", name=name, bid=deal.bid)
    key = "score.made_with" if score.made else "score.missed_with"
    return words(key, name=name, bid=deal.bid, total=score.declarer_total)


def match_list(session: Session) -> None:
    """Write the scores of all deals as a list with running totals."""
    console, words, view = session.console, session.words, session.view
    console.line(standing_line(words, view), "bold", indent=4)
    if not view.results:
        return
    totals = [0] * view.rules.n_sides
    for n, result in enumerate(view.results, 1):
        totals = [a + b for a, b in zip(totals, result.scores, strict=True)]
        cells = "   ".join(
            f"{words.points(points):>6} = {words.points(total):<6}"
            for points, total in zip(result.scores, totals, strict=True)
        )
        who = "" if result.declarer is None else f"{view.seats[result.declarer]} {result.bid}"
        console.line(f"  {n:>2}. {who:<16} {cells}", indent=22)


def match_end(session: Session) -> None:
    """Write who has won the match."""
    console, words, view = session.console, session.words, session.view
    standing = session.match.standing
    winners = [side_name(view, side) for side in standing.winners]
    rule_line(console, words("match.over"))
    key = "match.won" if len(winners) == 1 else "match.shared"
    console.line(words(key, names=", ".join(winners)), "bold", indent=2)
    if view.rules.side_of[session.me] in standing.winners:
        console.line(words("match.you_won"), "green")
    match_list(session)
