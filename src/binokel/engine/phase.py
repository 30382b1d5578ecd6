"""The phases of a deal, in the order in which they come."""

from enum import Enum


class Phase(Enum):
    """What is being decided now."""

    SHUFFLE = "shuffle"
    CUT = "cut"
    AUCTION = "auction"
    DABB = "dabb"
    GIVE = "give"
    BURY = "bury"
    TRUMP = "trump"
    MELD = "meld"
    WINDOW = "window"
    PLAY = "play"
    SIGN = "sign"
    OVER = "over"

    __hash__ = object.__hash__
