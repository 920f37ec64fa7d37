"""Finished games: shown, listed, checked, moved, deleted."""
