"""Quotes are checked in code: word for word, on whole words and numbers, in their context."""

from veracity.rules.quotes.finding import find
from veracity.rules.quotes.folding import Folded, fold
from veracity.rules.quotes.model import Match, Reason

__all__ = ["Folded", "Match", "Reason", "find", "fold"]
