"""Ends of matches against the oracle."""

from binokel.rules.match import DealResult, standing
from tests.differential.oracle_cases import cases, varied
from tests.oracle import matches as oracle
from tests.oracle.cards import side_count


def test_totals_ends_and_winners_of_matches_are_the_oracles() -> None:
    for label, rng in cases("match", 1000):
        rules = varied(rng, "match")
        own, theirs = list[DealResult](), list[oracle.Result]()
        for _ in range(40):
            scores = [rng.choice((-100, 0, 30, 30, 50, 100)) for _ in range(side_count(rules))]
            exact = [score + rng.randint(-5, 4) for score in scores]
            declarer = rng.choice((None, *range(rules.table.seats)))
            made = None if declarer is None else rng.choice((True, False, None))
            own.append(
                DealResult(
                    scores=tuple(scores), declarer=declarer, bid=10, made=made, exact=tuple(exact)
                )
            )
            theirs.append(oracle.Result(scores, declarer, made, exact))
            found = standing(rules, own)
            winners = oracle.winners(rules, theirs)
            where = (label, rules.match, theirs)
            assert list(found.totals) == oracle.totals(rules, theirs), where
            assert found.finished == (winners is not None), where
            assert list(found.winners) == (winners or []), where
            if winners is not None:
                break
