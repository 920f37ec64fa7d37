"""What goes wrong in a way that a person can mend."""


class SapperError(Exception):
    """Says in one sentence what was wrong and what is allowed, for front ends to show."""
