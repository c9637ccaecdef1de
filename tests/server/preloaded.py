"""What worker processes of servers in tests find ready: imported modules and compiled code.

The process of `multiprocessing` that forks imports this file once.
"""

from azulejos.server.thinking import analysis, analysts, bots, pictures, review, teaching, workers

__all__ = ["analysis", "analysts", "bots", "pictures", "review", "teaching", "workers"]

workers.load_prepared()
