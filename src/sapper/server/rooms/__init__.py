"""Rooms: each plays one game, commits it and shows it."""
