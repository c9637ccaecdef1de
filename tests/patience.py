"""How long a test waits for what must happen before it fails; a busy machine may need more."""

import os

USUAL_S = "60" if os.environ.get("CI") == "true" else "15"  # nobody waits there for a failure
PATIENCE_S = float(os.environ.get("PATIENCE_S", USUAL_S))
