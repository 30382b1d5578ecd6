"""`binokel arena` as a person meets it."""

import errno
import json
import logging
import multiprocessing
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest

from binokel.arena.contestant import Contestant
from binokel.cli import main
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase
from binokel.locales import text
from binokel.players.base import Budget, Decision, Fact
from binokel.players.heuristic import HeuristicPlayer

QUICK = ("--rules", "zu-zweit", "--deals", "3")
TWO = ("heuristic", "uniform")


class Ran:
    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        try:
            self.code = main(["arena", *words])
        except SystemExit as end:
            self.code = int(end.code or 0)
        self.out, self.err = capsys.readouterr()


def one_line(out: str) -> str:
    """Return what was printed without its breaks of lines."""
    return " ".join(out.split())


@pytest.mark.parametrize("lang", ["de", "en", "fr"])
def test_the_tables_fit_80_columns_and_say_what_their_numbers_are(
    capsys: pytest.CaptureFixture[str], lang: str, tmp_path: Path
) -> None:
    words = ("--rules", "stammtisch", "--deals", "2", "--lang", lang, "--out", str(tmp_path / "a"))
    ran = Ran(capsys, "ladder", "heuristic:1", "heuristic:2", "uniform", *words)
    lines = [line for line in ran.out.splitlines() if str(tmp_path) not in line]
    assert max(map(len, lines)) < 80
    for key in ("arena.legend.deal", "arena.legend.belief", "arena.ladder"):
        assert one_line(text(key, lang)) in one_line(ran.out)


@pytest.mark.parametrize(
    ("lang", "null", "pair"),
    [
        ("de", "Nulltest: heuristic gegen sich selbst", "heuristic gegen uniform"),
        ("en", "null test: heuristic against itself", "heuristic against uniform"),
        ("fr", "test nul\u00a0: heuristic contre lui-même", "heuristic contre uniform"),
    ],
)
def test_the_table_has_its_null_test_in_every_language(
    capsys: pytest.CaptureFixture[str], lang: str, null: str, pair: str
) -> None:
    ran = Ran(capsys, *TWO, *QUICK, "--lang", lang)
    assert ran.code == 0
    assert null in ran.out
    assert pair in ran.out
    assert len(re.findall(r"\d ± \d", ran.out)) == 2


