"""`python -m azulejos` is the command `azulejos`."""

import sys

from azulejos.cli import main

sys.exit(main())
