"""The documentation site: Sphinx reads the documents of this folder, `make docs` builds them.

Nothing on a page comes from another host, so the site works offline. Warnings are errors. Links to
documents of the project's root lead to pages that include them, other files to downloads.
"""

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from azulejos import __version__  # noqa: E402

project = "Azulejos"
author = "The Azulejos contributors"
project_copyright = author
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}
root_doc = "index"
default_role = "code"  # docstrings write names in single backquotes
nitpicky = False
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]
suppress_warnings = ["myst.strikethrough", "misc.highlighting_failure"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_preserve_defaults = True

html_theme = "furo"
html_title = f"Azulejos {version}"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
# the theme's own colours of code have less contrast than people need
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
html_theme_options = {
    "light_css_variables": {
        "font-stack": "system-ui, sans-serif",
        "font-stack--monospace": "ui-monospace, monospace",
        "color-brand-primary": "#1d4e89",
        "color-brand-content": "#1d4e89",
        "color-foreground-muted": "#54565b",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8fbcff",
        "color-brand-content": "#8fbcff",
        "color-foreground-muted": "#a9abb0",
    },
}

PAGES = {  # documents of the root, by the page that includes them
    "README": "index",
    "ARCHITECTURE": "project/architecture",
    "CONTRIBUTING": "project/contributing",
    "CHANGELOG": "project/changelog",
    "SECURITY": "project/security",
}
FILE = re.compile(r"\]\(\.\./((?:deploy|examples|tests)/[^)#]*)\)")


def read_source(app: Any, name: str, source: list[str]) -> None:
    """Include the document that a page of `project/` stands for, and rewrite links to the root."""
    documents = {page: document for document, page in PAGES.items() if page != "index"}
    if name in documents:
        text = (ROOT / f"{documents[name]}.md").read_text(encoding="utf-8")
        text = text.replace("](docs/", "](../")
        for document, page in PAGES.items():
            text = text.replace(f"]({document}.md", f"](../{page}.md")
        source[0] = re.sub(r"\[([^\]]+)\]\(LICENSE\)", r"\1", text)
        return
    up = "../" * name.count("/")
    for document, page in PAGES.items():
        source[0] = source[0].replace(f"]({up}../{document}.md", f"]({up}{page}.md")
    source[0] = FILE.sub(r"](path:../\1)" if not up else r"](path:../../\1)", source[0])
    source[0] = re.sub(r"\[([^\]]+)\]\(path:[^)]*tests/[^)]*\)", r"`\1`", source[0])


ACCESSIBLE = {  # what axe finds in the theme's pages, and what it should be
    'role="heading"><': 'role="heading" aria-level="2"><',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
    '<aside class="toc-drawer no-toc">': '<aside class="toc-drawer no-toc" aria-label="None">',
    "<pre>": '<pre tabindex="0">',  # can be scrolled with the keyboard
    '<div id="search-results"></div>': '<h1>Search</h1>\n<div id="search-results"></div>',
}


EMPTY_HEADER = re.compile(r'<th class="head[^"]*">(<p></p>)?</th>')


def make_accessible(app: Any, error: Exception | None) -> None:
    """Repair the pages; a second time changes nothing."""
    for file in Path(app.outdir).rglob("*.html"):
        text = repaired = file.read_text(encoding="utf-8")
        for found, better in ACCESSIBLE.items():
            if better not in repaired:
                repaired = repaired.replace(found, better)
        repaired = EMPTY_HEADER.sub("<td></td>", repaired)
        if repaired != text:
            file.write_text(repaired, encoding="utf-8")


def setup(app: Any) -> None:
    app.connect("source-read", read_source)
    app.connect("build-finished", make_accessible)
