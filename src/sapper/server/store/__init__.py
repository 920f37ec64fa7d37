"""The threads that own a connection to the store."""
