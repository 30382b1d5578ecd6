"""A person's list is quick, and what it remembers of a match is what the match itself says."""

import time
from pathlib import Path

import msgspec
import pytest

from binokel.errors import StoreFailed
from binokel.server.auth import person_of
from binokel.server.lobby import listing
from binokel.server.lobby.listing import Shelf, summary_of
from binokel.server.table.journal import rebuilt
from tests.server.house import ANNA, House, Page, house, served


async def lines(server: House, lang: str = "de") -> list[dict[str, object]]:
    found: list[dict[str, object]] = (await server.get(f"/api/tables?lang={lang}")).json["tables"]
    return found


async def played(folder: Path, rules: str = "stammtisch", deals: int = 2) -> str:
    """Play a match to its end and return its table."""
    async with house(folder) as server:
        table = await server.open(rules, deals=deals)
        async with server.page(table) as page:
            await page.play(lambda page: page.view["match"]["finished"])
    return table


def in_the_second_deal(page: Page) -> bool:
    return bool(page.view["match"]["number"] == 2)


def has_ended(page: Page) -> bool:
    return bool(page.view["match"]["finished"])


def forbid_replay(patch: pytest.MonkeyPatch) -> None:
    def forbidden(_: object) -> None:
        raise AssertionError("a match was played through again")

    patch.setattr(listing, "rebuilt", forbidden)


@pytest.mark.parametrize("rules", ["stammtisch", "kreuzbinokel", "zu-zweit"])
def test_a_line_is_the_same_from_the_match_and_from_its_summary(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            table = await server.open(rules, deals=2)
            async with server.page(table) as page:
                for is_wanted in (in_the_second_deal, has_ended):
                    await page.play(is_wanted)
                    await page.turn()
                    awake = [await lines(server, lang) for lang in ("de", "en", "fr")]
                    match = rebuilt(server.tables.store.read(f"table/{table}")).match
                    assert awake[0][0]["finished"] == match.standing.finished
        async with house(tmp_path) as server:
            with monkeypatch.context() as strict:
                forbid_replay(strict)
                again = [await lines(server, lang) for lang in ("de", "en", "fr")]
            assert again == awake

    scenario()


@served
async def test_a_match_is_played_through_once_and_then_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played(tmp_path)
    async with house(tmp_path) as server:
        first = await lines(server)
        assert first[0]["finished"]
        assert len(server.tables.store.read(f"summary/{table}")) == 1
    forbid_replay(monkeypatch)
    async with house(tmp_path) as server:
        assert await lines(server) == first
        assert len(server.tables.store.read(f"summary/{table}")) == 1


@pytest.mark.parametrize("how", ["longer", "other version", "rubbish"])
def test_a_summary_that_does_not_hold_any_more_is_made_anew(how: str, tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        table = await played(tmp_path)
        async with house(tmp_path) as server:
            store = server.tables.store
            right = summary_of(rebuilt(store.read(f"table/{table}")))
            wrong = msgspec.structs.replace(right, results=(), number=1)
            bad = {
                "longer": msgspec.structs.replace(wrong, seq=right.seq - 1),
                "other version": msgspec.structs.replace(wrong, version="0"),
                "rubbish": {"seq": "none"},
            }[how]
            store.append(f"summary/{table}", 0, [msgspec.json.encode(bad).decode()])
            assert (await lines(server))[0]["finished"]
            newest = store.read(f"summary/{table}")[-1]
            assert msgspec.json.decode(newest, type=listing.Summary) == right

    scenario()


@served
async def test_a_summary_that_contradicts_its_match_is_told_and_mended(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = await played(tmp_path)
    async with house(tmp_path) as server:
        store = server.tables.store
        right = summary_of(rebuilt(store.read(f"table/{table}")))
        wrong = msgspec.structs.replace(right, number=77)
        store.append(f"summary/{table}", 0, [msgspec.json.encode(wrong).decode()])
        async with server.page(table):
            pass
        newest = store.read(f"summary/{table}")[-1]
        assert msgspec.json.decode(newest, type=listing.Summary) == right
    assert "its summary was wrong" in caplog.text


@served
async def test_a_list_is_told_also_where_no_summary_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> int:
        raise StoreFailed("the disk is full")

    await played(tmp_path)
    async with house(tmp_path) as server:
        monkeypatch.setattr(server.tables.store, "append", full)
        assert (await lines(server))[0]["finished"]
    assert "the disk is full" in caplog.text


@served
async def test_a_table_that_cannot_be_read_can_be_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        server.tables.store.append("table/bad", 0, ["{"])
        server.tables.store.append(
            f"person/{person_of(ANNA)}", 1, ['{"entry":"joined","table":"bad"}']
        )
        assert {line["table"] for line in await lines(server)} == {table, "bad"}
        assert (await server.post("/api/tables/bad/forget", {})).status == 200
        assert [line["table"] for line in await lines(server)] == [table]


def test_fifty_finished_matches_are_listed_at_once(tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        table = await played(tmp_path, deals=12)
        async with house(tmp_path) as server:
            store = server.tables.store
            match = store.read(f"table/{table}")
            for n in range(50):
                store.append(f"table/{n}", 0, match)
            shelf = Shelf(store)
            for n in range(50):
                shelf.line(str(n), ANNA, "de", summary_of(rebuilt(match)) if n == 0 else None)
            began = time.process_time()  # other tests may run beside this one
            shelf = Shelf(store)
            found = [shelf.line(str(n), ANNA, "de", None) for n in range(50)]
            took = time.process_time() - began
            assert all(line.finished for line in found)
            assert took < 1.0

    scenario()
