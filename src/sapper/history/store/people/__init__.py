"""People on a server: their ratings, and what they decided about each other."""
