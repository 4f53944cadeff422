"""How well a method judges claims whose answer is known: rows in, figures with intervals out."""
