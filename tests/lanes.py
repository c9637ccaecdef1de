"""Lanes: which process of pytest-xdist runs which tests, so that waiting and computing overlap.

Tests in a browser and tests of servers wait most of the time; all others compute. Each process
has a lane and runs the tests of that lane first, so that at any time some wait and some compute.
Afterwards it helps the other lanes, from their ends. A process gets whole files, whose tests share
servers and compiled code; tests in a browser share them by folder, and are handed out one by one.
"""

from typing import Any

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

LANES = ("browser", "server", "computing")  # of the first process, the second, and so on


def lane_of(test: str) -> str:
    """The lane of a test, which is given by its id."""
    folder = test.split("/")[1]
    return folder if folder in LANES else LANES[-1]


class Lanes(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each process the next tests of its lane, or of another lane when none are left."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if lane_of(nodeid) == "browser" else nodeid.split("::")[0]

    def _assign_work_unit(self, node: Any) -> None:
        number = int(node.gateway.id.removeprefix("gw"))
        lane = LANES[number % len(LANES)]
        of_lane = (scope for scope in self.workqueue if lane_of(scope) == lane)
        chosen = next(of_lane, None) or next(reversed(self.workqueue))
        self.workqueue.move_to_end(chosen, last=False)
        super()._assign_work_unit(node)
