"""What is made of a finished case: its file, its JSON line, the parts of its card."""
