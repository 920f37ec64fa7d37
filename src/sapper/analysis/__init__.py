"""Conclusions from a board or a game: odds, best moves, explanations, proofs, metrics, reviews."""
