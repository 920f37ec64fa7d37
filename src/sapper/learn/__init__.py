"""Learning: lessons, a path of boards, a trainer, puzzles, and what a player sees late, all from the same positions."""
