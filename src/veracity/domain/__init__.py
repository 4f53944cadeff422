"""Frozen models of the field's terms. No I/O, and no imports from the folders above."""
