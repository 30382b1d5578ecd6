"""What time and misfortune do to a table: other versions, other rules, a disk that fails."""

import json
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from binokel.errors import StoreFailed
from binokel.players.uniform import UniformPlayer
from binokel.rules.catalog import find_ruleset
from binokel.rules.loader import from_mapping
from binokel.rules.writer import content_hash, to_mapping
from binokel.server.auth import person_of
from binokel.server.table.journal import decode, encode
from tests.server.house import ANNA, BERT, House, house, served


def put(server: House, name: str, **changes: object) -> str:
    """Open a table like another one, with changes in its first entry; return its name."""
    store = server.tables.store
    start = decode(store.read(f"table/{name}")[0])
    store.append("table/changed", 0, [encode(msgspec.structs.replace(start, **changes))])
    store.append(f"person/{person_of(ANNA)}", 1, ['{"entry":"joined","table":"changed"}'])
    return "changed"


@served
async def test_the_rules_of_a_table_are_its_own_whatever_the_set_says_now(tmp_path: Path) -> None:
    mapping = to_mapping(find_ruleset("stammtisch"))
    older = from_mapping(
        {**mapping, "bidding": {**mapping["bidding"], "minimum": 230}}, any_name=True
    )
    async with house(tmp_path) as server:
        table = put(
            server,
            await server.open(),
            rules=to_mapping(older),
            rules_hash=content_hash(older),
        )
        now = (await server.get("/api/rules/stammtisch?lang=en")).json
        its = (await server.get(f"/api/tables/{table}/rules?lang=en")).json
        assert "230" in json.dumps(its)
        assert "230" not in json.dumps(now)
        assert its["title"] == now["title"]
        stranger = await server.get(f"/api/tables/{table}/rules", person=BERT)
        assert (stranger.status, stranger.code) == (403, "not_seated")
        nobody = await server.get(f"/api/tables/{table}/rules", person=None)
        assert (nobody.status, nobody.code) == (401, "no_person")
        none = await server.get("/api/tables/none/rules")
        assert (none.status, none.code) == (404, "unknown_table")
        assert (await server.get(f"/api/tables/{table}/rules?lang=la")).code == "bad_request"


@served
async def test_players_that_play_otherwise_than_at_the_beginning_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.turn()
            assert page.notices == []
    monkeypatch.setattr(UniformPlayer, "version", UniformPlayer.version + 1)
    async with house(tmp_path) as server:
        async with server.page(table, lang="en") as page:
            notice = await page.hear("notice")
            assert notice["code"] == "player_changed"
            assert notice["message"].startswith("Karle, Gretel: ")
            await page.play(lambda page: page.view["may_deal"])
        again = (await server.post(f"/api/tables/{table}/rematch", {})).json["table"]
        async with server.page(again) as page:
            await page.turn()
            assert page.notices == []


@served
async def test_a_player_that_there_is_no_more_plays_at_random_and_has_no_rematch(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as server:
        name = await server.open()
        start = decode(server.tables.store.read(f"table/{name}")[0])
        seats = [msgspec.to_builtins(seat) for seat in start.seats]  # type: ignore[union-attr]
        gone = [seat | {"player": "gone"} if "player" in seat else seat for seat in seats]
        table = put(server, name, seats=tuple(gone))
        async with server.page(table, None) as page:
            await page.send({"type": "hello", "person": ANNA})
            assert (await page.hear("notice"))["code"] == "player_changed"
            await page.play(lambda page: page.view["may_deal"])
        answer = await server.post(f"/api/tables/{table}/rematch", {})
        assert (answer.status, answer.code) == (400, "unknown_player")
    assert "no player is called 'gone'" in caplog.text


@served
async def test_a_page_comes_again_where_a_journal_could_not_be_read_just_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def busy(*_: object, **_how: object) -> list[str]:
        raise StoreFailed("/home/anna/binokel.db: locked", path="/home/anna/binokel.db")

    async with house(tmp_path) as server:
        table = await server.open()
        with monkeypatch.context() as failing:
            failing.setattr(server.tables.store, "read", busy)
            async with server.page(table, None) as page:
                error = await page.refused({"type": "hello", "person": ANNA})
                assert error["code"] == "store_failed"
                assert "anna" not in str(error)
                assert "/home/anna/binokel.db: locked" in caplog.text
                with pytest.raises(ConnectionClosed) as closed:
                    await page.next()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
        async with server.page(table) as page:
            await page.turn()


@served
async def test_a_damaged_list_of_a_person_is_told_to_that_person_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as server:
        await server.open()
        table = await server.open(person=BERT)
        server.tables.store.append(f"person/{person_of(ANNA)}", 1, ["{"])
        answer = await server.get("/api/tables")
        assert (answer.status, answer.code) == (503, "store_failed")
        assert "an entry that is none" in caplog.text
        listed = (await server.get("/api/tables", person=BERT)).json["tables"]
        assert [line["table"] for line in listed] == [table]
