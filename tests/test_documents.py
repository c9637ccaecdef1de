"""What the documents say is true: examples run, links lead somewhere, pictures are current."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from azulejos.server.settings import NAMES
from tests.pictures import PICTURES

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
MODULES = [file for file in (ROOT / "src").rglob("*.py") if ">>>" in file.read_text()]
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_examples_in_documents_run(file: Path) -> None:
    failed, _ = doctest.testfile(str(file), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.stem)
def test_examples_in_modules_run(file: Path) -> None:
    name = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert attempted > 0


def test_the_readme_and_the_notation_have_examples() -> None:
    for name in ("README.md", "docs/notation.md"):
        assert ">>>" in (ROOT / name).read_text()


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", file.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (file.parent / target).exists(), target


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_what_the_library_draws_now(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == PICTURES[name]()


def test_every_file_of_the_server_is_on_the_tour() -> None:
    tour = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
    server = ROOT / "src" / "azulejos" / "server"
    for file in [*server.glob("[a-z]*.py"), *server.glob("[a-z]*/[a-z]*.py")]:
        if file.parent.name != "migrations":
            words = {f"`{file.stem}`"} | ({f"`{file.parent.name}/`"} - {"`server/`"})
            assert any(all(word in line for word in words) for line in tour), file


def test_deployments_use_settings_that_exist() -> None:
    known = {name.upper() for name in NAMES} | {"SETTINGS"}
    for file in [*(ROOT / "deploy").iterdir(), *DOCUMENTS]:
        used = set(re.findall(r"AZULEJOS_([A-Z_]+)", file.read_text(encoding="utf-8")))
        assert used - {"NAME"} <= known, file
