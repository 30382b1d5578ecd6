"""`binokel rules`: what it prints, and its exit codes."""

import json
import subprocess
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest

from binokel import cli
from binokel.cli import COMMANDS, help_text, main, run_app
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.keys import all_keys
from binokel.rules.loader import parse_toml
from binokel.rules.ruleset import SECTIONS
from binokel.rules.sheet import sheet
from binokel.rules.writer import content_hash, to_mapping

GOOD = 'extends = "stammtisch"\ntitle = "Zum Ochsen"\n[match]\ntarget = 500\n'


class Run:
    """One call of the command: exit code, standard output and standard error."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = main(["rules", *words])
        self.out, self.err = capsys.readouterr()


def test_list_shows_every_set_with_players_and_cards(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "list")
    lines = run.out.splitlines()
    assert run.code == 0
    assert [line.split()[0] for line in lines] == list(names())
    assert lines[0].split("  ")[-1].strip() == "Stammtisch"
    assert "zwei Spieler, 48 Karten (12, Stapel 24)" in run.out


def test_list_speaks_three_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert "three players, 40 cards (12/4)" in Run(capsys, "list", "--lang", "en").out
    assert "Binokel à deux avec enchères" in Run(capsys, "list", "--lang", "fr").out


@pytest.mark.parametrize("name", names())
def test_show_prints_the_resolved_set(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = find_ruleset(name)
    assert parse_toml(Run(capsys, "show", name).out) == rules
    assert json.loads(Run(capsys, "show", name, "--format", "json").out) == to_mapping(rules)


def test_show_finds_a_name_in_any_spelling(capsys: pytest.CaptureFixture[str]) -> None:
    assert 'id = "wuerttemberg-48"' in Run(capsys, "show", "Württemberg_48").out


def test_show_reads_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ochsen.toml"
    path.write_text(GOOD)
    shown = json.loads(Run(capsys, "show", str(path), "--format", "json").out)
    assert (shown["id"], shown["match"]["target"]) == ("ochsen", 500)


def test_a_file_without_an_ending_is_read_where_it_lies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ochsen").write_text(GOOD)
    Path("palast").write_text("no rules")
    assert Run(capsys, "check", "ochsen").code == 0
    assert Run(capsys, "check", "palast").code == 0


def test_check_says_what_a_good_set_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ochsen.toml"
    path.write_text(GOOD)
    run = Run(capsys, "check", str(path))
    assert run.code == 0
    assert run.out.splitlines() == [
        "In Ordnung: Zum Ochsen (ochsen) – drei Spieler, 40 Karten (12/4)",
        content_hash(parse_toml(GOOD)),
    ]
    assert run.err == ""


def test_check_tells_every_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('extends = "palast"\n[melds]\npiar = 3\npair = "x"\n')
    run = Run(capsys, "check", str(path))
    assert run.code == 1
    assert run.out == ""
    assert run.err.splitlines() == [
        "melds.piar: diesen Schlüssel gibt es nicht; meinst du pair?",
        'melds.pair: "x" geht nicht, erlaubt ist: eine ganze Zahl von 0 bis 100000 oder off',
    ]


def test_check_tells_typos_kinds_and_contradictions_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('extends = "stamtisch"\n[bidding]\nstep = "x"\n[match]\ndeals = 12\n')
    run = Run(capsys, "check", str(path), "--lang", "en")
    assert run.code == 1
    assert [line.split(": ")[0] for line in run.err.splitlines()] == [
        "extends",
        "bidding.step",
        "match.deals",
    ]
    assert "did you mean stammtisch?" in run.err
    assert 'say ends = "deals"' in run.err


@pytest.mark.parametrize(
    ("lang", "words"),
    [("de", "meinst du pair?"), ("en", "did you mean pair?"), ("fr", "vouliez-vous dire pair")],
)
@pytest.mark.parametrize("command", ["check", "sheet", "show"])
def test_problems_are_told_in_the_language_of_the_output(
    command: str, lang: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('extends = "palast"\n[melds]\npiar = 3\n')
    run = Run(capsys, command, str(path), "--lang", lang)
    assert (run.code, run.out) == (1, "")
    assert words in run.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[melds", "Zeile 1, Spalte 7"),
        (b"\xff\xfe\x00", "als UTF-8"),
    ],
)
def test_what_cannot_be_read_is_exit_code_2(
    content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    run = Run(capsys, "check", str(path))
    assert run.code == 2
    assert words in run.err
    assert len(run.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('extends = "nope"', "extends: kein Regelwerk heißt „nope“"),
        ('extends = "bad.toml"', "erweitert sich selbst"),
        ('extends = "none.toml"', "lässt sich nicht lesen"),
    ],
)
def test_a_base_that_is_not_there_is_exit_code_1(
    content: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content)
    run = Run(capsys, "check", str(path))
    assert run.code == 1
    assert words in run.err


@pytest.mark.parametrize("command", ["show", "check", "sheet"])
def test_an_unknown_name_or_file_is_exit_code_2(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "meinst du stammtisch?" in Run(capsys, command, "stamtisch").err
    for name in ("nope", str(tmp_path), str(tmp_path / "none.toml"), "", "a\0b"):
        run = Run(capsys, command, name)
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith("binokel: ")


def test_diff_tells_each_key_with_both_values(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "diff", "stammtisch", "wuerttemberg")
    assert run.code == 0
    assert run.out.splitlines()[3:9] == [
        "bidding.nobody: Was geschieht, wenn niemand reizt",
        "  stammtisch: die Vorhand muss spielen",
        "  wuerttemberg: derselbe Geber gibt noch einmal",
        "bidding.forced_value: Wofür gespielt werden muss, wenn niemand reizt",
        "  stammtisch: 150",
        "  wuerttemberg: gibt es nicht",
    ]


def test_diff_tells_the_usual_value_of_a_rundgang_that_is_not_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.toml"
    path.write_text('extends = "stammtisch"\n[melds]\nrundgang = "always"\n')
    assert "  a: 250" in Run(capsys, "diff", str(path), "stammtisch").out.splitlines()
    assert "rundgang_points = 250" in Run(capsys, "show", str(path)).out


def test_diff_tells_lists_tables_and_yes_or_no(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.toml"
    path.write_text('extends = "stammtisch"\n[melds]\nfours = "off"\neight_ranks = ""\n')
    out = Run(capsys, "diff", str(path), "preisbinokel").out
    for line in (
        "  a: –",
        "  preisbinokel: A 100, K 80, O 60, U 40",
        "  preisbinokel: A K O U 7",
        "  a: P4 D2 P4 D2 P4",
        "  a: nein",
        "  preisbinokel: ja",
    ):
        assert line in out.splitlines()


def test_diff_of_equal_sets_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "diff", "palast", "PALAST", "--lang", "en")
    assert (run.code, run.out) == (0, "No difference: these are the same rules.\n")


def test_schema_has_every_key_and_value(capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads(Run(capsys, "schema").out)
    assert set(schema["properties"]) == {"id", "title", "version", "extends", *SECTIONS}
    for key in all_keys():
        entry = schema["properties"][key.section]["properties"][key.name]
        assert entry["description"]
        assert all(f'"{word}"' in json.dumps(entry) for word in key.choices)
        assert key.nullable is ('"const": "off"' in json.dumps(entry)) or key.name in (
            "fours",
            "call",
            "concede",
        )
    complete = schema["anyOf"][1]
    assert complete["required"] == ["deck", "table", "deal", "bidding", "match"]
    assert complete["properties"]["deal"]["required"] == ["hand", "dabb", "pattern"]


def test_keys_explains_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    out = Run(capsys, "keys").out
    assert all(f"| `{key.name}` |" in out for key in all_keys())
    assert "### `[bidding]` Reizen" in Run(capsys, "keys", "--lang", "de").out


@pytest.mark.parametrize("lang", ["de", "en", "fr"])
def test_sheet_prints_the_page(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "sheet", "souabe-4", "--lang", lang)
    assert run.code == 0
    assert run.out == sheet(find_ruleset("souabe-4"), lang)


@pytest.mark.parametrize(
    "words", [["sheet", "palast", "--lang", "xx"], ["nothing"], ["show"], ["show", "a", "b"], []]
)
def test_wrong_usage_is_exit_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys, *words).code == 2


def test_help_is_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys, "--help").code == 0
    assert main(["--help"]) == 0
    assert main([]) == 0
    assert main(["--version"]) == 0
    assert "binokel 0" in capsys.readouterr().out


def test_the_help_of_the_command_names_every_sub_command() -> None:
    assert all(f"  {name}" in help_text() for name in COMMANDS)


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt, 130), (BrokenPipeError, 0)])
def test_a_break_is_no_traceback(
    error: type[BaseException], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(words: object) -> int:
        raise error

    monkeypatch.setattr(cli, "_dispatch", fail)
    monkeypatch.setattr(sys, "stdout", StringIO())
    assert main([]) == code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device there")
def test_a_full_disk_under_the_output_is_told() -> None:
    words = [sys.executable, "-m", "binokel", "rules", "list", "--lang", "en"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "binokel: the output could not be written: there is not enough space\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")
@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_closed_streams_are_no_traceback(closed: str) -> None:
    words = f'"{sys.executable}" -m binokel rules list {closed}'
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""


def test_an_application_that_returns_has_succeeded() -> None:
    assert run_app(lambda **_: None, "test", []) == 0


def test_an_unknown_sub_command_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruels"]) == 2
    assert "no command 'ruels'" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_sub_command_can_be_imported(name: str) -> None:
    command = COMMANDS[name]
    assert callable(getattr(import_module(command.module), command.function))
    assert command.help


def test_listing_imports_neither_engine_nor_rich() -> None:
    code = (
        "import sys; from binokel.cli import main; main(['rules', 'list']); "
        "print([m for m in sys.modules if m.startswith(('rich', 'binokel.engine'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_terminal_that_lacks_some_letters_gets_question_marks() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "binokel", "rules", "sheet", "palast"],
        capture_output=True,
        check=True,
        env={"PYTHONIOENCODING": "latin-1", "PYTHONPATH": ":".join(sys.path)},
    )
    assert "bis einer ?weg? sagt".encode("latin-1") in done.stdout
    assert "König".encode("latin-1") in done.stdout


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m binokel rules schema | head -c 1"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin:/bin"},
    )
    assert done.stderr == b""
