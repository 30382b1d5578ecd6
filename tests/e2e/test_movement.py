"""Cards move by transform and opacity alone, and stand still for those who want it so."""

from tests.e2e.conftest import Desks
from tests.e2e.desk import PHONE
from tests.e2e.measuring import Motion, motion_of, watch_motion
from tests.e2e.robot import Robot

SEED = 5

# How many cards fly at the moment when a panel comes onto the page.
WATCH_PANELS = """
window.flyingAtPanels = [];
new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  if (!added.some((node) => node instanceof Element && node.matches(".panels"))) return;
  const flying = document.getAnimations().filter(
    (one) => one.playState === "running" && one.effect.target.matches(".face"),
  );
  window.flyingAtPanels.push(flying.length);
}).observe(document, { childList: true, subtree: true });
"""


def motion_in_a_deal(desks: Desks, *, moving: bool) -> tuple[Motion, list[int]]:
    """Play the beginning of a deal; return how it moved, and what flew as each panel came."""
    desk = desks(size=PHONE, moving=moving, settings={"pace": "quick"})
    watch_motion(desk.page)
    desk.page.add_init_script(WATCH_PANELS)
    table = desk.open_table("stammtisch")
    robot = Robot(table, SEED)
    robot.play_until(lambda look: look.phase == "play" and len(look.hand) < 10)
    return motion_of(desk.page), desk.page.evaluate("() => window.flyingAtPanels")


def test_only_transform_and_opacity_are_animated_and_a_panel_comes_once_all_cards_are_at_rest(
    desks: Desks,
) -> None:
    seen, flying = motion_in_a_deal(desks, moving=True)
    assert seen.moves > 0
    assert set(seen.properties) <= {"transform", "opacity"}
    assert flying
    assert set(flying) == {0}


def test_nothing_moves_for_a_person_who_wants_less_motion(desks: Desks) -> None:
    seen, flying = motion_in_a_deal(desks, moving=False)
    assert seen.properties == []
    assert flying


def test_the_others_keep_their_places_whatever_one_is_asked_before_the_first_lead(
    desks: Desks,
) -> None:
    table = desks().open_table("stammtisch")
    robot = Robot(table, SEED, talks=1)
    places: dict[str, tuple[float, ...]] = {}
    look = table.wait_until_asked()
    while look.phase not in {"play", "over"}:
        table.come_to_rest()
        boxes = [table.seat(seat).bounding_box() for seat in (1, 2)]
        places["-".join([look.phase, *look.panels])] = tuple(box["y"] for box in boxes if box)
        look = robot.step(look)
    assert len(places) > 3
    assert len(set(places.values())) == 1, places
