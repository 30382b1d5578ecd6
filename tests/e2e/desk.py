"""A person at a browser: a context of its own, its settings, and the tables it opens."""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.guard import Guard
from tests.e2e.server import Server
from tests.e2e.table_page import TablePage

PHONE = (360, 740)
TABLET = (820, 1180)
LAPTOP = (1440, 900)

# Only where nothing is kept yet, so that what a test changes on the page outlives a reload.
# An empty page (about:blank) may keep nothing.
KEEP = """
if (location.protocol === "http:")
  for (const [key, value] of %s)
    if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
"""


@dataclass(kw_only=True)
class Wishes:
    """How a browser is set up; the defaults play quickly."""

    size: tuple[int, int] = LAPTOP
    scheme: str = "light"
    touch: bool = False
    moving: bool = False
    settings: dict[str, Any] = field(default_factory=dict)


class Desk:
    """One browser context: one person who has not been here before."""

    def __init__(self, browser: Browser, server: Server, person: str, wishes: Wishes) -> None:
        self.server = server
        self.person = person
        width, height = wishes.size
        options: dict[str, Any] = {
            "color_scheme": wishes.scheme,
            "has_touch": wishes.touch,
            "is_mobile": wishes.touch,
            "locale": "de-DE",
            "reduced_motion": "no-preference" if wishes.moving else "reduce",
            "viewport": {"width": width, "height": height},
        }
        self.context: BrowserContext = browser.new_context(**options)
        self.context.set_default_timeout(10_000)
        self.guard = Guard(self.context, server.url)
        self._keep({"pace": "none", "lang": "de", **wishes.settings})
        self.page: Page = self.context.new_page()

    def _keep(self, settings: dict[str, Any]) -> None:
        items = [["binokel.person", self.person], ["binokel.settings", json.dumps(settings)]]
        self.context.add_init_script(KEEP % json.dumps(items))

    def new_table(
        self,
        rules: str,
        *,
        players: tuple[str, ...] = ("heuristic",),
        deals: int | None = None,
    ) -> str:
        """Ask the server for a table and return its name."""
        body = {"rules": rules, "name": "Anna", "players": list(players), "deals": deals}
        table: str = self.server.post("/api/tables", body, self.person)["table"]
        return table

    def open_table(self, rules: str, **wanted: Any) -> TablePage:
        """Make a table and sit down at it."""
        return self.open(self.new_table(rules, **wanted))

    def open(self, table: str) -> TablePage:
        """Sit down at a table that there is."""
        self.page.goto(f"{self.server.url}/t/{table}")
        shown = TablePage(self.page)
        shown.wait_until_shown()
        return shown

    def start_match(self, deals: int) -> TablePage:
        """Begin a match on the first page, as a newcomer does, with a fixed number of deals."""
        find = self.page.get_by_test_id
        find("more").click()
        find("length").get_by_role("radio").last.check(force=True)
        self.page.get_by_role("spinbutton").fill(str(deals))
        find("start-match").click()
        shown = TablePage(self.page)
        shown.wait_until_shown()
        return shown

    def visit(self, path: str = "/") -> Page:
        """Go to a page."""
        self.page.goto(f"{self.server.url}{path}")
        return self.page

    def close(self) -> None:
        """Close all its pages."""
        self.context.close()
