"""Hints, odds and moves that a player asks for, worked out next to the room."""
