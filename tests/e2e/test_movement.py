"""Cards move by transform and opacity alone, and stand still for those who want it so."""

from tests.e2e.conftest import Desks
from tests.e2e.desk import PHONE
from tests.e2e.measuring import Motion, motion_of, watch_motion
from tests.e2e.robot import Robot

SEED = 5


def motion_in_a_deal(desks: Desks, *, moving: bool) -> Motion:
    desk = desks(size=PHONE, moving=moving, settings={"pace": "quick"})
    watch_motion(desk.page)
    table = desk.open_table("stammtisch")
    robot = Robot(table, SEED)
    robot.play_until(lambda look: look.phase == "play" and len(look.hand) < 10)
    return motion_of(desk.page)


def test_only_transform_and_opacity_are_animated(desks: Desks) -> None:
    seen = motion_in_a_deal(desks, moving=True)
    assert seen.moves > 0
    assert set(seen.properties) <= {"transform", "opacity"}


def test_nothing_moves_for_a_person_who_wants_less_motion(desks: Desks) -> None:
    assert motion_in_a_deal(desks, moving=False).properties == []
