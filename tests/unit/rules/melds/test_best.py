"""Melds that the oracle found differently, with the value that the contract gives."""

from binokel.testing.builders import melded, rules_with


def test_a_literal_rundgang_without_a_family_is_its_parts_even_where_pairs_count_nothing() -> None:
    literal = rules_with("wuerttemberg", melds={"rundgang": "literal-200", "pair": "off"})
    assert melded(literal, "EK EO SK SO HK HO BK BO") == 80 + 60
    assert melded(literal, "EK EO SK SO HK HO BK BO HA HZ HU") == 200 + 100
