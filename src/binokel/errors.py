"""Every public exception and the stable codes that clients react to.

A message quotes the offending text and names the remedy; a client that speaks another
language uses `code` and `details` instead. `to_dict` is the one JSON shape of an error.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar


class Reason(StrEnum):
    """Why an action is refused: a stable code with a text in every locale."""

    NOT_IN_HAND = "not_in_hand"
    MUST_FOLLOW = "must_follow"
    MUST_BEAT = "must_beat"
    MUST_TRUMP = "must_trump"
    MUST_OVER_TRUMP = "must_over_trump"
    WRONG_PHASE = "wrong_phase"
    DEAL_OVER = "deal_over"
    MATCH_OVER = "match_over"
    WRONG_SEAT = "wrong_seat"
    BID_TOO_LOW = "bid_too_low"
    BID_TOO_HIGH = "bid_too_high"
    BID_OFF_STEP = "bid_off_step"
    NO_JUMPS = "no_jumps"
    MUST_BID = "must_bid"
    CUT_OUT_OF_RANGE = "cut_out_of_range"
    CUT_MANDATORY = "cut_mandatory"
    NO_CUTTING = "no_cutting"
    NO_KNOCKING = "no_knocking"
    NOT_THE_DECK = "not_the_deck"
    BURY_COUNT = "bury_count"
    NOT_BURIED = "not_buried"
    CONTRACT_NOT_OFFERED = "contract_not_offered"
    CONCEDE_NOT_OFFERED = "concede_not_offered"
    CONCEDE_SUIT = "concede_suit"
    CALL_NOT_OFFERED = "call_not_offered"
    CALL_HELD_TWICE = "call_held_twice"
    GIVE_OTHER_CARD = "give_other_card"
    MELD_NOT_HELD = "meld_not_held"
    MELD_UNKNOWN = "meld_unknown"
    MELD_SHARED = "meld_shared"
    MELD_BURIED_DIX = "meld_buried_dix"
    MELD_ONE_A_WINDOW = "meld_one_a_window"
    EXCHANGE_NOT_OFFERED = "exchange_not_offered"
    CLAIM_OWN_SEAT = "claim_own_seat"
    CLAIM_REPEATED = "claim_repeated"
    CLAIM_PROVEN = "claim_proven"
    CLAIM_UNKNOWN_TRICK = "claim_unknown_trick"
    NOTHING_TO_UNDO = "nothing_to_undo"


class BinokelError(Exception):
    """Base of all errors that a caller can cause; never raised itself."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details: Mapping[str, Any] = details

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON shape of every error: code, message, details."""
        return {
            "error": {"code": self.code, "message": self.message, "details": dict(self.details)}
        }

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error of any signature come back from another process as it is."""
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[BinokelError], args: tuple[object, ...]) -> BinokelError:
    return kind.__new__(kind, *args)


class NotationError(BinokelError, ValueError):
    """A text that names no card, suit, meld or action."""

    code = "notation"


class ImpossibleCards(BinokelError, ValueError):
    """Cards that the deck does not have, or not that often."""

    code = "impossible_cards"


class MissingText(BinokelError, KeyError):
    """A text or language that the locales do not have; `details` names it."""

    code = "missing_text"

    def __str__(self) -> str:
        return self.message


class RuleSetError(BinokelError, ValueError):
    """A rule set that cannot be loaded; `details["path"]` names the key."""

    code = "rule_set_error"

    def __init__(self, message: str, path: str = "", **details: Any) -> None:
        super().__init__(f"{path}: {message}" if path else message, path=path, **details)
        self.path = path


class UnknownRuleSet(RuleSetError):
    """A rule set's name that is not shipped; `details["suggestions"]` lists near ones."""

    code = "unknown_rules"


class Unsupported(BinokelError, ValueError):
    """Rules or a position that the kernel does not know; `details` names what it is."""

    code = "unsupported"


class KernelMissing(BinokelError, ImportError):
    """There is no compiled kernel, or one that does not fit its source."""

    code = "kernel_missing"


