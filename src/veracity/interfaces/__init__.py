"""Ways in for people and programs. Each one parses, calls, and renders; none decides."""
