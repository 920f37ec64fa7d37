"""The sub-commands, one file each. A command adds its arguments, and imports what it needs when it runs."""
