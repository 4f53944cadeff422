"""The one door to the world, and the memory of what came through it."""
