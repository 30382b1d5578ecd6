"""The auction told anew from its calls. Source: rules.md [auction-procedure]."""

from binokel.rules.ruleset import RuleSet


class Waiting(Exception):
    """The calls have run out; `standing` is the bid to beat, 0 for none."""

    def __init__(self, standing: int) -> None:
        super().__init__(standing)
        self.standing = standing


def tell(rules: RuleSet, dealer: int, calls: list[int | None]) -> tuple[int | None, int]:
    """Return who plays at which value, None for a redeal.

    Raises:
        Waiting: somebody has to call.
    """
    seats = rules.table.seats
    order = [(dealer + 1 + place) % seats for place in range(seats)]
    told = Told(rules, order, list(calls))
    if rules.bidding.form == "in-turn":
        told.circle()
    else:
        told.duels()
    if told.holder is not None:
        return told.holder, told.standing
    return nobody(rules, order)


def nobody(rules: RuleSet, order: list[int]) -> tuple[int | None, int]:
    """Source: rules.md [all-pass-000], [all-pass-002], [silent-forehand]."""
    bidding = rules.bidding
    if bidding.opener == "holds":
        return order[0], bidding.minimum
    if bidding.nobody in ("redeal", "next-dealer"):
        return None, 0
    assert bidding.forced_value is not None
    return (order[0] if bidding.nobody == "forehand" else order[-1]), bidding.forced_value


class Told:
    """The auction as far as it is told."""

    def __init__(self, rules: RuleSet, order: list[int], calls: list[int | None]) -> None:
        self.rules, self.order, self.calls = rules, order, calls
        self.standing = 0
        self.holder: int | None = None

    def speaks(self, seat: int) -> bool:
        """Let a seat call; return whether it has bid."""
        if not self.calls:
            raise Waiting(self.standing)
        value = self.calls.pop(0)
        if value is not None:
            self.standing, self.holder = value, seat
        return value is not None

    def circle(self) -> None:
        """Source: rules.md [pass-is-final], [two-consecutive-passes]."""
        left, passes = list(self.order), 0
        two_end = self.rules.bidding.in_turn_end == "two-passes"
        while left and left != [self.holder] and not (two_end and passes == 2):
            seat = left.pop(0)
            if self.speaks(seat):
                left.append(seat)
                passes = 0
            else:
                passes += 1

    def duels(self) -> None:
        """Source: rules.md [second-duel-first-speaker], [kreuz-der-erste]."""
        holds = self.rules.bidding.opener == "holds"
        survivor, *waiting = self.order
        out = None
        while waiting:
            newcomer = self.newcomer(waiting, out)
            waiting.remove(newcomer)
            speaker, other = newcomer, survivor
            if self.holder is None and not holds:
                speaker, other = survivor, newcomer
            while self.speaks(speaker):
                speaker, other = other, speaker
            out, survivor = speaker, other
        if self.holder is None and not holds:
            self.speaks(survivor)

    def newcomer(self, waiting: list[int], out: int | None) -> int:
        """Return who comes next: in `kreuz` the partner of the one just out."""
        if self.rules.bidding.form == "kreuz" and out is not None:
            partners = [seat for seat in waiting if seat % 2 == out % 2]
            return (partners or waiting)[0]
        return waiting[0]
