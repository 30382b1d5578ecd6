"""Plays through the page alone: it does whatever is offered, chosen by a seeded random number."""

from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator

from tests.e2e.table_page import Look, TablePage

MOST_STEPS = 400


class Robot:
    """A person without a plan, who knows no rule and only presses what is offered.

    `done` remembers which panels were used; `talks` is how willingly it bids, from 0 to 1.
    """

    def __init__(self, table: TablePage, seed: int, *, talks: float = 0.6) -> None:
        self.table = table
        self.done: set[str] = set()
        self._rng = Random(seed)
        self.talks = talks
        self._panels: dict[str, Callable[[Look], None]] = {
            "signs": lambda _: self._press("sign"),
            "cut": self._cut,
            "bids": self._bid,
            "dabb": lambda _: self._press("dabb-take"),
            "gives": self._hand,
            "calls": lambda _: self._call(),
            "bury": self._bury,
            "trumps": lambda _: self._name_trump(),
            "exchange": lambda _: self._press("exchange-do"),
            "melds": lambda _: self._meld(),
        }

    # --- whole stretches ------------------------------------------------------------------------

    def play_match(self) -> Look:
        """Play until the match is over."""
        return self.play_until(lambda look: look.finished)

    def play_deal(self) -> Look:
        """Play until the account of the running deal lies on the table."""
        return self.play_until(lambda look: look.phase == "over")

    def play_until(self, reached: Callable[[Look], bool]) -> Look:
        """Play until what is asked next is what is wanted."""
        look = self.table.wait_until_asked()
        for _ in range(MOST_STEPS):
            if reached(look):
                return look
            look = self.step(look)
        raise AssertionError(f"not reached after {MOST_STEPS} steps: {look}")

    def step(self, look: Look) -> Look:
        """Do one thing that is offered and wait until something is asked again."""
        self.act(look)
        self.table.wait_until_done(look)
        return self.table.wait_until_asked()

    # --- single moves ---------------------------------------------------------------------------

    def act(self, look: Look) -> None:
        """Do one thing that is offered, without waiting for what comes of it."""
        if look.may_deal:
            self._press("next-deal")
            return
        offered = [name for name in self._panels if name in look.panels]
        # Rufen and the exchange stand beside something else; now and then it is left alone.
        spare = {"calls", "exchange"}
        while len(offered) > 1 and offered[0] in spare and self._rng.random() < 0.3:
            offered.pop(0)
        if offered:
            self.done.add(offered[0])
            self._panels[offered[0]](look)
        else:
            self._hand(look)

    def _press(self, name: str) -> None:
        self._touch(self._shown(name))

    def _touch(self, target: Locator) -> None:
        self.table.hands.press(target)

    def _any(self, name: str) -> None:
        found = self.table.page.get_by_test_id(name)
        self._touch(found.nth(self._rng.randrange(found.count())))

    def _hand(self, look: Look) -> None:
        assert look.legal, f"nothing is offered: {look}"
        if look.phase == "play":
            self.done.add("cards")
        self._touch(self.table.hand_card(self._rng.choice(look.legal)))

    def _cut(self, _: Look) -> None:
        offered = [name for name in ("cut-do", "cut-leave", "cut-knock") if self._shows(name)]
        self._press(self._rng.choice(offered))

    def _bid(self, _: Look) -> None:
        may_bid, may_pass = self._shows("bid-minimum"), self._shows("bid-pass")
        bids = may_bid and (not may_pass or self._rng.random() < self.talks)
        self._press("bid-minimum" if bids else "bid-pass")

    def _bury(self, look: Look) -> None:
        panel = self.table.panel("bury")
        places = panel.get_by_role("list").first.get_by_role("listitem").count()
        if panel.get_by_test_id("tray-card").count() < places:
            self._hand(look)
        else:
            self._press("bury-done")

    def _call(self) -> None:
        self._press("call-open")
        self._any("call-card")
        self._confirm()

    def _name_trump(self) -> None:
        panel = self.table.panel("trumps")
        suits = panel.locator('[data-testid="option"][data-suit]')
        if suits.count() == 0:
            self._announce(panel)
            return
        self._touch(suits.nth(self._rng.randrange(suits.count())))
        self._press("trump-confirm")

    def _announce(self, panel: Locator) -> None:
        if not panel.get_by_test_id("option").first.is_visible():
            self._touch(panel.locator("summary"))
        self._touch(panel.get_by_test_id("option").first)
        self._confirm()

    def _meld(self) -> None:
        self._press("meld-declare")

    def _confirm(self) -> None:
        """Say yes to a question, where one is asked."""
        if self._shows("confirm-yes"):
            self._press("confirm-yes")

    def _shows(self, name: str) -> bool:
        return self._shown(name).is_visible()

    def _shown(self, name: str) -> Locator:
        return self.table.page.get_by_test_id(name).filter(visible=True).first
