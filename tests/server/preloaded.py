"""Imported modules and compiled code, with which worker processes of servers in tests begin.

The process of `multiprocessing` that forks imports this file once.
"""

from azulejos.server.analysis import analyses as analysis
from azulejos.server.analysis import reviews
from azulejos.server.bots import bots
from azulejos.server.school import lessons as teaching
from azulejos.server.thinking import analysts, workers

__all__ = ["analysis", "analysts", "bots", "reviews", "teaching", "workers"]

workers.load_networks()
