"""The sub-commands that answer and end: each adds its arguments, and imports what it needs when it runs."""
