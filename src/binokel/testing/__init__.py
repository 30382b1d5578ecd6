"""Test tools for this project and for others: random rule sets, random play, strategies, soak.

Only `strategies` needs hypothesis.
"""
