"""Which commands need an extra of the package, and the message when it is not installed.

Each command is a module that is imported when it is called, so that the library alone is enough
for the other commands.
"""

import gc
from importlib import import_module
from typing import Any

from azulejos.cli.console import import_extra

EXTRAS = {  # commands whose modules import packages that the library does without
    "admin": "server",
    "backup": "server",
    "mcp": "mcp",
    "mistakes": "server",
    "restore": "server",
    "serve": "server",
    "token": "client",
}


def load_command(name: str) -> Any:
    """Import the module of a command; without its extra raise the error that says how to get it."""
    module = f"azulejos.cli.{name}"
    gc.disable()  # looking for garbage, which imports hardly leave, takes a fifth of their time
    try:
        return import_extra(EXTRAS[name], module) if name in EXTRAS else import_module(module)
    finally:
        gc.enable()
