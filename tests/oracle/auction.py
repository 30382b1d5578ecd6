"""The auction as a story told from the start: after the calls so far, who speaks next?

Source: rules.md [auction-procedure], [silent-forehand], [two-consecutive-passes].
"""

from dataclasses import dataclass

from binokel.rules.ruleset import RuleSet

Call = int | None
"""A number, or None for weg."""


@dataclass(frozen=True)
class Answer:
    """State `open`, `won`, `forced` or `redeal`, as the calls leave it."""

    state: str
    to_act: int | None = None
    lowest: int | None = None
    may_pass: bool = False
    declarer: int | None = None
    value: int | None = None


class IllegalCallError(Exception):
    """The call with this index cannot be made."""


class Waiting(Exception):
    """The calls have run out: no error, the story waits here."""


class Story:
    """Tells the auction with calls read one by one."""

    def __init__(self, rules: RuleSet, dealer: int, calls: list[tuple[int, Call]]) -> None:
        self.rules = rules
        self.calls = list(calls)
        seats = rules.table.seats
        self.order = [(dealer + 1 + place) % seats for place in range(seats)]
        self.value: int | None = None
        self.holder: int | None = None
        self.told = 0
        self.waiting_for: int | None = None

    def lowest(self) -> int | None:
        """Return the lowest bid that may be made now. Source: rules.md [bid-step], [max-bid]."""
        bidding = self.rules.bidding
        bid = bidding.minimum if self.value is None else self.value + bidding.step
        return bid if bid <= bidding.maximum else None

    def may_pass(self) -> bool:
        """Source: rules.md [forehand-must-open]."""
        return not (self.rules.bidding.opener == "must-bid" and self.told == 0)

    def ask(self, seat: int) -> bool:
        """Let a seat speak; return whether it has bid."""
        if not self.calls:
            self.waiting_for = seat
            raise Waiting
        speaker, call = self.calls.pop(0)
        if speaker != seat or not self.allows(call):
            raise IllegalCallError(self.told)
        self.told += 1
        if call is None:
            return False
        self.value, self.holder = call, seat
        return True

    def allows(self, call: Call) -> bool:
        """Source: rules.md [hold-or-raise], [bid-step]."""
        if call is None:
            return self.may_pass()
        bidding, lowest = self.rules.bidding, self.lowest()
        if lowest is None or call < lowest or call > bidding.maximum:
            return False
        return call == lowest or (bidding.jumps and call % bidding.step == 0)

    # --- duels ---

    def duels(self) -> None:
        """Each duel until one is weg; the survivor meets the next."""
        survivor, waiting = self.order[0], self.order[1:]
        newcomer = waiting.pop(0)
        holds = self.rules.bidding.opener == "holds"
        while True:
            newcomer_speaks = self.value is not None or holds
            pair = (newcomer, survivor) if newcomer_speaks else (survivor, newcomer)
            survivor, out = self.duel(*pair)
            if not waiting:
                break
            newcomer = self.next_newcomer(waiting, out)
            waiting.remove(newcomer)
        if self.value is None and not holds:
            self.ask(survivor)

    def duel(self, speaker: int, other: int) -> tuple[int, int]:
        """Return who is left and who is out.

        A silent forehand is never asked without a bid: he only answers one.
        """
        while self.ask(speaker):
            speaker, other = other, speaker
        return other, speaker

    def next_newcomer(self, waiting: list[int], out: int) -> int:
        """Source: rules.md [kreuz-der-erste], [kreuz-third-duel], [strict-order]."""
        partner = (out + 2) % 4
        if self.rules.bidding.form == "kreuz" and partner in waiting:
            return partner
        return waiting[0]

    # --- in turn ---

    def in_turn(self) -> None:
        """Call in turn until one holds the bid alone, or all are out.

        Source: rules.md [pass-is-final], [two-consecutive-passes].
        """
        still_in, in_a_row = list(self.order), 0
        seat = self.order[0]
        while still_in and still_in != [self.holder]:
            if self.ask(seat):
                in_a_row = 0
                seat = self.after(seat, still_in)
            else:
                in_a_row += 1
                following = self.after(seat, still_in)
                still_in.remove(seat)
                seat = following
            if self.rules.bidding.in_turn_end == "two-passes" and in_a_row == 2:
                return

    def after(self, seat: int, still_in: list[int]) -> int:
        seats = self.rules.table.seats
        return next(
            (seat + i) % seats for i in range(1, seats + 1) if (seat + i) % seats in still_in
        )

    # --- the end ---

    def nobody(self) -> Answer:
        """Source: rules.md [all-pass-000], [all-pass-002], [redeal-dealer]."""
        bidding = self.rules.bidding
        if bidding.opener == "holds":
            return Answer("forced", declarer=self.order[0], value=bidding.minimum)
        if bidding.nobody in ("redeal", "next-dealer"):
            return Answer("redeal")
        forced = self.order[0] if bidding.nobody == "forehand" else self.order[-1]
        return Answer("forced", declarer=forced, value=bidding.forced_value)

    def tell(self) -> Answer:
        try:
            if self.rules.bidding.form == "in-turn":
                self.in_turn()
            else:
                self.duels()
        except Waiting:
            return Answer(
                "open", self.waiting_for, self.lowest(), self.may_pass(), None, self.value
            )
        if self.calls:
            raise IllegalCallError(self.told)
        if self.holder is None:
            return self.nobody()
        return Answer("won", declarer=self.holder, value=self.value)


def follow(rules: RuleSet, dealer: int, calls: list[tuple[int, Call]]) -> Answer:
    """Return where the auction stands after these calls."""
    return Story(rules, dealer, calls).tell()
