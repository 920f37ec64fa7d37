"""Parties: people who play together, round after round."""
