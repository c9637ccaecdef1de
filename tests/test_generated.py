"""The generated files are those of `make generate`."""

from pathlib import Path

from generate.documents import fill
from generate.files import ROOT, described_api, generated_files, stale_files


def test_every_generated_file_is_up_to_date() -> None:
    assert stale_files() == [], "run make generate"


def test_a_stale_file_is_found(tmp_path: Path) -> None:
    for path, text in generated_files().items():
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
    assert stale_files(tmp_path) == []
    routes = tmp_path / "web" / "src" / "wire" / "routes.ts"
    routes.write_text(routes.read_text() + "// more\n")
    document = tmp_path / "docs" / "api.md"
    document.write_text(
        document.read_text().replace("| `api.busy` | 503 |", "| `api.busy` | 500 |")
    )
    assert stale_files(tmp_path) == [routes, document]


def test_text_outside_the_markers_is_kept() -> None:
    text = "before\n<!-- generated: refusals -->\nstale table\n<!-- end of generated -->\nafter\n"
    filled = fill(text, described_api())
    assert filled.startswith("before\n<!-- generated: refusals -->\n\n| code | status | text |")
    assert filled.endswith("<!-- end of generated -->\nafter\n")
    assert "stale table" not in filled
