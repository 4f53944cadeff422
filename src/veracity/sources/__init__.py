"""Tables of sources, units and words: TOML data, no code."""
