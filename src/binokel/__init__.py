"""Binokel: rules as data, players, records and tools for the Swabian card game."""

__version__ = "0.1.0"
