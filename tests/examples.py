"""How many random examples a test tries: a part of the full number, which `make soak` tries."""

import os

PERCENT = int(os.environ.get("EXAMPLES_PERCENT", "40"))


def examples(full: int) -> int:
    """The part of a full number of examples that is tried."""
    return max(2, full * PERCENT // 100)
