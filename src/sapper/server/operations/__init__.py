"""What operators need: health, metrics, logs, limits of memory and work."""
