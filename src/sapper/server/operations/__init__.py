"""Operation: health, metrics, logs, limits of memory and work."""
