"""The documents are correct: examples run, links resolve, pictures and file lists are current."""

import doctest
import importlib
import re
import runpy
from pathlib import Path

import pytest

from azulejos.server.settings import NAMES
from tests.pictures import PICTURES

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
MODULES = [file for file in (ROOT / "src").rglob("*.py") if ">>>" in file.read_text()]
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def document_name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", DOCUMENTS, ids=document_name)
def test_examples_in_documents_run(file: Path) -> None:
    failed, _ = doctest.testfile(str(file), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.stem)
def test_examples_in_modules_run(file: Path) -> None:
    name = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert attempted > 0


def test_readme_and_notation_have_examples() -> None:
    for name in ("README.md", "docs/notation.md"):
        assert ">>>" in (ROOT / name).read_text()


def test_figures_of_strength_name_the_network_that_they_were_measured_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`python bench/strength.py` writes the tables again after a change of networks or results."""
    monkeypatch.syspath_prepend(ROOT / "bench")
    bench = runpy.run_path(str(ROOT / "bench" / "strength.py"))
    assert bench["written"]() == (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")


def links(file: Path) -> list[Path]:
    """The files that the relative links of a document lead to."""
    targets = re.findall(r"\]\(([^)\s#]+)", file.read_text(encoding="utf-8"))
    return [file.parent / target for target in targets if "://" not in target]


@pytest.mark.parametrize("file", DOCUMENTS, ids=document_name)
def test_relative_links_resolve(file: Path) -> None:
    assert [target for target in links(file) if not target.exists()] == []


@pytest.mark.parametrize("file", DOCUMENTS, ids=document_name)
def test_links_to_headings_resolve(file: Path) -> None:
    for name, heading in re.findall(r"\]\(([^)\s#:]*)#([^)\s]+)\)", file.read_text("utf-8")):
        assert heading in anchors(file.parent / name if name else file), heading


def anchors(file: Path) -> set[str]:
    """What a link to a document may have after `#`: anchors, and headings by GitHub's rule."""
    text = file.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    named = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return named | set(re.findall(r'<a id="([^"]+)">', text))


def test_every_document_is_reachable_from_the_index() -> None:
    found, open_files = set[Path](), [ROOT / "docs" / "index.md"]
    while open_files:
        file = open_files.pop().resolve()
        if file not in found and file.suffix == ".md":
            found.add(file)
            open_files += links(file)
    stand_ins = set((ROOT / "docs" / "project").glob("*.md"))  # the site shows the root's here
    assert sorted(set((ROOT / "docs").rglob("*.md")) - found - stand_ins) == []


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_current(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == PICTURES[name]()


@pytest.mark.parametrize(
    ("heading", "folder"),
    [
        ("games/", "games/azul"),
        ("games/", "games/blue"),
        ("search/", "search"),
        ("match/", "match"),
        ("engine/", "engine"),
        ("client/", "client"),
        ("assistants/", "assistants"),
        ("envs/", "envs"),
        ("learning/", "learning"),
        ("server/", "server"),
    ],
)
def test_architecture_names_every_file(heading: str, folder: str) -> None:
    """Each file is in the table under its room's heading, on the line of its own folder."""
    architecture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = re.split("^#", architecture.partition(f"### `{heading}`\n")[2], flags=re.MULTILINE)[0]
    home = ROOT / "src" / "azulejos" / folder
    files = [file for file in home.rglob("[a-z]*.py") if "migrations" not in file.parts]
    assert files
    for file in files:
        names = {f"`{file.stem}`"} | ({f"`{file.parent.name}/`"} if file.parent != home else set())
        assert any(all(name in line for name in names) for line in section.splitlines()), file


def test_deployments_use_settings_that_exist() -> None:
    known = {name.upper() for name in NAMES} | {"SETTINGS", "TOKEN"}  # the last is of bots
    for file in [*(ROOT / "deploy").iterdir(), *DOCUMENTS]:
        used = set(re.findall(r"AZULEJOS_([A-Z_]+)", file.read_text(encoding="utf-8")))
        assert used - {"NAME"} <= known, file
