"""Learning as in AlphaZero: self-play, training, and generations of both with a gate match.

- `cluster`: self-play, matches, reviews and puzzles on other machines: tasks of a Ray cluster.
- `curve`: loss curves of a training, and their plot as SVG.
- `features`: network features of many states and moves as sparse rows, for training.
- `model`: PyTorch modules for the two parts of a network, value and prior.
- `run`: a learning run, as in AlphaZero: generations of self-play, training and a gate match.
- `selfplay`: self-play: shards of games, made in any number of processes.
- `selfplay_game`: one self-play game in a compiled loop: search, play, sample.
- `shards`: files with the training samples of a fixed number of games, in a folder per generation.
- `targets`: training targets, made from the samples of self-play.
- `train`: training a network with PyTorch from the samples of self-play.
- `validation`: how well a network predicts outcomes: cross-entropy, calibration, error of points.
"""
