"""Whole stores: backups, checks, exports and imports, and the key that signs for the server."""
