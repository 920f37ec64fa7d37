"""Boards made, solved, explained and simulated."""
