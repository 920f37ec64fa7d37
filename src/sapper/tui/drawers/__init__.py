"""Lists and forms next to the board."""
