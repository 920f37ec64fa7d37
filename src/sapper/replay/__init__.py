"""A finished game: its actions, its result, its text and packed forms."""
