"""Rooms in the terminal: the lobby, and a room with the people in it."""
