"""Learning as in AlphaZero: self-play, training, and generations of both with a gate match."""
