"""The page knows no rule, and the server trusts no page."""

import json
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.e2e.conftest import Desks
from tests.e2e.desk import Desk
from tests.e2e.robot import Robot

SEED = 3

# A page of somebody who wants to cheat: it says what it likes and collects the answers.
HOSTILE = """
([url, person, messages]) => new Promise((resolve, reject) => {
  const socket = new WebSocket(url);
  const answers = [];
  let seq = -1;
  const next = () => {
    const message = messages[answers.length];
    if (message === undefined) {
      socket.close();
      resolve(answers);
    } else {
      socket.send(JSON.stringify({ ...message, seq: seq + (message.seq ?? 0) }));
    }
  };
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", person }));
  socket.onclose = () => reject(new Error(`closed after ${answers.length} answers`));
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    if (seq >= 0) answers.push(answer);
    else seq = answer.seq;
    next();
  };
})
"""


def act(**action: Any) -> dict[str, Any]:
    return {"type": "act", "action": action}


def test_a_hostile_page_is_refused_with_the_reason_and_changes_nothing(desks: Desks) -> None:
    desk = desks()
    name = desk.new_table("stammtisch")
    table = desk.open(name)
    before = Robot(table, SEED).play_until(
        lambda look: look.phase == "play" and 0 < len(look.legal) < len(look.hand)
    )
    forbidden = next(card for card, legal in before.hand if not legal)
    elsewhere = next(card for card in ("EA", "SA", "HA", "BA") if (card, True) not in before.hand)
    messages = [
        act(do="play", card=forbidden),
        act(do="play", card=elsewhere),
        act(do="bid", value=1000),
        act(do="bury", card=before.legal[0]),
        act(do="shuffle", order=None),
        act(do="claim", seat=1, trick=0),
        {"type": "next_deal"},
        {**act(do="play", card=before.legal[0]), "seq": -1},
    ]
    url = f"{desk.server.url.replace('http', 'ws')}/api/tables/{name}/socket"
    answers = desk.page.evaluate(HOSTILE, [url, desk.person, messages])
    assert [answer["type"] for answer in answers] == ["refused"] * len(messages)
    assert all(answer["error"]["message"] for answer in answers)
    assert answers[-1]["error"]["code"] == "stale_sequence"
    assert table.reload() is not None
    assert table.wait_until_asked() == before


def strip_choices(desk: Desk, strip: Any) -> None:
    """Let the page see other choices than the server offers."""

    def change(message: str | bytes) -> str:
        said = json.loads(message)
        if said["type"] == "update":
            said["view"]["choices"] = strip(said["view"]["choices"])
        return json.dumps(said)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(change(message)))

    desk.page.route_web_socket("**/socket", between)


def test_a_choice_that_the_server_does_not_offer_is_not_on_the_page(desks: Desks) -> None:
    desk = desks()
    strip_choices(desk, lambda choices: [one for one in choices if one["choice"] != "concedes"])
    plain = desks().open_table("stammtisch")
    stripped = desk.open_table("stammtisch")
    for table, offered in ((plain, 1), (stripped, 0)):
        Robot(table, SEED, talks=1).play_until(lambda look: look.phase == "bury")
        assert table.panel("concedes").count() == offered


def test_only_the_cards_that_the_server_calls_legal_are_marked(desks: Desks) -> None:
    def first_only(choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {**one, "cards": one["cards"][:1]} if one["choice"] == "cards" else one
            for one in choices
        ]

    desk = desks()
    strip_choices(desk, first_only)
    table = desk.open_table("stammtisch")
    look = Robot(table, SEED).play_until(lambda look: look.phase == "play" and bool(look.legal))
    assert len(set(look.legal)) == 1


def test_the_secret_that_run_py_gives_is_taken_over_and_leaves_the_address(desks: Desks) -> None:
    owner = desks()
    name = owner.new_table("stammtisch")
    page = desks().visit(f"/#person={owner.person}")
    page.get_by_test_id("table-entry").wait_for()
    assert page.get_by_test_id("table-entry").get_attribute("data-table") == name
    assert page.evaluate("location.hash") == ""
    assert page.evaluate("localStorage.getItem('binokel.person')") == owner.person


def test_another_person_neither_sees_nor_plays_the_table(desks: Desks) -> None:
    name = desks().new_table("stammtisch")
    stranger = desks()
    stranger.guard.allow(f"/api/tables/{name}/socket")
    page = stranger.visit(f"/t/{name}")
    page.get_by_role("alert").wait_for()
    assert page.get_by_test_id("hand-card").count() == 0
    stranger.visit()
    page.get_by_test_id("start-match").wait_for()
    assert page.get_by_test_id("table-entry").count() == 0
