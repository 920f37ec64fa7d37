"""Stored games and what follows from them: recorder, store, best times, statistics."""
