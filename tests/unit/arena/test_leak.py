"""A player that knows what its seat cannot see is found, however it comes to know it."""

import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from binokel.arena import leak
from binokel.arena.leak import Count, Question, What, check, twins
from binokel.arena.refused import ArenaRefused
from binokel.cards.card import Suit
from binokel.cli import arenaleak, main
from binokel.engine.actions import BuryCard, NameTrump, TakeBack
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.errors import IllegalAction, Inconsistent
from binokel.kernel.worlds.replay import world_of
from binokel.players.base import Alternative, Budget, Decision, Player
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.uniform import UniformPlayer
from binokel.rules.catalog import find_ruleset
from binokel.testing.builders import rules_with
from binokel.testing.strategies import random_states

STAMMTISCH = find_ruleset("stammtisch")


def chosen_by(key: object, view: MatchView) -> Decision:
    """Return a legal action that depends on the key."""
    actions = view.deal.legal_actions()
    return Decision(Random(repr(key)).choice(actions))


class Peeker(UniformPlayer):
    """Looks for the match among the frames of its callers."""

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        frame = sys._getframe(1)
        while not isinstance(frame.f_locals.get("match"), Match):
            assert frame.f_back is not None
            frame = frame.f_back
        return chosen_by(frame.f_locals["match"].deal.hands, view)


class Listener(UniformPlayer):
    """Keeps every hand that it ever saw in mind, in itself."""

    def __init__(self) -> None:
        self.seen: dict[int, str] = {}

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        assert view.deal.seat is not None
        self.seen[view.deal.seat] = str(view.deal.hand)
        return chosen_by(sorted(self.seen.items()), view)


class Gossip(Listener):
    """Keeps them where all of its kind find them."""

    everywhere: ClassVar[dict[int, str]] = {}

    def __init__(self) -> None:
        self.seen = self.everywhere


class Restless(UniformPlayer):
    """Takes its chance from elsewhere: each that is made from another stream."""

    made: ClassVar[list[int]] = []

    def __init__(self) -> None:
        self.rng = Random(len(self.made))
        self.made.append(1)

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        return super().decide(view, self.rng, budget)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (Peeker, What.HIDDEN),
        (Listener, What.MEMORY),
        (Gossip, What.MEMORY),
    ],
)
@pytest.mark.parametrize("rules", ["stammtisch", "zu-zweit"])
def test_a_planted_leak_is_found(make: Callable[[], Player], what: What, rules: str) -> None:
    Gossip.everywhere.clear()
    report = check("planted", Question(find_ruleset(rules), 1), make=make)
    assert report.difference is not None
    assert report.difference.what is what
    assert report.difference.here != report.difference.there


def test_an_action_against_the_rules_is_told_with_its_player() -> None:
    class Rogue(UniformPlayer):
        def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
            return Decision(NameTrump(Suit.E))

    with pytest.raises(
        ArenaRefused, match=r"planted decides against the rules: trump E: .* Deal 0"
    ):
        check("planted", Question(STAMMTISCH, 1), make=Rogue)


def test_a_value_that_is_no_number_is_no_leak() -> None:
    class Vague(UniformPlayer):
        def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
            action = super().decide(view, rng, budget).action
            return Decision(action, (Alternative(action, float("nan"), (0, 1)),))

    assert check("planted", Question(STAMMTISCH, 1, 0, 1), make=Vague).difference is None


def test_chance_from_elsewhere_is_found_and_said_to_be_no_hidden_card() -> None:
    Restless.made.clear()
    found = [check("planted", Question(STAMMTISCH, n), make=Restless).difference for n in range(9)]
    assert None not in found
    assert sum(one is not None and one.what is What.MEMORY for one in found) >= 5


@pytest.mark.parametrize("name", ["stammtisch", "zu-zweit", "dabb-online-2"])
def test_a_view_that_shows_too_much_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Match.observe

    def observe(match: Match, seat: int | None) -> MatchView:
        view = honest(match, seat)
        return replace(view, seats=tuple(map(str, match.deal.hands)))

    class Reader(UniformPlayer):
        def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
            return chosen_by((view.seats, len(view.deal.history)), view)

    honest_report = check("planted", Question(find_ruleset(name), 1, 0, 2), make=Reader)
    assert honest_report.difference is None
    monkeypatch.setattr(Match, "observe", observe)
    report = check("planted", Question(find_ruleset(name), 1), make=Reader)
    assert report.difference is not None
    assert report.difference.what is What.HIDDEN


def test_reasons_that_tell_hidden_cards_are_found_too() -> None:
    class Boaster(Peeker):
        def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
            action = view.deal.legal_actions()[0]
            match = sys._getframe(1).f_locals["match"]
            value = float(sum(match.deal.hands[:1]))
            return Decision(action, (Alternative(action, value, (value, value)),))

    report = check("planted", Question(STAMMTISCH, 1), make=Boaster)
    assert report.difference is not None
    here, there = arenaleak.shown(report.difference)
    assert here != there


