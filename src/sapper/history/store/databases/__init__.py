"""Stores in SQLite and PostgreSQL, and the locks on games in play."""
