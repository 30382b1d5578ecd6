"""Records: a match as text that a person can read and type, and as JSON of the same content.

>>> from binokel.rules.catalog import find_ruleset
>>> match = Match(find_ruleset("stammtisch"), ["Anna", "Bert", "Carla"], first_dealer=2)
>>> replay(parse_record(format_record(match))).deal == match.deal
True
"""

from binokel.engine.match import Match
from binokel.engine.record.faults import Place
from binokel.engine.record.mapping import (
    decode_record,
    from_dict,
    load_record,
    read_record,
    to_dict,
)
from binokel.engine.record.model import (
    Comment,
    Commit,
    Contribution,
    DabbShown,
    DealStart,
    Item,
    Record,
    Secret,
    Sums,
    Turned,
)
from binokel.engine.record.reader import parse_record
from binokel.engine.record.replaying import replay, start, verify, walk
from binokel.engine.record.words import format_action
from binokel.engine.record.writer import Layout, format_record, record_of, record_of_view

__all__ = [
    "Comment",
    "Commit",
    "Contribution",
    "DabbShown",
    "DealStart",
    "Item",
    "Layout",
    "Match",
    "Place",
    "Record",
    "Secret",
    "Sums",
    "Turned",
    "decode_record",
    "format_action",
    "format_record",
    "from_dict",
    "load_record",
    "parse_record",
    "read_record",
    "record_of",
    "record_of_view",
    "replay",
    "start",
    "to_dict",
    "verify",
    "walk",
]
