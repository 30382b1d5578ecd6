"""How much calls and choices are taken to tell about cards."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Likely:
    """How much calls and choices tell.

    A hand is bid up to what the policy thinks it is worth less `caution`, with a normal error of
    `spread`; a burying that falls `cost` points short of the best is e times less likely.
    """

    caution: float = 25.0
    spread: float = 30.0
    cost: float = 10.0
    bids: bool = True
    choices: bool = True


LIKELY = Likely()
