"""The connection to a Ray cluster, for those parts that can work on other machines.

Not here: what is run there, see `learning/cluster.py` and `server/thinking/remote_analysts.py`.
"""

import logging
import socket

import ray

from azulejos.errors import AzulejosError
from azulejos.text import Text

CONNECT_SECONDS = 5.0


def connect(address: str) -> None:
    """Connect this process to the cluster at HOST:PORT, or "auto" for the one on this machine."""
    try:
        check_reachable(address)
        ray.init(
            address,
            ignore_reinit_error=True,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (OSError, ValueError) as error:
        args = {"address": address, "reason": str(error).partition("\n")[0]}
        raise AzulejosError(Text("cluster.none", args)) from None


def check_reachable(address: str) -> None:
    """Raise OSError if nothing listens at the address; Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if host and port.isdigit() and "/" not in host:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
