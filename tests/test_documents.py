"""The documents are correct: examples run, links resolve, pictures and file lists are current."""

import ast
import doctest
import importlib
import re
import runpy
import subprocess
from pathlib import Path

import pytest

from azulejos.server.settings import NAMES
from tests.pictures import PAGE_LOOK, PAGE_SOURCES, PICTURES, SHOWN, page_look

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
MODULES = [file for file in (ROOT / "src").rglob("*.py") if ">>>" in file.read_text()]
PACKAGES = sorted(
    file.parent
    for file in (ROOT / "src").rglob("__init__.py")
    if file.parent.name != "versions"  # migrations are found by number
)
FROM_REGISTRY = re.compile(r"pip install ['\"]?azulejos")
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


def dead_links(file: Path) -> list[str]:
    """The relative links of a document to files or headings that do not exist."""
    gone = [target.name for target in links(file) if not target.exists()]
    for name, heading in re.findall(r"\]\(([^)\s#:]*)#([^)\s]+)\)", file.read_text("utf-8")):
        target = file.parent / name if name else file
        if target.exists() and heading not in anchors(target):
            gone.append(heading)
    return gone


def test_links_resolve() -> None:
    found = {document_name(file): dead_links(file) for file in DOCUMENTS}
    assert {name: gone for name, gone in found.items() if gone} == {}


def test_dead_links_are_found(tmp_path: Path) -> None:
    file = tmp_path / "one.md"
    file.write_text("# A title\n[a](#a-title) [b](#b-title) [c](two.md#x) [d](one.md#none)\n")
    assert dead_links(file) == ["two.md", "b-title", "none"]


def anchors(file: Path) -> set[str]:
    """The names for links to parts of a document: anchors, and headings by GitHub's rule."""
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


def test_the_picture_of_the_page_is_of_its_look_of_today() -> None:
    """`make pictures` takes it anew."""
    assert PAGE_LOOK.read_text(encoding="utf-8").strip() == page_look()


def test_a_changed_look_is_found_and_a_changed_script_is_none(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "site").mkdir()
    file, tokens = tmp_path / "room" / "Rail.svelte", tmp_path / "site" / "tokens.css"
    looks = []
    for script, width in (("1", "8px"), ("2", "8px"), ("2", "9px")):
        style = f"<style>\n p {{ width: {width} }} </style>"
        file.write_text(f"<script>{script}</script><p>Hello</p>{style}", encoding="utf-8")
        looks.append(page_look(tmp_path))
    tokens.write_text(":root { --t-1: 1rem }", encoding="utf-8")
    looks.append(page_look(tmp_path))
    assert looks[0] == looks[1]
    assert len(set(looks)) == 3


def test_the_look_is_made_of_files_in_every_folder_that_is_shown() -> None:
    for folder in SHOWN:
        assert [*(PAGE_SOURCES / folder).glob("*.css"), *(PAGE_SOURCES / folder).glob("*.svelte")]
    assert (PAGE_SOURCES / "site" / "tokens.css").exists()


def test_the_package_is_nowhere_installed_from_a_registry() -> None:
    """It is on none yet, and another package may take the name."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True)
    files = [ROOT / name for name in listed.stdout.decode().splitlines()]
    texts = {
        file: file.read_text(encoding="utf-8")
        for file in files
        if file.suffix in (".md", ".py", ".json", ".ipynb", ".toml", ".yml", ".svelte")
        and file.exists()
    }
    assert [file for file, text in texts.items() if FROM_REGISTRY.search(text)] == []
    assert FROM_REGISTRY.search("Needs `pip install " + "'azulejos[client]'`.")


def files_named(docstring: str) -> list[str]:
    """The names in backquotes at the beginning of the lines of a list, sorted."""
    lists = re.findall(r"^- ((?:`[\w/]+`,?\s+)*`[\w/]+`):", docstring, re.MULTILINE)
    return sorted(name.rstrip("/") for names in lists for name in re.findall(r"`([\w/]+)`", names))


def files_of(package: Path) -> set[str]:
    """The modules and packages inside a package, but for those that every package may have."""
    modules = {file.stem for file in package.glob("*.py")}
    packages = {file.parent.name for file in package.glob("*/__init__.py")}
    return (modules | packages) - {"__init__", "__main__", "feature"}


@pytest.mark.parametrize("package", PACKAGES, ids=document_name)
def test_the_docstring_of_a_package_names_its_files(package: Path) -> None:
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    assert files_named(ast.get_docstring(tree) or "") == sorted(files_of(package))


def test_a_file_that_a_docstring_names_twice_or_not_at_all_is_found(tmp_path: Path) -> None:
    for name in ("__init__", "feature", "routes", "store", "verbs/__init__"):
        (tmp_path / f"{name}.py").parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").touch()
    named = files_named("Chat.\n\n- `routes`: routes, see `store`.\n- `verbs/`, `routes`: verbs.")
    assert named == ["routes", "routes", "verbs"]
    assert files_of(tmp_path) == {"routes", "store", "verbs"}


def rooms_drawn(drawing: str) -> set[str]:
    """The rooms of each column of the drawing: all words between dots in its boxes."""
    rows = re.findall(r'class="room">([^<]+)<', drawing)
    return {re.sub(r"[ :(].*", "", name) for row in rows for name in row.split(" · ")}


def test_the_drawing_of_rooms_has_every_room() -> None:
    drawn = rooms_drawn((ROOT / "docs" / "drawings" / "rooms.svg").read_text(encoding="utf-8"))
    package = {file.parent.name for file in (ROOT / "src/azulejos").glob("*/__init__.py")}
    server = {file.parent.name for file in (ROOT / "src/azulejos/server").glob("*/__init__.py")}
    page = {folder.name for folder in (ROOT / "web" / "src").iterdir() if folder.is_dir()}
    assert sorted((package | server | page) - drawn) == []
    gone = {name for name in drawn if not find_room(name)}
    assert gone == set()


def find_room(name: str) -> bool:
    """Is there a file or folder of this name in the package, the server or the page?"""
    homes = (ROOT / "src/azulejos", ROOT / "src/azulejos/server", ROOT / "web/src")
    return (
        any(path.exists() for home in homes for path in (home / name, home / f"{name}.py"))
        or (ROOT / f"web/src/{name}.svelte").exists()
    )


def test_a_room_that_is_gone_is_found() -> None:
    assert rooms_drawn('<text class="room">ui · cellar</text>') == {"ui", "cellar"}
    assert find_room("ui")
    assert not find_room("cellar")


def unknown_settings(text: str) -> set[str]:
    """The variables that a text names, but that no server, bot or library reads."""
    known = {name.upper() for name in NAMES} | {"SETTINGS", "TOKEN", "KERNELS"}
    return set(re.findall(r"AZULEJOS_([A-Z_]+)", text)) - known - {"NAME"}


def test_deployments_use_settings_that_exist() -> None:
    for file in [*(ROOT / "deploy").iterdir(), *DOCUMENTS]:
        assert unknown_settings(file.read_text(encoding="utf-8")) == set(), file
    assert unknown_settings("AZULEJOS_PORT=1 AZULEJOS_PORTS=2") == {"PORTS"}
