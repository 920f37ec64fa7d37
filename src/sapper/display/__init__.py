"""Themes, charts and wording, shared by the front ends."""
