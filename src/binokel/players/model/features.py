"""What the value model is told of a table: numbers that a rule set gives, and a seat's place.

Source: rules.md [legal-cards], [loss-double-or-plus100], [ab-result], [last-trick-in-bid].
"""

from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring.penalties import loss

SEATS = (2, 3, 4, 5, 6)
SCALES: dict[str, int] = {
    **{f"{n} seats": 1 for n in SEATS},
    "partners": 1,
    "sevens": 1,
    "cards in hand": 16,
    "cards in the Dabb": 8,
    "points of the last trick": 10,
    "points of the first trick": 10,
    "must beat": 1,
    "must trump": 1,
    "must over-trump": 1,
    "beats after a ruff": 1,
    "partner exempt": 1,
    "loss by the bid": 100,
    "loss beside the bid": 100,
    "may go out": 1,
    "cost of going out": 1,
}
"""The features by name, and what each is divided by, so that all are of about one size."""


def features_of(rules: RuleSet) -> tuple[int, ...]:
    """Return the features of a rule set, whole numbers in the order of `SCALES`."""
    play, deal = rules.play, rules.deal
    return (
        *(int(rules.n_seats == n) for n in SEATS),
        int(rules.n_sides < rules.n_seats),
        int(rules.deck.sevens),
        deal.hand,
        deal.dabb,
        play.last_trick,
        play.first_trick,
        int(play.must_beat),
        int(play.must_trump),
        int(play.must_over_trump),
        int(play.beat_after_ruff),
        int(play.partner_exempt),
        loss(rules, 100) - loss(rules, 0),
        loss(rules, 0),
        int(rules.dabb.concede != "off"),
        rules.dabb.concede_cost,
    )


def place_of(rules: RuleSet, dealer: int, declarer: int) -> int:
    """Return how many seats lead before the declarer, 0 where it leads itself."""
    if rules.play.lead == "declarer":
        return 0
    return (declarer - dealer - 1) % rules.n_seats
