"""The table as a person finds it on the page: by role, label or agreed `data-testid`."""

import time
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Locator, Page

from tests.e2e.hands import Hands, Mouse

# All at once: a look at the page costs one message to the browser.
LOOK = """
() => {
  const table = document.querySelector('[data-testid="table"]');
  if (table === null) return null;
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const named = (name) => [...document.querySelectorAll(`[data-testid="${name}"]`)].filter(seen);
  const panels = [...document.querySelectorAll('[data-testid^="panel-"]')].filter(seen);
  return {
    seq: Number(table.dataset.seq),
    phase: table.dataset.phase,
    ready: table.dataset.settled === "true" && table.dataset.link === "open",
    mine: table.dataset.mine === "true",
    panels: panels.map((panel) => panel.dataset.testid.slice("panel-".length)),
    hand: named("hand-card").map((card) => [card.dataset.card, card.dataset.legal === "true"]),
    trick: named("trick-card").map((card) => card.dataset.card),
    may_deal: named("next-deal").some((button) => !button.disabled),
    account: named("account").length + named("account-open").length > 0,
    finished: table.dataset.finished === "true",
  };
}
"""
# The table stands still and something is asked of the person, or the match is over.
ASKED = f"""
(seq) => {{
  const now = ({LOOK})();
  if (now === null || !now.ready || now.seq <= seq) return false;
  return now.mine || now.may_deal || now.finished;
}}
"""
# Two frames have been drawn since, so that what is scrolled to is there, and nothing moves.
REST = """
async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  const moves = ({ playState }) => playState === "running";
  do {
    await frame();
    await frame();
  } while (document.getAnimations().some(moves));
}
"""
WAIT_MS = 20_000
IN_MENU = {"help", "settings"}


@dataclass(frozen=True, kw_only=True)
class Look:
    """What stands on the page at one moment."""

    seq: int
    phase: str
    ready: bool
    mine: bool
    panels: list[str]
    hand: list[tuple[str, bool]]
    trick: list[str]
    may_deal: bool
    account: bool
    finished: bool

    @property
    def legal(self) -> list[str]:
        """The cards marked as playable, from left to right."""
        return [card for card, is_legal in self.hand if is_legal]


class TablePage:
    """What a person can see and do at the table.

    `polling` is how often the page is looked at while one waits, in ms: a measurement looks
    seldom, because looking costs time, too.
    """

    polling: float | Literal["raf"] = "raf"

    def __init__(self, page: Page, hands: Hands | None = None) -> None:
        self.page = page
        self.hands = hands or Mouse(page)
        self.root = page.get_by_test_id("table")
        self.account = page.get_by_test_id("account")
        self.prompt = page.get_by_test_id("prompt")
        self.trick = page.get_by_test_id("trick")
        self.hint = page.get_by_test_id("hint")

    def wait_until_shown(self) -> None:
        """Wait until the table is on the page."""
        self.root.wait_for(timeout=WAIT_MS)
        self.page.wait_for_function(f"() => ({LOOK})().seq >= 0")

    def look(self) -> Look:
        """Return what is on the page now."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        seen["hand"] = [(card, legal) for card, legal in seen["hand"]]
        return Look(**seen)

    def wait_until_asked(self, after: int = -1) -> Look:
        """Wait until the person is asked something by an update later than `after`."""
        self.page.wait_for_function(ASKED, arg=after, timeout=WAIT_MS, polling=self.polling)
        return self.look()

    def wait_until_done(self, before: Look) -> None:
        """Wait until the table has moved on."""
        self.page.wait_for_function(
            f"(seq) => ({LOOK})()?.seq !== seq",
            arg=before.seq,
            timeout=WAIT_MS,
            polling=self.polling,
        )

    def hand_card(self, card: str) -> Locator:
        """The first copy of a card in the own hand."""
        return self.page.locator(f'[data-testid="hand-card"][data-card="{card}"]').first

    def panel(self, name: str) -> Locator:
        """The panel of a choice, by the choice's tag."""
        return self.page.get_by_test_id(f"panel-{name}")

    def seat(self, seat: int) -> Locator:
        """What is shown of a seat."""
        return self.page.get_by_test_id(f"seat-{seat}")

    def open_dialog(self, name: str) -> bool:
        """Open a dialog by its button; False if there is nothing to open now."""
        testid = name if name == "last-trick" else f"{name}-open"
        if name in IN_MENU:
            self.hands.press(self.page.get_by_test_id("menu-open"))
        button = self.page.get_by_test_id(testid).filter(visible=True).first
        if not (button.is_visible() and button.is_enabled()):
            return False
        self.hands.press(button)
        self.page.get_by_role("dialog").first.wait_for()
        return True

    def ask_hint(self) -> bool:
        """Ask for a hint and wait until it is told; False if there is none to ask for now."""
        button = self.page.get_by_test_id("hint-ask")
        if not button.is_visible():
            return False
        self.hands.press(button)
        self.hint.locator(".what").wait_for(timeout=WAIT_MS)
        return True

    def open_match(self) -> None:
        """Open the list of deals from wherever one is, also from the account."""
        for name in ("account-match", "match-open"):
            button = self.page.get_by_test_id(name).filter(visible=True).first
            if button.is_visible():
                self.hands.press(button)
                break
        self.page.get_by_test_id("match").wait_for()

    def close_dialog(self) -> None:
        """Close the dialog that is open."""
        self.page.keyboard.press("Escape")
        self.page.get_by_role("dialog").first.wait_for(state="hidden")

    def reload(self) -> Look:
        """Load the page anew, as F5 does, and return what is there."""
        self.page.reload()
        self.wait_until_shown()
        return self.look()

    def come_to_rest(self) -> None:
        """Wait until all lies where it stays, before one measures where it lies."""
        self.page.evaluate(REST)

    def settle(self, seconds: float = 0.4) -> None:
        """Leave time for what must not happen."""
        time.sleep(seconds)
