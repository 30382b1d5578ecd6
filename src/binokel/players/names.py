"""What those at a table are called."""

NEIGHBOURS = ("Karle", "Gretel", "Frieder", "Emma", "Eugen", "Rösle")
"""What the computer players are called, in the order in which they sit down."""

LONGEST_NAME = 20


_UNSEEN = "|\u115f\u1160\u2800\u3164\uffa0"
"""The bar of records, and signs that count as letters but look like blanks."""


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    r"""Return a name as it can stand in a record: one line, no bars, not too long.

    >>> clean_name("  Anna | Bert  "), clean_name("|||"), clean_name("\u3164")
    ('Anna Bert', '', '')
    """
    letters = "".join(c if c.isprintable() and c not in _UNSEEN else " " for c in text)
    return " ".join(letters.split())[:longest].strip()
