"""How a person reaches for something: by mouse, by finger or by keyboard."""

from abc import ABC, abstractmethod

from playwright.sync_api import Locator, Page

# A fan of cards overlaps: find a point at which the element itself would be hit, in place or,
# as the hand lies above the lower edge of the page, after scrolling.
POINT = """
(element) => {
  const hits = (x, y) => element.contains(document.elementFromPoint(x, y));
  const find = () => {
    const box = element.getBoundingClientRect();
    const points = [];
    for (const down of [0.5, 0.3, 0.15, 0.8])
      for (let right = 0.02; right < 1; right += 0.04)
        points.push([box.left + box.width * right, box.top + box.height * down]);
    const free = points.filter(([x, y]) => hits(x, y));
    const row = free.filter(([, y]) => y === free[0][1]);
    return row[Math.floor(row.length / 2)] ?? null;
  };
  const here = find();
  if (here !== null) return here;
  element.scrollIntoView({ block: "center", inline: "nearest" });
  return find();
}
"""
FOCUSED = "(element) => element === document.activeElement"
MOST_TABS = 80


def point_of(target: Locator) -> tuple[float, float]:
    """Return where a finger would hit the element; it fails if something lies above all of it."""
    target.wait_for()
    point = target.evaluate(POINT)
    assert point is not None, f"{target} is covered everywhere"
    return point[0], point[1]


class Hands(ABC):
    """A way to press things."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, target: Locator) -> None:
        """Press a button, a card or a field."""


class Mouse(Hands):
    """Clicks."""

    def press(self, target: Locator) -> None:
        """Click where the element can be hit."""
        self.page.mouse.click(*point_of(target))

    def drag(self, target: Locator, *stops: tuple[float, float]) -> None:
        """Press on an element, move over the stops, and let go at the last one."""
        self.page.mouse.move(*point_of(target))
        self.page.mouse.down()
        for stop in stops:
            self.page.mouse.move(*stop, steps=8)
        self.page.mouse.up()


class Finger(Hands):
    """Taps on a touch screen."""

    def press(self, target: Locator) -> None:
        """Tap where the element can be hit."""
        self.page.touchscreen.tap(*point_of(target))


class Keys(Hands):
    """The keyboard alone: Tab, the arrows within a group, Enter."""

    def press(self, target: Locator) -> None:
        """Walk to the element and press Enter."""
        self.walk_to(target)
        self.page.keyboard.press("Enter")

    def walk_to(self, target: Locator) -> None:
        """Move the focus to an element as a person without a mouse must."""
        target.wait_for()
        for _ in range(MOST_TABS):
            if target.evaluate(FOCUSED) or self._by_arrows(target):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    def _by_arrows(self, target: Locator) -> bool:
        """Try the arrows: cards of a hand and choices of a group are one stop of Tab."""
        group = """(element) => {
          const name = document.activeElement?.dataset?.testid;
          const role = document.activeElement?.getAttribute("role");
          return (name !== undefined && name === element.dataset.testid)
            || (role === "radio" && role === element.getAttribute("role"));
        }"""
        if not target.evaluate(group):
            return False
        for key in ("ArrowRight", "ArrowLeft"):
            for _ in range(MOST_TABS):
                if target.evaluate(FOCUSED):
                    return True
                before = self.page.evaluate_handle("document.activeElement")
                self.page.keyboard.press(key)
                if before.evaluate(FOCUSED):
                    break
        return bool(target.evaluate(FOCUSED))
