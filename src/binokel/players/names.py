"""What those at a table are called."""

NEIGHBOURS = ("Karle", "Gretel", "Frieder", "Emma", "Eugen", "Rösle")
"""What the computer players are called, in the order in which they sit down."""

LONGEST_NAME = 20


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as it can stand in a record: one line, no bars, not too long.

    >>> clean_name("  Anna | Bert  "), clean_name("|||")
    ('Anna Bert', '')
    """
    letters = "".join(c if c.isprintable() and c != "|" else " " for c in text)
    return " ".join(letters.split())[:longest].strip()
