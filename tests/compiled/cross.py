"""Builds the library for every system that wheels are made for, and links it; none is run here.

`python -m tests.compiled.cross` needs `ziglang`, which has the linkers and C libraries. For Windows
it makes the import library of Python from the names in `stable_abi.txt`, so that linking fails if
the library needs another one.
"""

import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from azulejos.compiled import ahead

NAMES = Path(__file__).parent / "stable_abi.txt"
ZIG = [sys.executable, "-m", "ziglang"]
TARGETS = {
    ahead.Machine("linux", "x86_64"): "x86_64-linux-gnu.2.28",
    ahead.Machine("linux", "aarch64"): "aarch64-linux-gnu.2.28",
    ahead.Machine("darwin", "x86_64"): "x86_64-macos.11.0",
    ahead.Machine("darwin", "arm64"): "aarch64-macos.11.0",
    ahead.Machine("win32", "AMD64"): "x86_64-windows-gnu",
}
PYCONFIG = """
#define MS_WINDOWS
#define MS_WIN64
#define HAVE_DECLSPEC_DLL
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 2
"""
ENDIAN = "#define __LITTLE_ENDIAN 1234\n#define __BIG_ENDIAN 4321\n#define __BYTE_ORDER 1234\n"
MAGIC = {"linux": b"\x7fELF", "darwin": b"\xcf\xfa\xed\xfe", "win32": b"MZ"}


def make_import_library(folder: Path) -> None:
    """Import libraries with which a program for Windows finds the functions of Python."""
    names = NAMES.read_text().split()
    data = {name for name in names if "Exc_" in name or name.endswith(("_Type", "Struct"))}
    lines = [f"{name} DATA" if name in data else name for name in names]
    definition = folder / "python3.def"
    definition.write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *lines, ""]))
    words = ["-m", "i386:x86-64", "-d", str(definition), "-l", str(folder / "libpython3.a")]
    subprocess.run([*ZIG, "dlltool", *words], check=True)


def make_headers(folder: Path, system: str) -> Path:
    """The headers of Python, with what those of this machine say of another system."""
    headers = folder / "include"
    headers.mkdir()
    (headers / "endian.h").write_text(ENDIAN)
    if system == "win32":
        shutil.copytree(sysconfig.get_path("include"), headers, dirs_exist_ok=True)
        (headers / "pyconfig.h").write_text(PYCONFIG)
    return headers


def main() -> None:
    if not find_spec("ziglang"):
        sys.exit("tests.compiled.cross needs another package: pip install ziglang")
    place = ahead.find_place(ahead.OWN)
    for machine, target in TARGETS.items():
        with TemporaryDirectory() as name:
            folder, linked = Path(name), Path(name) / "linked"
            ahead.make_parts(place, 2, folder, lambda done, total: None, machine)
            make_import_library(folder)
            headers = (
                [] if machine.system == "linux" else [f"-I{make_headers(folder, machine.system)}"]
            )
            ahead.link(folder, linked, [*ZIG, "cc", "-target", target, *headers], machine.system)
            content = linked.read_bytes()
            assert content.startswith(MAGIC[machine.system]), target
            assert b"PyInit__kernels" in content, target
            print(f"{target:24} {len(content) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
