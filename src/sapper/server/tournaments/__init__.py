"""Tournaments: their events, what follows from them, and the races that are begun for them."""
