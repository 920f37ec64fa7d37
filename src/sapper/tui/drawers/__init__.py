"""Lists and forms beside the board."""
