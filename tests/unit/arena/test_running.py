"""Runs that are stopped, resumed, shared among processes, or find rubbish."""

import errno
import json
import multiprocessing
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from binokel.arena.contestant import Mode
from binokel.arena.plan import Part, Plan, contests, make_plan
from binokel.arena.playing import MATCH
from binokel.arena.refused import ArenaRefused
from binokel.arena.rows import Row, write_whole
from binokel.arena.running import last_run, run, runs_path
from binokel.arena.seatings import Seats, seatings
from binokel.arena.summary import summarise
from binokel.cli.arenatable import shown_interval
from binokel.rules.catalog import find_ruleset
from binokel.testing.builders import rules_with

N = 6


def plan(n: int = N, seed: int = 3) -> Plan:
    return make_plan(find_ruleset("zu-zweit"), ["heuristic", "uniform"], n, seed)


def quiet(_done: int, _total: int) -> None:
    pass


def stop_after(n: int) -> Callable[[int, int], None]:
    def tell(done: int, _total: int) -> None:
        if done == n:
            raise KeyboardInterrupt

    return tell


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    path = tmp_path / "whole.jsonl"
    run(plan(), path, progress=quiet)
    return path


def test_a_stopped_run_goes_on_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "stopped.jsonl"
    for n in (2, 5, 9):
        with pytest.raises(KeyboardInterrupt):
            run(plan(), path, resume=True, progress=stop_after(n))
        assert path.read_bytes() != whole.read_bytes()
    reached: list[int] = []
    run(plan(), path, resume=True, progress=lambda done, total: reached.append(done))
    assert path.read_bytes() == whole.read_bytes()
    assert reached == [10, 11, 12]
    assert [run["units"] for run in json.loads(runs_path(path).read_text())["runs"]] == [2, 3, 4, 3]


def test_two_processes_write_the_same_bytes_as_one(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    run(plan(), path, workers=2, progress=quiet)
    assert path.read_bytes() == whole.read_bytes()
    log = last_run(path)
    assert log is not None
    assert log["workers"] == 2
    assert log["think_ms"]["uniform"]["n"] > 100


def test_two_processes_can_be_stopped(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(plan(), path, workers=2, progress=stop_after(3))
    run(plan(), path, resume=True, progress=quiet)
    assert path.read_bytes() == whole.read_bytes()


def test_a_finished_file_is_read_and_nothing_is_played(whole: Path) -> None:
    content, log = whole.read_bytes(), runs_path(whole).read_bytes()
    rows = run(plan(), whole, resume=True, progress=stop_after(0))
    assert (whole.read_bytes(), runs_path(whole).read_bytes()) == (content, log)
    assert len(rows) == N * 2 * 2


def test_more_deals_are_added_to_a_file(whole: Path, tmp_path: Path) -> None:
    run(plan(N + 2), whole, resume=True, progress=quiet)
    other = tmp_path / "more.jsonl"
    run(plan(N + 2), other, progress=quiet)
    assert whole.read_bytes() == other.read_bytes()


def test_a_last_line_without_its_end_is_played_again(whole: Path) -> None:
    content = whole.read_bytes()
    whole.write_bytes(content[:-30])
    run(plan(), whole, resume=True, progress=quiet)
    assert whole.read_bytes() == content


def test_a_deal_that_lacks_a_seating_is_played_again(whole: Path) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join(lines[:4] + lines[5:]))
    run(plan(), whole, resume=True, progress=quiet)
    assert whole.read_bytes() == b"".join(lines)


def test_the_file_holds_neither_times_nor_machine(whole: Path) -> None:
    text = whole.read_text()
    assert all(word not in text for word in ("machine", "commit", "ms", "seconds", "workers"))
    log = json.loads(runs_path(whole).read_text())["runs"][0]
    assert {"machine", "commit", "think_ms", "seconds", "began"} <= set(log)


def test_a_file_that_exists_is_not_overwritten(whole: Path) -> None:
    content = whole.read_bytes()
    with pytest.raises(ArenaRefused, match="exists: --resume goes on"):
        run(plan(), whole, progress=quiet)
    assert whole.read_bytes() == content


def change(line: bytes, **values: object) -> bytes:
    return json.dumps({**json.loads(line), **values}).encode() + b"\n"


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"contest": ["uniform", "heuristic"]}, "nobody plays like this here"),
        ({"unit": -1}, "there is no number -1"),
        ({"seating": "XX"}, "there is no seating “XX”"),
        ({"dealer": 1}, "dealer or scores"),
        ({"scores": [1, 2, 3]}, "dealer or scores"),
        ({"declarer": 2}, "sits on no seat"),
        ({"winners": [0]}, "dealer or scores"),
        ({"n_deals": 2}, "dealer or scores"),
        ({"believed_bid": 1.5}, "between 0 and 1"),
        ({"believed_lead": -0.5}, "between 0 and 1"),
        ({"bidding": [[2, 1, 150, 0, 0, 0, 1, 300, 0]]}, "numbers of the bidding"),
        ({"bidding": [[2, -1, 150, 0, 0, 0, 1, 300, 0]] * 2}, "numbers of the bidding"),
        ({"scores": "many"}, "no row of results"),
        ({"surplus": 1}, "no row of results"),
        ({"seating": "YX"}, "stands further up already"),
    ],
)
def test_a_wrong_row_is_refused_with_its_line(
    whole: Path, values: dict[str, object], fault: str
) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    lines[1], lines[2] = lines[2], lines[1]  # YX first, XY third
    lines[2] = change(lines[2], **values)
    whole.write_bytes(b"".join(lines))
    content = whole.read_bytes()
    with pytest.raises(ArenaRefused, match=f"line 3: .*{fault}.*; delete the line"):
        run(plan(), whole, resume=True, progress=quiet)
    assert whole.read_bytes() == content


