"""Several servers on one store: what they tell each other."""
