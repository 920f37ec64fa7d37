"""The board widget."""
