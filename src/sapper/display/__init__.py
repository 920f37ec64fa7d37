"""What front ends share for display: themes, charts, wording."""
