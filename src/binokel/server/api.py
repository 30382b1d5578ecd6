"""What can be asked over HTTP: the rules, the words, and the tables of a person."""

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, Request, WebSocket
from starlette.responses import Response

from binokel import __version__
from binokel.cards.card import CARDS, RANKS, SUITS
from binokel.cards.notation import Lang, format_card, format_rank, format_suit
from binokel.players.registry import levels, names_for, usual_for
from binokel.players.registry import names as player_names
from binokel.rules.catalog import DEFAULT, find_ruleset, names
from binokel.rules.sheet import title
from binokel.rules.shortened import find_rules
from binokel.rules.words import summary
from binokel.server.answers import (
    answer,
    body,
    body_schema,
    language,
    refused,
    wanted_language,
    wanted_suits,
)
from binokel.server.auth import person_in
from binokel.server.faults import own_fault
from binokel.server.lobby.seating import NewTable
from binokel.server.lobby.tables import Tables
from binokel.server.socket import Page, is_own_origin
from binokel.telling.players import player_about, player_title
from binokel.telling.rulebook import glossary, rules_page

READY = "binokel"
"""By this `/api/health` tells that it is this program that answers."""


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """An empty body."""


def api_routes(tables: Tables, data_id: str) -> APIRouter:
    """Return the routes below `/api/`."""
    router = APIRouter(prefix="/api")
    _add_words(router, data_id)
    _add_tables(router, tables)
    return router


def _add_words(router: APIRouter, data_id: str) -> None:
    """Add what is the same for everybody."""

    @router.get("/health")
    async def health() -> Response:
        return answer({"program": READY, "version": __version__, "data": data_id})

    @router.get("/rules")
    async def rules(request: Request) -> Response:
        lang = wanted_language(request)
        return answer({"rules": await asyncio.to_thread(_rules_lines, lang)})

    @router.get("/rules/{name}")
    async def rules_of(request: Request, name: str) -> Response:
        lang = wanted_language(request)
        return answer(rules_page(await asyncio.to_thread(find_rules, name), lang))

    @router.get("/glossary")
    async def glossary_of(request: Request) -> Response:
        return answer({"words": glossary(wanted_language(request))})

    @router.get("/words")
    async def words(request: Request) -> Response:
        lang, suits = wanted_language(request), wanted_suits(request)
        return answer(
            {
                "cards": {str(card): format_card(card, lang, suits) for card in CARDS},
                "suits": {suit.letter: format_suit(suit, lang, suits) for suit in SUITS},
                "ranks": {rank.letter: format_rank(rank, lang, suits) for rank in RANKS},
            }
        )

    @router.get("/players")
    async def players(request: Request) -> Response:
        lang = wanted_language(request)
        return answer({"players": players_lines(lang)})


def players_lines(lang: Lang) -> list[dict[str, Any]]:
    """Return the players: first the levels from the weakest, then all others."""
    offered = levels()
    ordered = [*offered, *(name for name in player_names() if name not in offered)]
    return [
        {
            "name": name,
            "text": player_title(name, lang),
            "about": player_about(name, lang),
            "is_level": name in offered,
        }
        for name in ordered
    ]


def _rules_lines(lang: str) -> list[dict[str, Any]]:
    return [_rules_line(name, lang) for name in names()]


def _rules_line(name: str, lang: str) -> dict[str, Any]:
    rules = find_ruleset(name)
    return {
        "id": name,
        "title": title(rules, lang),
        "subtitle": summary(rules, lang),
        "seats": rules.n_seats,
        "cards": len(rules.cards),
        "is_default": name == DEFAULT,
        "players": names_for(rules),
        "usual": usual_for(rules),
    }


def _add_tables(router: APIRouter, tables: Tables) -> None:
    """Add what belongs to a person."""

    @router.post("/tables", openapi_extra=body_schema(NewTable))
    async def create(request: Request) -> Response:
        person = person_in(request.headers.get("authorization"))
        wish = await body(request, NewTable)
        return answer({"table": await tables.create(person, wish)})

    @router.get("/tables")
    async def listed(request: Request) -> Response:
        person = person_in(request.headers.get("authorization"))
        return answer({"tables": await tables.listed(person, wanted_language(request))})

    @router.get("/tables/{table}/rules")
    async def rules(request: Request, table: str) -> Response:
        person = person_in(request.headers.get("authorization"))
        lang = wanted_language(request)
        return answer(rules_page(await tables.rules_of(person, table), lang))

    @router.post("/tables/{table}/rematch", openapi_extra=body_schema(Nothing))
    async def rematch(request: Request, table: str) -> Response:
        person = person_in(request.headers.get("authorization"))
        await body(request, Nothing)
        return answer({"table": await tables.rematch(person, table)})

    @router.post("/tables/{table}/forget", openapi_extra=body_schema(Nothing))
    async def forget(request: Request, table: str) -> Response:
        person = person_in(request.headers.get("authorization"))
        await body(request, Nothing)
        await tables.forget(person, table)
        return answer({})

    @router.websocket("/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str) -> None:
        if is_own_origin(websocket):
            await Page(websocket, table, tables).serve()
        else:
            fault = own_fault("foreign_origin", language(websocket))
            await websocket.send_denial_response(refused(fault))
