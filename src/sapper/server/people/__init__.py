"""Players as others see them, and the codes by which they come back."""
