"""How well the archive finds what is relevant to a query."""
