"""Training of the value model: self-play, a small net, and what the search player corrects.

Needs numpy (`pip install 'binokel[train]'`); nothing else of the package does.
"""

EACH = 20
"""So many deals of search by one rule set are one piece of work."""