@pytest.mark.parametrize(
    ("spec", "rules"),
    [("heuristic", "stammtisch"), ("uniform", "zu-zweit"), ("dabb-easy", "dabb-online-4")],
)
def test_the_players_that_are_shipped_pass_in_every_phase(spec: str, rules: str) -> None:
    report = check(spec, Question(find_ruleset(rules), 2, 0, 4))
    assert report.difference is None
    assert report.phases[Phase.PLAY].compared > 50
    assert report.phases[Phase.CUT].compared > 0
    assert sum(count.compared for count in report.phases.values()) > 100


def test_signing_and_calling_are_compared_where_the_rules_have_them() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True}, dabb={"call": "on"})
    report = check("uniform", Question(rules, 3, 0, 30))
    assert report.difference is None
    assert {Phase.GIVE, Phase.BURY, Phase.SIGN, Phase.DABB} <= set(report.phases)


def test_a_difference_is_repeated_by_its_deal_alone() -> None:
    question = Question(STAMMTISCH, 5)
    first = check("planted", question, make=Peeker).difference
    assert first is not None
    alone = question._replace(first=first.deal, n_deals=1)
    assert check("planted", alone, make=Peeker).difference == first


def test_twins_differ_in_hidden_cards_only() -> None:
    for name in ("kreuzbinokel", "zu-zweit", "sechser"):
        rng = Random(name)
        states = [s for s in random_states(find_ruleset(name), rng) if s.hands and not s.is_over]
        for state in rng.sample(states, 8):
            for seat in range(state.rules.n_seats):
                for twin in twins(state, seat, 2, rng):
                    assert twin.observe(seat) == state.observe(seat)
                    assert world_of(twin) != world_of(state)


@pytest.mark.parametrize("fault", [IllegalAction, Inconsistent])
def test_a_world_that_does_not_fit_is_no_silent_matter(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    states = random_states(STAMMTISCH, Random(4))
    state = next(s for s in states if s.phase is Phase.AUCTION)

    def other(*_: object) -> Any:
        if fault is IllegalAction:
            raise next(f for a in states[-1].history if (f := states[0].why_illegal(a[1])))
        return states[0]

    monkeypatch.setattr(leak, "replay", other)
    with pytest.raises(fault):
        list(twins(state, 0, 1, Random(1)))


def test_a_deal_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dawdler(UniformPlayer):
        def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
            actions = view.deal.legal_actions()
            wanted = TakeBack if view.deal.buried else BuryCard
            return Decision(next((a for a in actions if isinstance(a, wanted)), actions[0]))

    monkeypatch.setattr(leak, "MOST_STEPS", 300)
    with pytest.raises(ArenaRefused, match="slow: deal 0 does not end, not even after 300"):
        check("slow", Question(STAMMTISCH, 1, n_worlds=1), make=Dawdler)


def test_a_count_knows_decisions_without_other_cards() -> None:
    assert Count().plus(2).plus(0) == Count(decisions=2, compared=2, alone=1)


class Ran:
    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        try:
            self.code = main(["arena", "leak", *words])
        except SystemExit as end:
            self.code = int(end.code or 0)
        self.out, self.err = capsys.readouterr()


@pytest.mark.parametrize(
    ("lang", "verdict"),
    [
        ("de", "uniform: kein Unterschied in"),
        ("en", "uniform: no difference in"),
        ("fr", "uniform\u00a0: aucune différence en"),
    ],
)
def test_the_command_tells_what_was_checked(
    capsys: pytest.CaptureFixture[str], lang: str, verdict: str
) -> None:
    ran = Ran(capsys, "uniform", "heuristic", "--deals", "2", "--lang", lang)
    assert ran.code == 0
    assert verdict in ran.out
    assert ran.out.count("heuristic ") >= 5
    assert len(ran.err.splitlines()) == 4


@pytest.mark.parametrize("lang", ["de", "en", "fr"])
def test_the_command_shows_a_leak_and_how_to_see_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setattr(UniformPlayer, "decide", Peeker.decide)
    ran = Ran(capsys, "uniform", "--worlds", "3", "--seed", "4", "--lang", lang)
    assert ran.code == 1
    command = next(line for line in ran.out.splitlines() if "binokel arena leak uniform" in line)
    words = command.partition("binokel arena leak ")[2].split()
    again = Ran(capsys, *words, "--json")
    assert again.code == 1
    told = json.loads(again.out)["reports"][0]["difference"]
    assert told["what"] == "hidden"
    assert str(told["step"]) in ran.out
    assert told["here"] in ran.out
    assert told["there"] in ran.out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("dabb-hard", "--rules", "zu-zweit"), "dabb-hard"),
        (("heurist",), "perhaps heuristic"),
        (("uniform:many",), "for example uniform:24"),
        (("uniform", "--deals", "0"), "a whole number from 1"),
        (("uniform", "--rules", "stamtisch"), "stammtisch"),
    ],
)
def test_the_command_tells_what_cannot_be(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], fault: str
) -> None:
    ran = Ran(capsys, *words, "--lang", "en")
    assert ran.code == 2
    assert fault in ran.err


def test_ctrl_c_ends_the_command_with_a_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> Decision:
        raise KeyboardInterrupt

    monkeypatch.setattr(HeuristicPlayer, "decide", stop)
    ran = Ran(capsys, "heuristic", "--lang", "en")
    assert ran.code == 130
    assert "nothing is kept" in ran.err
