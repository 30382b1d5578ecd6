"""Pictures for looking at: every page and phase, in three sizes, light and dark.

python -m tests.e2e.screenshots [--rules wuerttemberg zu-zweit] [--sizes 360x740]
"""

import argparse
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.chromium import QUIET, find_chromium
from tests.e2e.desk import LAPTOP, PHONE, TABLET, Desk, Wishes
from tests.e2e.robot import Robot
from tests.e2e.server import ROOT, Server
from tests.e2e.table_page import Look, TablePage

FOLDER = ROOT / ".cache" / "screenshots"
RULES = ("wuerttemberg", "zu-zweit", "kreuzbinokel", "sechser", "zu-zweit-reizen")
SIZES = (PHONE, TABLET, LAPTOP)
SCHEMES = ("light", "dark")
PAGES = {"home": "/", "rules": "/rules/stammtisch", "glossary": "/glossary"}
DIALOGS = ("rules", "settings", "help", "match", "melds", "last-trick")
SEED = 5


class Camera:
    """Takes pictures at one desk, named after what is on them."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk = desk
        self.folder = folder
        self.taken: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, name: str, *, full: bool = False) -> None:
        """Take one picture of each name."""
        if name not in self.taken:
            self.taken.add(name)
            self.desk.page.wait_for_timeout(250)
            self.desk.page.screenshot(path=self.folder / f"{name}.png", full_page=full)

    def pages(self) -> None:
        """Take the pages beside the table."""
        for name, path in PAGES.items():
            self.desk.visit(path).wait_for_load_state("networkidle")
            self.take(name, full=True)

    def match(self, rules: str) -> None:
        """Play a short match and take every phase, the dialogs once.

        In the first deal the person bids until it has the Dabb, later it lets others play.
        """
        table = self.desk.open_table(rules, deals=3)
        robot = Robot(table, SEED, talks=1)
        look = table.wait_until_asked()
        while not look.finished:
            self.take(f"{rules}-{moment(look)}")
            self.hint(table, f"{rules}-{moment(look)}-hint")
            if look.phase == "play" and look.trick and len(look.hand) < 9:
                self.dialogs(table, rules)
            if look.phase == "over":
                robot.talks = 0.2
            look = robot.step(look)
        self.take(f"{rules}-match-over")

    def hint(self, table: TablePage, name: str) -> None:
        """Ask for a hint, take it and what was weighed, and put it away."""
        if name in self.taken or not table.ask_hint():
            return
        self.take(name)
        more = self.desk.page.get_by_test_id("hint-open")
        if more.is_visible():
            table.hands.press(more)
            self.take(f"{name}-weighed")
            table.close_dialog()
        table.hands.press(self.desk.page.get_by_test_id("hint-close"))

    def dialogs(self, table: TablePage, rules: str) -> None:
        """Take every dialog of the table."""
        for name in DIALOGS:
            if f"{rules}-dialog-{name}" not in self.taken and table.open_dialog(name):
                self.take(f"{rules}-dialog-{name}")
                table.close_dialog()


def moment(look: Look) -> str:
    """Name what a picture shows: the phase, what is asked, and how full the trick is."""
    asked = "-".join(name for name in look.panels if name != look.phase)
    trick = f"trick{len(look.trick)}" if look.phase == "play" else ""
    return "-".join(filter(None, [look.phase, asked, trick]))


@contextmanager
def opened() -> Iterator[tuple[Browser, Server]]:
    """Start browser and server."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(Path(home))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        try:
            yield browser, server
        finally:
            browser.close()
            server.stop()


def size_of(text: str) -> tuple[int, int]:
    """Read a size like 360x740."""
    width, height = map(int, text.split("x"))
    return width, height


def main() -> None:
    """Take all pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="*", default=RULES)
    parser.add_argument("--sizes", nargs="*", type=size_of, default=SIZES)
    parser.add_argument("--schemes", nargs="*", default=SCHEMES)
    options = parser.parse_args()
    with opened() as (browser, server):
        for size in options.sizes:
            for scheme in options.schemes:
                wishes = Wishes(size=size, scheme=scheme, touch=size == PHONE)
                desk = Desk(browser, server, f"person-{uuid.uuid4().hex}", wishes)
                camera = Camera(desk, FOLDER / f"{size[0]}x{size[1]}-{scheme}")
                camera.pages()
                for rules in options.rules:
                    camera.match(rules)
                desk.close()
                print(f"{len(camera.taken)} pictures in {camera.folder}", *desk.guard.wrong)


if __name__ == "__main__":
    main()
