"""Melds that the oracle found differently, with the value that the contract gives."""

from binokel.testing.builders import melded, rules_with


def test_a_literal_rundgang_without_a_family_is_its_parts_even_where_pairs_count_nothing() -> None:
    literal = rules_with("wuerttemberg", melds={"rundgang": "literal-200", "pair": "off"})
    assert melded(literal, "EK EO SK SO HK HO BK BO") == 80 + 60
    assert melded(literal, "EK EO SK SO HK HO BK BO HA HZ HU") == 200 + 100


def test_a_cheap_eight_may_be_worth_more_than_two_fours_that_a_literal_rundgang_takes() -> None:
    literal = rules_with("wuerttemberg", melds={"rundgang": "literal-200", "eight": 150})
    hand = "EA EZ EK EO EU EK SK SK HK HK BK BK SO SO HO BO"
    as_fours = 100 + 200 + 80 + 20
    as_eight = 100 + 150 + 60 + 20 + 20 + 20 + 40
    assert melded(literal, hand, "H") == max(as_fours, as_eight) == as_eight