@pytest.mark.parametrize("rubbish", [b"\n", b"rubbish\n", b"\xff\xfe\n", b"[1]\n", b"{}\n"])
def test_rubbish_between_the_rows_is_refused_with_its_line(whole: Path, rubbish: bytes) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(b"".join([*lines[:5], rubbish, *lines[5:]]))
    with pytest.raises(ArenaRefused, match="line 6: no row of results"):
        run(plan(), whole, resume=True, progress=quiet)


def test_a_file_of_other_cards_is_refused(whole: Path) -> None:
    with pytest.raises(ArenaRefused, match="line 1: seed is 3 there and 4 here"):
        run(plan(seed=4), whole, resume=True, progress=quiet)


def test_a_file_of_an_earlier_form_is_refused_by_its_number(whole: Path) -> None:
    head, *rows = whole.read_bytes().splitlines(keepends=True)
    earlier = {**json.loads(head), "arena": 1}
    del earlier["table"]
    whole.write_bytes(b"".join([json.dumps(earlier).encode() + b"\n", *rows]))
    with pytest.raises(ArenaRefused, match="line 1: arena is 1 there and 2 here"):
        run(plan(), whole, resume=True, progress=quiet)


def test_a_file_that_is_no_result_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,\n")
    with pytest.raises(ArenaRefused, match="line 1: this is no head of a result file"):
        run(plan(), path, resume=True, progress=quiet)
    assert path.read_text() == "Dear all,\n"


@pytest.mark.parametrize("content", ["my diary, line without end", '{"arena":1}'])
def test_a_file_without_a_line_is_not_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(content)
    with pytest.raises(ArenaRefused, match="line 1: this is no head of a result file"):
        run(plan(), path, resume=True, progress=quiet)
    assert path.read_text() == content


def test_fewer_deals_than_the_file_holds_are_refused(whole: Path) -> None:
    content = whole.read_bytes()
    with pytest.raises(ArenaRefused, match=f"holds {N} a pairing, and only 2 are asked for"):
        run(plan(2), whole, resume=True, progress=quiet)
    assert whole.read_bytes() == content


