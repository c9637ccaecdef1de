"""The promises of a release: its version, Pythons and extras, and a build that can be repeated."""

import re
import tomllib
from pathlib import Path

import yaml  # type: ignore[import-untyped]

from azulejos import __version__
from azulejos.server.storage.migrations import VERSIONS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = {
    file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in (ROOT / ".github" / "workflows").glob("*.yml")
}


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)
    assert versions[0] == __version__


def test_each_release_in_the_changelog_has_at_most_one_migration() -> None:
    names = [file.stem.partition("_")[2] for file in sorted(VERSIONS.glob("v*.py"))]
    releases = [name for name in names if name.startswith("release_")]
    assert releases == names[: len(releases)]
    assert len(set(releases)) == len(releases)


def test_the_pythons_of_the_classifiers_are_tested() -> None:
    named = "\n".join(PROJECT["project"]["classifiers"])
    pythons = re.findall(r"^Programming Language :: Python :: (\d+\.\d+)$", named, re.MULTILINE)
    assert WORKFLOWS["test"]["jobs"]["test"]["strategy"]["matrix"]["python"] == pythons


def test_extras_are_for_users_and_groups_for_this_clone() -> None:
    extras = set(PROJECT["project"]["optional-dependencies"])
    assert not extras & set(PROJECT["dependency-groups"])
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (installed,) = re.findall(r"^EXTRAS := (.*)$", makefile, re.MULTILINE)
    assert set(installed.split(",")) == extras


def test_actions_are_of_an_exact_version() -> None:
    jobs = [job for flow in WORKFLOWS.values() for job in flow["jobs"].values()]
    used = [step["uses"] for job in jobs for step in job["steps"] if "uses" in step]
    assert used
    assert inexact(used) == []
    assert inexact(["actions/checkout@v4", "actions/checkout@v4.2.2"]) == ["actions/checkout@v4"]


def inexact(actions: list[str]) -> list[str]:
    """The actions whose version may change under one's feet."""
    return [name for name in actions if not re.fullmatch(r"[\w/-]+@v\d+\.\d+\.\d+", name)]


def test_the_weekly_run_removes_the_bound_that_stands_in_the_project() -> None:
    steps = WORKFLOWS["newest"]["jobs"]["test"]["steps"]
    (edit,) = (step["run"] for step in steps if "sed" in step.get("run", ""))
    pattern, by = re.search(r"s/(.*)/(.*)/'", edit).groups()  # type: ignore[union-attr]
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    changed = re.sub(pattern, by, text)
    assert changed != text
    assert "numba>=" in changed
