"""From what a person gives to submissions that a method can judge."""
