"""The plots are well-formed, show every value, and fit both grounds."""

from xml.etree import ElementTree

import pytest

from binokel.arena.calibration import reliability
from binokel.arena.ladder import Rung
from binokel.arena.svg import ladder_svg, reliability_svg, ticks

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_a_better_player_stands_higher_and_further_right() -> None:
    page = parsed(ladder_svg([Rung("a<b", 120, 100, 140), Rung("c", -120, -150, -90)], "Leiter"))
    first, second = page.iter(f"{SVG}circle")
    assert float(first.attrib["cy"]) < float(second.attrib["cy"])
    assert float(first.attrib["cx"]) > float(second.attrib["cx"])
    assert {"Leiter", "a<b", "c", "+0", "-200"} <= {t.text for t in page.iter(f"{SVG}text")}


def test_an_interval_is_drawn_to_scale() -> None:
    page = parsed(ladder_svg([Rung("a", 0, -50, 50)], "t"))
    bar = next(line for line in page.iter(f"{SVG}line") if line.attrib["class"] == "bar a")
    dot = next(page.iter(f"{SVG}circle"))
    assert float(bar.attrib["x1"]) + float(bar.attrib["x2"]) == pytest.approx(
        2 * float(dot.attrib["cx"]), abs=0.2
    )


def test_a_perfect_belief_lies_on_the_diagonal() -> None:
    told = reliability([(0.5, True), (0.5, False)])
    assert told is not None
    page = parsed(reliability_svg({"x, bid": told}, "t", ("believed", "made")))
    dot = next(page.iter(f"{SVG}circle"))
    ideal = next(line for line in page.iter(f"{SVG}line") if line.attrib["class"] == "ideal")
    middle = [
        (float(ideal.attrib[f"{axis}1"]) + float(ideal.attrib[f"{axis}2"])) / 2 for axis in "xy"
    ]
    assert [float(dot.attrib["cx"]), float(dot.attrib["cy"])] == pytest.approx(middle)


def test_both_plots_have_colours_for_a_dark_ground() -> None:
    told = reliability([(0.5, True)])
    assert told is not None
    for page in (
        ladder_svg([Rung("a", 0, -1, 1)], "t"),
        reliability_svg({"a": told}, "t", ("x", "y")),
    ):
        assert "prefers-color-scheme:dark" in page


@pytest.mark.parametrize(("low", "high"), [(-3, 4), (0, 0), (-1234, -1200), (0.001, 0.002)])
def test_ticks_cover_the_range_in_a_few_steps(low: float, high: float) -> None:
    found = ticks(low, high)
    assert found[0] <= low
    assert found[-1] >= high
    assert len(found) <= 8
