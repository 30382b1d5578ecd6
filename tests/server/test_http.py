"""What can be asked over HTTP, and the one shape of every error."""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from binokel.locales import LANGUAGES, text
from binokel.players.registry import names as player_names
from binokel.players.registry import names_for
from binokel.rules.catalog import find_ruleset, names
from binokel.server.guard import HEADERS, POLICY
from binokel.server.lobby.tables import Tables
from binokel.server.settings import data_id
from tests.server.house import ANNA, BERT, house, served

WISH = {"rules": "stammtisch", "name": "Anna", "players": ["uniform"], "deals": None}


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page as Vite would have built it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "faces").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Binokel</title>" + " " * 600)
    (folder / "assets" / "index-1a2b.js").write_text("export {};\n" * 200)
    (folder / "faces" / "large.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "site.webmanifest").write_text("{}")
    (tmp_path / "secret.txt").write_text("not for everyone")
    return folder


# --- the same for everybody ---------------------------------------------------------------------


@served
async def test_the_server_says_who_it_is_and_whose_data_it_has(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        found = (await server.get("/api/health", person=None)).json
        assert found["program"] == "binokel"
        assert found["data"] == data_id(tmp_path)
        assert str(tmp_path) not in json.dumps(found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rule_sets_are_listed_with_seats_and_cards(lang: str, tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            rules = (await server.get(f"/api/rules?lang={lang}", person=None)).json["rules"]
            assert [line["id"] for line in rules] == list(names())
            assert [line["id"] for line in rules if line["is_default"]] == ["stammtisch"]
            for line in rules:
                assert line["title"] == text(f"rules.title.{line['id']}", lang)
                assert line["subtitle"]
                assert line["seats"] in range(2, 7)
                assert line["cards"] in (40, 48)
                assert line["players"] == list(names_for(find_ruleset(line["id"])))

    scenario()


@served
async def test_the_rules_of_a_table_can_be_read_also_where_its_match_is_shortened(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as server:
        whole = (await server.get("/api/rules/kreuzbinokel?lang=en")).json
        short = (await server.get("/api/rules/kreuzbinokel-6-deals?lang=en")).json
        assert whole["title"] == short["title"] == text("rules.title.kreuzbinokel", "en")
        assert {"id", "title", "subtitle", "sections"} == set(whole)
        assert any(section["rows"] for section in whole["sections"])
        assert whole["sections"] != short["sections"]


@served
async def test_the_words_of_the_game_are_told_in_language_and_suits(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        words = (await server.get("/api/words?lang=de")).json
        assert words["cards"]["SO"] == "Schippen-Ober"
        assert len(words["cards"]) == 24
        assert words["suits"]["E"] == "Eichel"
        assert words["ranks"]["A"] == "Daus"
        french = (await server.get("/api/words?lang=en&suits=french")).json
        assert french["cards"]["SO"] != words["cards"]["SO"]
        glossary = (await server.get("/api/glossary?lang=fr")).json["words"]
        assert all(set(word) == {"word", "also", "meaning"} for word in glossary)


@served
async def test_a_player_that_does_not_know_the_rules_is_not_offered_for_them(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as server:
        rules = (await server.get("/api/rules?lang=en")).json["rules"]
        of = {line["id"]: line["players"] for line in rules}
        assert "dabb-hard" in of["dabb-online"]
        assert of["zu-zweit"] == ["ismcts", "heuristic", "uniform"]


@served
async def test_every_player_is_told_in_words(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        players = (await server.get("/api/players?lang=en")).json["players"]
        assert [player["name"] for player in players] == list(player_names())
        assert all(player["text"] for player in players)


@pytest.mark.parametrize("path", ["rules", "rules/palast", "glossary", "words", "players"])
def test_a_language_that_there_is_not_is_an_error(path: str, tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            answer = await server.get(f"/api/{path}?lang=la")
            assert (answer.status, answer.code) == (400, "bad_request")
            details = answer.json["error"]["details"]
            assert details == {"key": "lang", "given": "la", "known": "de, en, fr"}
            if path == "words":
                assert (await server.get("/api/words?suits=tarot")).code == "bad_request"

    scenario()


@served
async def test_the_interface_describes_itself(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        paths = (await server.get("/api/openapi.json", person=None)).json["paths"]
        body = paths["/api/tables"]["post"]["requestBody"]["content"]["application/json"]
        assert set(body["schema"]["properties"]) == {"rules", "name", "players", "deals"}
        assert not [path for path in paths if not path.startswith("/api/")]


# --- tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"rules": "no-such-rules"}, 404, "unknown_rules"),
        ({"rules": "../../etc/passwd"}, 404, "unknown_rules"),
        ({"rules": "/etc/x.toml"}, 404, "unknown_rules"),
        ({"rules": 5}, 400, "bad_request"),
        ({"name": ""}, 400, "bad_request"),
        ({"name": " | "}, 400, "bad_request"),
        ({"name": "x" * 21}, 400, "bad_request"),
        ({"players": []}, 400, "bad_request"),
        ({"players": ["uniform"] * 3}, 400, "bad_request"),
        ({"players": ["nobody"]}, 400, "unknown_player"),
        ({"players": ["unifrm"]}, 400, "unknown_player"),
        ({"rules": "zu-zweit", "players": ["dabb-hard"]}, 400, "unfit_player"),
        ({"players": "uniform"}, 400, "bad_request"),
        ({"deals": 0}, 400, "bad_request"),
        ({"deals": 1001}, 400, "bad_request"),
        ({"deals": "3"}, 400, "bad_request"),
        ({"deals": [1]}, 400, "bad_request"),
        ({"more": 1}, 400, "bad_request"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    change: dict[str, Any], status: int, code: str, tmp_path: Path
) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            answer = await server.post("/api/tables", {**WISH, **change})
            assert (answer.status, answer.code) == (status, code)
            assert server.tables.store.streams() == []

    scenario()


@pytest.mark.parametrize(
    ("change", "key", "said"),
    [
        ({"deals": 1001}, "deals", {"de": "von 1 bis 1000", "en": "1 to 1000", "fr": "1 à 1000"}),
        ({"name": ""}, "name", {"de": "sehen kann", "en": "can be seen", "fr": "visibles"}),
        ({"players": []}, "players", {"de": "oder 2", "en": "or 2", "fr": "ou 2"}),
        ({"deals": "3"}, "deals", {"de": "passt nicht", "en": "not fit", "fr": "ne convient pas"}),
        ({"players": [1]}, "players[0]", {"de": "openapi", "en": "openapi", "fr": "openapi"}),
        ({"more": 1}, "more", {"de": "in der Anfrage", "en": "in the", "fr": "dans la"}),
    ],
)
def test_a_wish_that_does_not_fit_is_told_by_its_field_in_each_language(
    change: dict[str, Any], key: str, said: dict[str, str], tmp_path: Path
) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            for lang, words in said.items():
                answer = await server.post(f"/api/tables?lang={lang}", {**WISH, **change})
                error = answer.json["error"]
                assert error["details"]["key"] == key
                assert key in error["message"]
                assert words in error["message"]

    scenario()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_error_speaks_the_language_of_the_address(lang: str, tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            answer = await server.post(f"/api/tables?lang={lang}", {**WISH, "players": ["unifrm"]})
            expected = text("error.unknown_player_near", lang, name="unifrm", near="uniform")
            assert answer.json["error"]["message"] == expected
            wish = {**WISH, "rules": "zu-zweit", "players": ["dabb-hard"]}
            unfit = await server.post(f"/api/tables?lang={lang}", wish)
            values = {"name": "dabb-hard", "unknown": "deal.stock", "rules": "zu-zweit"}
            assert unfit.json["error"]["message"] == text("error.unfit_player", lang, **values)
            unknown = await server.post(f"/api/tables?lang={lang}", {**WISH, "rules": "palats"})
            assert "palast" in unknown.json["error"]["message"]
            table = await server.post(f"/api/tables/nothing/forget?lang={lang}", {})
            assert table.json["error"]["message"] == text("server.error.unknown_table", lang)

    scenario()


@pytest.mark.parametrize(
    "body", [b"", b"x", b"[]", b"{", b"\xff\xfe", b"[" * 50_000, b'{"rules": "palast"}']
)
def test_a_body_that_is_none_is_refused(body: bytes, tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            answer = await server.post("/api/tables", body)
            assert (answer.status, answer.code) == (400, "bad_request")

    scenario()


@served
async def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        answer = await server.post("/api/tables", b" " * 70_000)
        assert (answer.status, answer.code) == (413, "too_large")
        assert "65536" in answer.json["error"]["message"]


@pytest.mark.parametrize(
    "header", [{}, {"Authorization": "Basic abc"}, {"Authorization": "Bearer short"}]
)
def test_what_belongs_to_a_person_needs_one(header: dict[str, str], tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            table = await server.open()
            for method, path in (
                ("GET", "/api/tables"),
                ("POST", "/api/tables"),
                ("POST", f"/api/tables/{table}/rematch"),
                ("POST", f"/api/tables/{table}/forget"),
            ):
                answer = await server.ask(method, path, {}, person=None, headers=header)
                assert (answer.status, answer.code) == (401, "no_person")

    scenario()


@served
async def test_a_stranger_can_do_nothing_with_somebody_elses_table(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        for what in ("rematch", "forget"):
            answer = await server.post(f"/api/tables/{table}/{what}", {}, person=BERT)
            assert (answer.status, answer.code) == (403, "not_seated")
            answer = await server.post(f"/api/tables/nothing/{what}", {})
            assert (answer.status, answer.code) == (404, "unknown_table")
            answer = await server.post(f"/api/tables/{table}/{what}", {"table": "x"})
            assert (answer.status, answer.code) == (400, "bad_request")
        assert [t["table"] for t in (await server.get("/api/tables")).json["tables"]] == [table]


@served
async def test_names_are_brought_into_a_form_for_the_table(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(name="  Anna\t| Lena ")
        async with server.page(table) as page:
            assert page.view["seats"][0]["name"] == "Anna Lena"
        for name in ("\u3164", "\u2800 |", "\u200b\u200b", "e" + "\u0301" * 20, "A" * 60_000):
            answer = await server.post("/api/tables", {"rules": "stammtisch", "name": name})
            assert (answer.status, answer.code) == (400, "bad_request")
        table = await server.open(name="KARLE")
        async with server.page(table) as page:
            names = [seat["name"] for seat in page.view["seats"]]
            assert names == ["KARLE", "Gretel", "Frieder"]


# --- errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "unknown_page"),
        ("GET", "/nothing.html", 404, "unknown_page"),
        ("GET", "/api/rules/nothing", 404, "unknown_rules"),
        ("GET", "/api/rules/stammtisch-9999-deals", 400, "rule_set_error"),
        ("POST", "/", 405, "method_not_allowed"),
        ("POST", "/api/rules", 405, "method_not_allowed"),
        ("DELETE", "/api/tables", 405, "method_not_allowed"),
        ("GET", "/api/tables/x/socket", 404, "unknown_page"),
    ],
)
def test_every_error_has_the_one_shape(
    method: str, path: str, status: int, code: str, tmp_path: Path
) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            answer = await server.ask(method, path)
            assert (answer.status, answer.code) == (status, code)

    scenario()


@served
async def test_a_fault_of_the_server_has_the_shape_too_and_tells_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("inner matters")

    monkeypatch.setattr(Tables, "listed", broken)
    async with house(tmp_path) as server:
        answer = await server.get("/api/tables")
        assert (answer.status, answer.code) == (500, "fault")
        assert b"inner matters" not in answer.body
        assert answer.headers["content-security-policy"] == POLICY
    assert "inner matters" in caplog.text


# --- the page and its files ---------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/t/AbC-1_2", "/rules/palast", "/glossary"])
def test_the_addresses_of_the_page_all_give_the_page(path: str, tmp_path: Path, page: Path) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path, page=page) as server:
            answer = await server.get(path, person=None)
            assert answer.status == 200
            assert answer.body == (page / "index.html").read_bytes()
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
            head = await server.ask("HEAD", path)
            assert (head.status, head.body) == (200, b"")

    scenario()


@served
async def test_every_answer_binds_the_browser_to_our_own_files(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        for path in ("/", "/nothing", "/api/health", "/api/nothing", "/api/tables"):
            headers = (await server.get(path, person=None)).headers
            for name, value in HEADERS.items():
                assert headers[name.lower()] == value
            assert "server" not in headers
        assert (await server.get("/api/health")).headers["cache-control"] == "no-store"
    assert POLICY.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in POLICY


@served
async def test_files_are_kept_or_asked_for_again(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "faces").mkdir()
    (folder / "assets" / "index-1a2b.js").write_text("export {};\n" * 200)
    (folder / "faces" / "large.svg").write_text("<svg/>")
    async with house(tmp_path, page=folder) as server:
        script = await server.get("/assets/index-1a2b.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        face = await server.get("/faces/large.svg")
        assert face.headers["content-type"] == "image/svg+xml"
        assert face.headers["cache-control"] == "no-cache"
        again = await server.get(
            "/faces/large.svg", headers={"If-None-Match": face.headers["etag"]}
        )
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == face.headers["etag"]
        zipped = await server.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "gzip"})
        assert zipped.headers["content-encoding"] == "gzip"
        assert gzip.decompress(zipped.body) == script.body
        assert len(zipped.body) < 200


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/..%5csecret.txt",
        "/index.html%00.js",
        "/assets",
        "/assets/",
        "/" + "x" * 300,
        "/link.txt",
    ],
)
def test_no_address_leads_out_of_the_pages_folder(path: str, tmp_path: Path, page: Path) -> None:
    (page / "link.txt").symlink_to(tmp_path / "secret.txt")

    @served
    async def scenario() -> None:
        async with house(tmp_path, page=page) as server:
            answer = await server.get(path)
            assert (answer.status, answer.code) == (404, "unknown_page")

    scenario()


@served
async def test_without_a_built_page_it_is_told_how_to_build_it(tmp_path: Path) -> None:
    async with house(tmp_path, page=tmp_path / "nowhere") as server:
        answer = await server.get("/?lang=en")
        assert (answer.status, answer.code) == (503, "not_built")
        assert "run.py play" in answer.json["error"]["message"]


@served
async def test_a_page_that_was_built_anew_is_served_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    async with house(tmp_path, page=folder) as server:
        (folder / "index.html").write_text("one")
        first = await server.get("/")
        shutil.rmtree(folder)
        folder.mkdir()
        (folder / "index.html").write_text("two, longer")
        second = await server.get("/", headers={"If-None-Match": first.headers["etag"]})
        assert (first.body, second.body) == (b"one", b"two, longer")
        assert ANNA.encode() not in second.body
