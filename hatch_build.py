"""The hook of hatchling that builds what is part of the package: the page and the kernels.

Both are built if need be (`build_page.py`, `azulejos.compiled.ahead`). An archive without the page,
or a wheel without kernels, is never made by accident: the build fails, unless the variable
WITHOUT_PAGE or WITHOUT_KERNELS says that it is wanted. With OWN_PROCESSOR the kernels are for
processors like this machine's, which takes less time; else for every one of its kind.
"""

import os
import platform
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILERS = () if sys.platform == "win32" else ("cc", "gcc", "clang")


def system_tag() -> str:
    """The system of a wheel: on macOS of the processor that the kernels are for, even if Python is
    for both kinds.
    """
    if sys.platform == "darwin":
        return {"arm64": "macosx_11_0_arm64"}.get(platform.machine(), "macosx_11_0_x86_64")
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds page and kernels before the files of an archive are collected."""

    def dependencies(self) -> list[str]:
        """The packages that compile kernels: the library's own, Numba, and a C compiler if there is
        none.
        """
        if self.target_name != "wheel" or os.environ.get("WITHOUT_KERNELS"):
            return []
        core = self.metadata.core
        has_compiler = os.environ.get("CC") or any(map(shutil.which, COMPILERS))
        needed = [*core.dependencies, *core.optional_dependencies["jit"]]
        return needed if has_compiler else [*needed, "ziglang>=0.15"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":  # uses the clone's own files; there `make page` builds the page
            self.add_page(build_data)
        if self.target_name == "wheel":
            is_own = version == "editable" or bool(os.environ.get("OWN_PROCESSOR"))
            self.add_kernels(build_data, is_portable=not is_own)

    def add_kernels(self, build_data: dict[str, Any], is_portable: bool) -> None:
        """Build the kernels for this system; the wheel is then one for this system."""
        if os.environ.get("WITHOUT_KERNELS"):
            self.app.display_warning("WITHOUT_KERNELS is set: the kernels are left out.")
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from azulejos.compiled import ahead
        from azulejos.compiled.library import library_file

        place, levels = ahead.find_place(ahead.OWN), 2 if is_portable else 1
        try:
            if not ahead.is_built(ahead.OWN, levels):  # pip calls this hook twice
                ahead.build(ahead.OWN, levels)
        except ahead.BuildError as error:
            hint = "Set WITHOUT_KERNELS=1 for a package that compiles or interprets them."
            self.app.abort(f"azulejos: {error} {hint}")
        file = library_file(place.folder).relative_to(self.root)
        build_data["artifacts"].append(f"/{file.as_posix()}")
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{system_tag()}"

    def add_page(self, build_data: dict[str, Any]) -> None:
        """Build the page."""
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
