"""Games in play, in the terminal, as lines and in browsers, alone and together."""
