"""Whether a method's dials should move, told from finished cases and without asking anybody."""
