"""The solver as an opponent in rooms."""
