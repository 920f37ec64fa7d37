"""Keys, gestures and settings."""
