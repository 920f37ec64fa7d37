"""Lessons, the path, training and puzzles, and what was learned from games."""