@pytest.mark.parametrize("resume", [False, True])
def test_what_is_no_file_is_refused(tmp_path: Path, resume: bool) -> None:
    for path in (tmp_path, Path("/dev/null")):
        with pytest.raises(ArenaRefused, match="that is no file; name one"):
            run(plan(), path, resume=resume, progress=quiet)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not ended like this there")
def test_processes_that_are_killed_are_replaced_and_nothing_is_lost(
    whole: Path, tmp_path: Path
) -> None:
    path, told = tmp_path / "killed.jsonl", []

    def kill_once(done: int, _total: int) -> None:
        if done == 2:
            for process in multiprocessing.active_children():
                process.kill()

    run(plan(), path, workers=2, progress=kill_once, on_death=lambda: told.append(1))
    assert path.read_bytes() == whole.read_bytes()
    assert told


DAMAGED = ["{}", '{"runs": 3}', '{"runs": [3]}', '{"runs": [{"think_ms": 1}]}', "\x00"]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_file_of_times_is_named(whole: Path, content: str) -> None:
    runs_path(whole).write_text(content)
    with pytest.raises(ArenaRefused, match=r"runs\.json is damaged .* delete it"):
        run(plan(), whole, resume=True, progress=quiet)


def test_a_folder_in_the_place_of_the_times_is_named_before_anything_is_played(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.jsonl"
    runs_path(path).mkdir()
    with pytest.raises(ArenaRefused, match=r"a\.jsonl\.runs\.json: that is no file"):
        run(plan(), path, progress=quiet)
    assert not path.exists()


def test_what_cannot_be_written_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, honest = tmp_path / "times.json", Path.write_bytes
    path.write_bytes(b"before")

    def half(to: Path, content: bytes) -> int:
        honest(to, content[:3])
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(OSError, match="full"):
        write_whole(path, b"after")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [
        ("times.json", b"before")
    ]


def test_the_better_player_wins_and_the_null_test_holds_zero(whole: Path) -> None:
    summary = summarise(plan(), run(plan(), whole, resume=True, progress=quiet))
    null, real = summary.comparisons
    assert null.is_null
    assert null.difference.has_zero
    assert real.difference.mean - real.difference.half > 0
    assert real.signs.above == N


def test_a_null_test_that_is_zero_by_chance_is_told_from_one_without_chance(tmp_path: Path) -> None:
    rows = run(plan(), tmp_path / "deals.jsonl", progress=quiet)
    null = summarise(plan(), rows).comparisons[0]
    assert null.is_fixed
    lucky = [replace(row, scores=(0, 0)) if row.seating == "XY" else row for row in rows]
    assert not summarise(plan(), lucky).comparisons[0].is_fixed


def test_deals_that_are_level_are_level_although_thirds_have_no_exact_floats() -> None:
    rules = rules_with("drecksau-online-6-40", table={"sides": "single"})
    asked, rng = make_plan(rules, ["heuristic", "uniform"], 200, 1), Random(1)
    rows = [
        Row(contest=contest, unit=unit, seating=seating, dealer=0, scores=scores)
        for unit in range(200)
        for scores in [tuple(rng.randrange(400) for _ in range(6))]
        for contest in asked.head.contests
        for seating in seatings(6, 2)
    ]
    for comparison in summarise(asked, rows).comparisons:
        assert comparison.signs._asdict() == {"above": 0, "below": 0, "equal": 200, "p": 1}
        assert comparison.difference._asdict() == {"mean": 0, "half": 0, "n": 200}


def test_whole_matches_are_counted_as_shares(tmp_path: Path) -> None:
    asked = make_plan(find_ruleset("zu-zweit"), ["heuristic", "uniform"], 2, 3, kind=MATCH)
    rows = run(asked, tmp_path / "matches.jsonl", progress=quiet)
    real = summarise(asked, rows).comparisons[1]
    assert real.difference.mean == 0.5
    assert real.stopped == 0


def one_of(n: int = 3, kind: str = MATCH) -> Plan:
    rules = rules_with("dabb-online", match={"target": 300})
    part = Part(table=Seats.ONE)
    return make_plan(rules, ["heuristic:1", "dabb-easy"], n, 3, kind=kind, part=part)


def test_one_against_the_rest_is_measured_against_an_even_share(tmp_path: Path) -> None:
    null, real = summarise(one_of(), run(one_of(), tmp_path / "one", progress=quiet)).comparisons
    assert (null.x, null.y) == ("dabb-easy", "dabb-easy")
    assert null.even == real.even == pytest.approx(1 / 3)
    assert null.difference.has_zero
    assert (real.x, real.y) == ("heuristic:1", "dabb-easy")
    assert real.difference.n == 3
    assert -1 / 3 <= real.difference.mean <= 2 / 3


def test_the_share_of_one_against_the_rest_is_counted_by_match() -> None:
    """In each of three matches it wins two of its three places: two thirds instead of one."""
    asked = one_of()
    rows = [
        Row(contest=c, unit=unit, seating=s, dealer=unit, scores=(0, 0, 0), winners=(winner,))
        for unit in range(3)
        for c in asked.head.contests
        for s, winner in (("XYY", 0), ("YXY", 1), ("YYX", 0))
    ]
    for comparison in summarise(asked, rows).comparisons:
        assert comparison.difference.mean == pytest.approx(1 / 3)
        assert shown_interval(comparison) == "66.7 % ± 0.0"


def test_one_against_the_rest_is_stopped_and_gone_on_with(tmp_path: Path) -> None:
    paths = [tmp_path / "whole", tmp_path / "stopped"]
    run(one_of(), paths[0], progress=quiet)
    with pytest.raises(KeyboardInterrupt):
        run(one_of(), paths[1], progress=stop_after(2))
    run(one_of(), paths[1], resume=True, progress=quiet)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    rules = rules_with("dabb-online", match={"target": 300})
    mixed = make_plan(rules, ["heuristic:1", "dabb-easy"], 3, 3, kind=MATCH)
    with pytest.raises(ArenaRefused, match="table is one there and mixed here"):
        run(mixed, paths[0], resume=True, progress=quiet)


def test_one_against_the_rest_compares_two_players() -> None:
    rules, part = find_ruleset("dabb-online"), Part(table=Seats.ONE)
    with pytest.raises(ArenaRefused, match="--table one compares exactly two"):
        make_plan(rules, ["heuristic", "heuristic:1", "dabb-easy"], 5, 1, part=part)


def test_the_biddings_are_those_of_the_compared_tables(tmp_path: Path) -> None:
    asked = make_plan(find_ruleset("stammtisch"), ["heuristic:1", "uniform"], 2, 3)
    rows = run(asked, tmp_path / "deals", progress=quiet)
    found = summarise(asked, rows).biddings
    assert {player: part.seats for player, part in found.items()} == {
        "heuristic:1": 2 * 9,
        "uniform": 2 * 9,
    }


def test_three_players_at_three_seats_also_sit_together() -> None:
    assert contests(["a", "b", "c"], 3)[-1] == ("a", "b", "c")


@pytest.mark.parametrize(
    ("players", "n", "mode", "fault"),
    [
        (["heuristic", "Heuristic"], 5, Mode.WHOLE, "two or more different players"),
        (["heuristic"], 5, Mode.WHOLE, "two or more different players"),
        (["heuristic", "uniform"], 1, Mode.WHOLE, "--deals or --matches"),
        (["heuristic", "uniform"], 5, Mode.AUCTION, "zu-zweit has no auction; take whole or play"),
    ],
)
def test_a_plan_that_decides_nothing_is_refused(
    players: list[str], n: int, mode: Mode, fault: str
) -> None:
    with pytest.raises(ArenaRefused, match=fault):
        make_plan(find_ruleset("zu-zweit"), players, n, 1, part=Part(mode))


def test_who_is_stopped_while_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "log"
    write_whole(path, b"old")
    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
