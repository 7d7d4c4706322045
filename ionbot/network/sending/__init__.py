"""What leaves, in which order and how fast, and what became of it."""