def test_the_default_file_is_in_the_persons_folder_and_can_be_resumed(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    assert Ran(capsys, *TWO, *QUICK).code == 0
    (file,) = (home / "arena").glob("*.jsonl")
    assert file.name == "heuristic_uniform_zu-zweit_deal_whole_1.jsonl"
    again = Ran(capsys, *TWO, *QUICK, "--lang", "en")
    assert again.code == 2
    assert "--resume goes on with it" in again.err
    assert Ran(capsys, *TWO, *QUICK, "--resume").code == 0


def test_json_has_the_intervals_and_the_plan(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ran = Ran(capsys, *TWO, *QUICK, "--json", "--out", str(tmp_path / "a.jsonl"))
    told = json.loads(ran.out)
    null, real = told["comparisons"]
    assert null["null"] is True
    assert real["mean"] > 0
    assert real["n"] == told["plan"]["units"] == 3
    assert set(told["run"]["think_ms"]) == set(TWO)


def test_the_ladder_ranks_and_writes_plots(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("--rules", "stammtisch", "--deals", "2", "--plots", str(tmp_path), "--lang", "en")
    ran = Ran(capsys, "ladder", "uniform", "heuristic:1", "heuristic:2", *words)
    assert ran.code == 0
    lines = ran.out.splitlines()
    head = next(index for index, line in enumerate(lines) if line.startswith("player  "))
    assert lines[head + 3].startswith("uniform")
    assert "null test: uniform against itself" in ran.out
    assert {path.name for path in tmp_path.glob("*.svg")} == {"ladder.svg", "reliability.svg"}
    assert f"plots: {tmp_path / 'ladder.svg'}, {tmp_path / 'reliability.svg'}" in ran.out


@pytest.mark.parametrize("as_json", [False, True])
def test_where_there_is_nothing_to_draw_it_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, as_json: bool
) -> None:
    words = ("--rules", "dabb-online", "--deals", "2", "--plots", str(tmp_path), "--lang", "en")
    ran = Ran(capsys, "dabb-hard", "uniform", *words, *["--json"] * as_json)
    assert ran.code == 0
    assert "nothing to draw" in (ran.err if as_json else ran.out)
    assert list(tmp_path.glob("*.svg")) == []


def test_a_plot_is_in_the_language_of_the_person(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("--rules", "zu-zweit-reizen", "--deals", "2", "--plots", str(tmp_path), "--lang", "fr")
    assert Ran(capsys, *TWO, *words).code == 0
    plot = (tmp_path / "reliability.svg").read_text(encoding="utf-8")
    assert "heuristic, enchère gagnée" in plot
    assert "heuristic, atout annoncé" in plot


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [
        ("de", ("mit einem einzigen heuristic:1,", "33.3 %", "Reizen", "zu früh weg")),
        ("en", ("with a single heuristic:1,", "33.3 %", "Bidding", "passed low")),
        ("fr", ("avec un seul heuristic:1,", "33.3 %", "Enchères", "passe bas")),
    ],
)
def test_one_against_the_rest_is_one_command(
    capsys: pytest.CaptureFixture[str], home: Path, lang: str, wanted: tuple[str, ...]
) -> None:
    words = ("--rules", "dabb-online", "--table", "one", "--matches", "2", "--lang", lang)
    ran = Ran(capsys, "heuristic:1", "dabb-hard", *words)
    assert ran.code == 0
    assert all(word in one_line(ran.out) for word in wanted)
    (file,) = (home / "arena").glob("*.jsonl")
    assert file.name == "heuristic-1_dabb-hard_dabb-online_match_whole_one_1.jsonl"


def test_json_tells_how_each_player_bid(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, *TWO, "--rules", "stammtisch", "--deals", "2", "--json")
    first, second = json.loads(ran.out)["bidding"]
    assert (first["player"], second["player"]) == TWO
    assert first["seats"] == second["seats"] == 2 * 6 * 3 / 2
    assert first["low"] == 0
    assert second["figures"]["bid"] == second["bids"] / second["won"]


class Sure(HeuristicPlayer):
    """Believes the same of every card."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        decision = super().decide(view, rng, budget)
        if view.deal.phase is not Phase.PLAY:
            return decision
        return Decision(decision.action, (), (Fact("chance", {"percent": 90, "bid": 0}),))


def test_what_is_believed_at_the_first_card_is_judged_by_deciles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binokel.arena.contestant.find_player", Sure)
    monkeypatch.setattr("binokel.arena.playing._contestant", Contestant)  # none from before
    words = ("--rules", "stammtisch", "--deals", "3", "--seed", "5")
    ran = Ran(capsys, *TWO, *words, "--json")
    told = [c for c in json.loads(ran.out)["calibration"] if c["when"] == "lead"]
    assert [(c["believed"], c["verdict"]) for c in told] == [(0.9, "few")] * 2
    ran = Ran(capsys, *TWO, *words, "--resume", "--lang", "en")
    assert "heuristic: first card" in ran.out
    assert "Fewer than 2000 beliefs" in ran.out


def test_matches_are_shares(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, *TWO, "--rules", "zu-zweit", "--matches", "2", "--lang", "en")
    assert "100.0 % ± 0.0" in ran.out
    assert "leaves nothing to chance" in one_line(ran.out)
    assert "An interval that holds 50 % proves no difference" in one_line(ran.out)


def test_matches_without_a_winner_are_told_with_their_pair(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binokel.arena.plan.MAX_DEALS", 1)
    ran = Ran(capsys, *TWO, "--rules", "zu-zweit", "--matches", "2", "--lang", "en")
    assert "heuristic against uniform: stopped without a winner: 4" in ran.out


def test_a_null_test_that_is_even_by_chance_is_not_called_exact(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--rules", "dabb-online", "--matches", "2", "--seed", "1", "--lang", "en")
    ran = Ran(capsys, "heuristic", "dabb-easy", *words)
    assert "0/0/2" in ran.out.splitlines()[3]
    assert "although the seatings went differently" in one_line(ran.out)
    assert "leaves nothing to chance" not in one_line(ran.out)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("heuristic",), "exactly two players are compared, here are 1"),
        ((*TWO, "uniform"), "“binokel arena ladder”"),
        (("ladder", "uniform", "uniform"), "two or more different players"),
        (("heuristic", "unifrom"), "perhaps uniform"),
        (
            ("heuristic", "xyz"),
            "there are meister, search, pimc, ismcts, stark, heuristic, geuebt, anfaenger",
        ),
        ((), "X is missing; binokel arena --help tells what it is"),
        (("heuristic", "dabb-hard", "--rules", "zu-zweit"), "dabb-hard"),
        (("heuristic", "uniform:many"), "for example uniform:24"),
        (("heuristic", "uniform:0"), "a whole number from 1 to 1000000000"),
        (("heuristic", "uniform:1000000001"), "a whole number from 1 to 1000000000"),
        (("heuristic", "uniform:" + 5000 * "9"), "a whole number from 1 to 1000000000"),
        ((*TWO, "--reference", "hueristic"), "perhaps heuristic"),
        ((*TWO, "--rules", "stamtisch"), "stammtisch"),
        ((*TWO, "--rules", "zu-zweit", "--mode", "auction"), "take whole or play"),
        ((*TWO, "--deals", "1"), "--deals: “1”: this must be a whole number from 2"),
        ((*TWO, "--deals", "2", "--matches", "2"), "leave one out"),
        ((*TWO, "--mode", "half"), "--mode: there is no “half”"),
        ((*TWO, "--workers", "0"), "--workers"),
        ((*TWO, *QUICK, "--out", "/dev/null/x"), "--out /dev/null/x"),
        ((*TWO, *QUICK, "--out", "/dev/null"), "--out /dev/null: that is no file"),
        ((*TWO, *QUICK, "--plots", "/dev/null/x"), "--plots /dev/null/x"),
    ],
)
def test_what_cannot_be_is_told_with_its_argument(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], fault: str
) -> None:
    ran = Ran(capsys, *words, "--lang", "en")
    assert ran.code == 2
    assert fault in ran.err
    assert "Traceback" not in ran.err


def filling(monkeypatch: pytest.MonkeyPatch, name: str, n: int) -> None:
    """Let the disk be full when something is written the n-th time; the first half gets there."""
    written: list[bytes] = []
    honest = Path.open

    class Full:
        def __init__(self, file: IO[bytes]) -> None:
            self.file = file

        def __enter__(self) -> "Full":
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def flush(self) -> None:
            self.file.flush()

        def write(self, content: bytes) -> int:
            written.append(content)
            if len(written) < n:
                return self.file.write(content)
            self.file.write(content[: len(content) // 2])
            raise OSError(errno.ENOSPC, "full")

    def opened(path: Path, mode: str = "r", *rest: Any, **named: Any) -> Any:
        file = honest(path, mode, *rest, **named)
        return Full(file) if mode == "ab" and path.name == name else file

    monkeypatch.setattr(Path, "open", opened)


def test_on_a_full_disk_the_same_command_goes_on_once_there_is_room(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full, whole = str(tmp_path / "full"), str(tmp_path / "whole")
    with monkeypatch.context() as patch:
        filling(patch, "full", 3)
        ran = Ran(capsys, *TWO, *QUICK, "--out", full, "--lang", "en")
    assert ran.code == 2
    assert f"--out {full}: there is not enough space; make room, then" in ran.err
    assert "the same command with --resume goes on" in ran.err
    assert Ran(capsys, *TWO, *QUICK, "--out", full, "--resume").code == 0
    assert Ran(capsys, *TWO, *QUICK, "--out", whole).code == 0
    assert Path(full).read_bytes() == Path(whole).read_bytes()


def test_where_plots_find_no_room_nothing_need_be_played_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    words = (*TWO, *QUICK, "--out", str(tmp_path / "a"), "--plots", str(tmp_path), "--lang", "en")
    with monkeypatch.context() as patch:
        patch.setattr("binokel.cli.arena._plot", full)
        ran = Ran(capsys, *words)
    assert (ran.code, "make room or name another folder; with --resume" in ran.err) == (2, True)
    again = Ran(capsys, *words, "--resume")
    assert (again.code, again.err) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_tells_how_to_go_on(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "long.jsonl"
    words = [*TWO, "--rules", "zu-zweit", "--deals", "100000", "--out", str(file), "--lang", "en"]
    command = [sys.executable, "-m", "binokel", "arena", *words, "--workers", workers]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        until = time.monotonic() + 60
        while not file.exists() or file.read_bytes().count(b"\n") < 20:
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told.count("\n") == 2, told
    assert "of 200000 are played. The same command with --resume goes on." in told
    lines = file.read_bytes().splitlines()
    assert all(json.loads(line) for line in lines)
    assert Path(f"{file}.runs.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not ended like this there")
def test_a_process_that_dies_is_told_in_the_language(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def killing(_lang: str) -> Iterator[Callable[[int, int], None]]:
        def tell(done: int, _total: int) -> None:
            for process in multiprocessing.active_children() if done == 1 else ():
                process.kill()

        yield tell

    monkeypatch.setattr("binokel.cli.arena.showing_progress", killing)
    words = ("--rules", "zu-zweit", "--deals", "20", "--workers", "2", "--lang", "fr")
    assert main(["arena", *TWO, *words]) == 0
    told = capfd.readouterr().err
    assert "Un processus est mort" in told
    assert "a worker process died" not in told
    assert logging.getLogger("binokel.workers.pool").level == logging.NOTSET


def test_progress_is_lines_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, *TWO, *QUICK, "--lang", "en")
    assert ran.err.splitlines() == [f"{n} of 6" for n in range(1, 7)]


def test_progress_is_a_bar_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    ran = Ran(capsys, *TWO, *QUICK, "--lang", "en")
    assert ran.code == 0
    assert "of 6" not in ran.err
