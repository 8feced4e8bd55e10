"""Benchmarks, run by hand: `python -m tests.benchmarks.recording` and its neighbours print ratios."""
