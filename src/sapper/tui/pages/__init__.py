"""Full-screen pages."""