class ModelError(BinokelError, ValueError):
    """A value model that is missing, broken, or of another form than this program's."""

    code = "model_error"


class TrainingError(BinokelError, ValueError):
    """A training that cannot begin or be gone on with; the message names the remedy."""

    code = "training_error"


class NoWorld(BinokelError, ValueError):
    """Hidden cards that fit nothing that is known or assumed, or none that was found."""

    code = "no_world"


class IllegalAction(BinokelError, ValueError):
    """An action that the rules refuse at this moment, with the reason's stable code."""

    code = "illegal_action"

    def __init__(
        self, reason: Reason, message: str, *, action: object, seat: int | None, **details: Any
    ) -> None:
        super().__init__(message, reason=reason.value, seat=seat, **details)
        self.reason = reason
        self.action = action
        self.seat = seat


class UnknownPlayer(BinokelError, ValueError):
    """A player's name that does not exist; `details["suggestions"]` lists near ones."""

    code = "unknown_player"


class UnfitPlayer(BinokelError, ValueError):
    """A player at rules that it does not know; `details["unknown"]` names the setting."""

    code = "unfit_player"


class Inconsistent(BinokelError, ValueError):
    """Facts of a deal or match that contradict each other."""

    code = "inconsistent"


class RecordError(BinokelError, ValueError):
    """A record that cannot be read or breaks a rule, with line and column from 1.

    `details["in_form"]` is true where these are places in the record's text form, since what
    was given has no such lines (JSON).
    """

    code = "record"

    def __init__(self, message: str, line: int, column: int = 1, **details: Any) -> None:
        place = f"line {line}, column {column}"
        if details.get("in_form"):
            place += " of its text form"
        super().__init__(f"{place}: {message}", line=line, column=column, **details)
        self.line = line
        self.column = column


class BadJson(BinokelError, ValueError):
    """A line that is no JSON text in UTF-8, or one that cannot be read safely."""

    code = "bad_json"


class BadRequest(BinokelError, ValueError):
    """A request with a missing or ill-typed field; `details["key"]` names it."""

    code = "bad_request"


class UnknownOp(BinokelError, ValueError):
    """A request for an operation that there is not."""

    code = "unknown_op"


class UnknownKey(BinokelError, ValueError):
    """A request with a field that its operation does not have; `details["key"]` names it."""

    code = "unknown_key"


class IllegalCall(BinokelError, ValueError):
    """A call that the auction refuses; `details["index"]` is its place from 0."""

    code = "illegal_call"


class StaleSequence(BinokelError):
    """Something was meant for a place that is past; `details` has `expected` and `actual`."""

    code = "stale_sequence"

    def __init__(self, message: str, *, expected: int, actual: int, **details: Any) -> None:
        super().__init__(message, expected=expected, actual=actual, **details)
        self.expected = expected
        self.actual = actual


class StoreFailed(BinokelError):
    """What was to be kept cannot be written or read."""

    code = "store_failed"


class JournalUnreadable(StoreFailed):
    """A journal is damaged, or another version of the program has written it."""

    code = "journal_unreadable"


class WorkerDied(BinokelError):
    """The process that did a piece of work has died, each time that it was tried."""

    code = "worker_died"


class TooBusy(BinokelError):
    """So much waits for a free process that nothing more is taken for now."""

    code = "too_busy"


class HintsOff(BinokelError):
    """A hint is asked for at a table that was opened without hints."""

    code = "hints_off"


class UnknownTable(BinokelError):
    """A table that there is not."""

    code = "unknown_table"


class TooManyTables(BinokelError):
    """More new tables than a server takes; `details["wait_s"]` tells when there is room again."""

    code = "too_many_tables"


class NotSeated(BinokelError):
    """A person without a seat at the table asks for what only its seats may have."""

    code = "not_seated"


class NoPerson(BinokelError):
    """A request that must say whose it is, and does not."""

    code = "no_person"
