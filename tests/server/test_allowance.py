"""How many tables a server opens, and that nothing else can be written without end."""

from pathlib import Path

import pytest

from binokel.errors import TooManyTables
from binokel.server.auth import person_of
from binokel.server.lobby import allowance
from binokel.server.lobby.allowance import EACH_S, MOST_AT_ONCE, Allowance
from tests.server.house import ANNA, house, served


def test_after_very_many_tables_there_is_room_for_one_every_few_seconds() -> None:
    now = [0.0]
    allowed = Allowance(lambda: now[0])
    for _ in range(MOST_AT_ONCE):
        allowed.take()
    now[0] = EACH_S * 0.75
    with pytest.raises(TooManyTables, match="try again in 3 s") as caught:
        allowed.take()
    assert caught.value.details == {"wait_s": 3}
    now[0] = EACH_S
    allowed.take()
    with pytest.raises(TooManyTables):
        allowed.take()


def test_the_room_for_new_tables_does_not_grow_beyond_its_size() -> None:
    now = [0.0]
    allowed = Allowance(lambda: now[0])
    now[0] = 1e9
    for _ in range(MOST_AT_ONCE):
        allowed.take()
    with pytest.raises(TooManyTables):
        allowed.take()


@served
async def test_a_table_too_many_is_refused_and_a_wrong_wish_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "MOST_AT_ONCE", 2)
    async with house(tmp_path) as server:
        for _ in range(3):
            assert (await server.post("/api/tables", {"rules": "palats"})).status == 400
        table = await server.open()
        again = await server.post(f"/api/tables/{table}/rematch", {})
        assert again.status == 200
        before = server.tables.store.streams()
        for path in ("/api/tables?lang=en", f"/api/tables/{table}/rematch?lang=en"):
            body = {} if "rematch" in path else {"rules": "stammtisch", "name": "Anna"}
            answer = await server.post(path, body)
            assert (answer.status, answer.code) == (429, "too_many_tables")
            assert "in 10 seconds" in answer.json["error"]["message"]
        assert server.tables.store.streams() == before


@served
async def test_a_table_is_forgotten_once_however_often_it_is_asked(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        for _ in range(3):
            assert (await server.post(f"/api/tables/{table}/forget", {})).status == 200
        assert len(server.tables.store.read(f"person/{person_of(ANNA)}")) == 2
