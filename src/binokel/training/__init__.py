"""Training of the value model: self-play, a small net, and what the search player corrects.

Needs numpy (`pip install 'binokel[train]'`); nothing else of the package does.
"""
