"""Stored games, and the best times and statistics that are computed from them."""
