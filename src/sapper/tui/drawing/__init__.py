"""Styles, glyphs and text layout."""
