"""The plots are well-formed, show every value, and fit both grounds."""

from xml.etree import ElementTree

import pytest

from binokel.arena.calibration import reliability
from binokel.arena.ladder import Rung
from binokel.arena.svg import Curve, growth_svg, ladder_svg, reliability_svg, ticks

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_a_better_player_stands_higher_and_further_right() -> None:
    page = parsed(ladder_svg([Rung("a<b", 120, 100, 140), Rung("c", -120, -150, -90)], "Leiter"))
    first, second = page.iter(f"{SVG}circle")
    assert float(first.attrib["cy"]) < float(second.attrib["cy"])
    assert float(first.attrib["cx"]) > float(second.attrib["cx"])
    assert {"Leiter", "a<b", "c", "0", "-200"} <= {t.text for t in page.iter(f"{SVG}text")}


def test_an_interval_is_drawn_to_scale() -> None:
    page = parsed(ladder_svg([Rung("a", 0, -50, 50)], "t"))
    bar = next(line for line in page.iter(f"{SVG}line") if line.attrib["class"] == "bar a")
    dot = next(page.iter(f"{SVG}circle"))
    assert float(bar.attrib["x1"]) + float(bar.attrib["x2"]) == pytest.approx(
        2 * float(dot.attrib["cx"]), abs=0.2
    )


def test_players_who_all_are_equally_strong_are_drawn() -> None:
    page = parsed(ladder_svg([Rung("a", 0, 0, 0), Rung("b", 0, 0, 0)], "t"))
    assert len({dot.attrib["cx"] for dot in page.iter(f"{SVG}circle")}) == 1


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


def test_every_plot_has_colours_for_a_dark_ground() -> None:
    told = reliability([(0.5, True)])
    assert told is not None
    for page in (
        ladder_svg([Rung("a", 0, -1, 1)], "t"),
        reliability_svg({"a": told}, "t", ("x", "y")),
        growth_svg([Curve("a", ((1, 1),), 0)], "t", ("x", "y")),
    ):
        assert "prefers-color-scheme:dark" in page


def test_growth_by_a_steady_factor_is_a_straight_line() -> None:
    steady = Curve("<steady>", ((2, 0.5), (4, 5), (6, 50)), 0)
    other = Curve("other", ((2, 3),), 6, is_dashed=True)
    page = parsed(growth_svg([steady, other], "t", ("tricks", "ms")))
    dots = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in page.iter(f"{SVG}circle")]
    assert len(dots) == 4
    (x1, y1), (x2, y2), (x3, y3), _ = dots
    assert (x2 - x1, y2 - y1) == pytest.approx((x3 - x2, y3 - y2), abs=0.2)
    assert x1 < x2
    assert y1 > y2
    lines = [line.attrib["class"] for line in page.iter(f"{SVG}polyline")]
    assert lines == ["curve a", "curve b dashed"]
    texts = {text.text for text in page.iter(f"{SVG}text")}
    assert {"<steady>", "0.1", "1", "10", "100", "2", "4", "6", "tricks", "ms"} <= texts


def test_what_has_no_logarithm_is_not_drawn() -> None:
    for points in ((), ((1.0, 0.0),)):
        with pytest.raises(ValueError, match="above 0"):
            growth_svg([Curve("a", points, 0)], "t", ("x", "y"))


@pytest.mark.parametrize(("low", "high"), [(-3, 4), (0, 0), (-1234, -1200), (0.001, 0.002)])
def test_ticks_cover_the_range_in_a_few_steps(low: float, high: float) -> None:
    found = ticks(low, high)
    assert found[0] <= low
    assert found[-1] >= high
    assert 2 <= len(found) <= 8
