"""Decisions: pure functions, each with its formula or source. No I/O."""
