"""Append-only journals: what was done, in order, kept before anyone is told of it."""
