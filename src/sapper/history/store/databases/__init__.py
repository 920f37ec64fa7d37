"""How a store is opened, read and written in SQLite and in PostgreSQL, and the locks on games in play."""
