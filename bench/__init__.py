"""Benchmarks: `python -m bench.engine` and so on, run from the project's folder."""
