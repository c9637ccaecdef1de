"""The hook of hatchling that puts the built page into every wheel and source archive.

The page is built if need be (`build_page.py`). An archive without the page is never made by
accident: the build fails, unless the variable WITHOUT_PAGE says that the library alone is wanted.
"""

import os
import shutil
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page before the files of an archive are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # uses the clone's own files; there `make page` builds the page
            return
        if os.environ.get("WITHOUT_PAGE"):
            self.app.display_warning("WITHOUT_PAGE is set: the page is left out.")
            return
        sys.path.insert(0, self.root)
        from build_page import NODE_MODULES, PAGE, PageError, build_page

        had_modules = NODE_MODULES.exists()
        try:
            build_page()
        except PageError as error:
            hint = "Set WITHOUT_PAGE=1 to build the library alone."
            self.app.abort(f"azulejos: {error} {hint}")
        finally:
            if not had_modules:
                shutil.rmtree(NODE_MODULES, ignore_errors=True)
        # built, so not in git, but part of the package
        build_data["artifacts"].append(f"/{PAGE.relative_to(self.root).as_posix()}/**")
