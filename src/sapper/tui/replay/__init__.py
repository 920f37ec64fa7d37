"""The replay viewer."""
