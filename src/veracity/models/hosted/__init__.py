"""Models of other providers, over their own wire formats, behind the same port as any other.

`table` says who there is, `wires/` how each is spoken to, `faults` what went wrong, `retrying` what
is tried again and `provider` puts them together.
"""
