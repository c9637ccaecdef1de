"""How long a test waits for what must happen before it fails; a busy machine may need more."""

import os

PATIENCE_S = float(os.environ.get("PATIENCE_S", "15"))
