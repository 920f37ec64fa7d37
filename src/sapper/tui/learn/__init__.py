"""Learning in the terminal: a page of what there is, and a screen that asks questions."""
