"""Alerts and dashboard ask for metrics that exist, and every alert has a section in the runbook."""

import json
import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from prometheus_client import generate_latest

from azulejos.server.web import metrics

ROOT = Path(__file__).parents[3]
RUNBOOK = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}
# not of a process's own: written by Prometheus itself
OTHERS = {"up"}


def exported() -> set[str]:
    """The names of all series that a server exports."""
    assert metrics.ack_s  # registered by the import
    found = re.findall(r"^# TYPE (\w+) (\w+)$", generate_latest().decode(), re.MULTILINE)
    return {
        name.removesuffix("_total") + suffix for name, kind in found for suffix in SUFFIXES[kind]
    }


def metrics_in(expression: str) -> set[str]:
    """The metrics that an expression of Prometheus names."""
    return set(re.findall(r"\b(up|azulejos_\w+|process_\w+)\b", expression))


def alerts() -> list[dict[str, Any]]:
    text = (ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8")
    (group,) = yaml.safe_load(text)["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def test_every_alert_names_metrics_that_exist() -> None:
    known = exported() | OTHERS
    assert len(alerts()) > 10
    for alert in alerts():
        named = metrics_in(alert["expr"])
        assert named, alert
        assert named <= known, alert
        assert alert["labels"]["severity"] in ("critical", "warning")


def test_every_alert_has_a_section_in_the_runbook_and_every_section_an_alert() -> None:
    section = RUNBOOK.partition("## When an alert fires\n")[2].partition("\n## ")[0]
    headings = re.findall(r"^### (\w+)$", section, re.MULTILINE)
    assert headings == [alert["alert"] for alert in alerts()]
    for alert in alerts():
        assert alert["annotations"]["runbook"] == f"docs/running.md#{alert['alert'].lower()}"


def test_the_dashboard_names_metrics_that_exist() -> None:
    panels = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))["panels"]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    assert len(expressions) > 10
    for expression in expressions:
        named = metrics_in(expression)
        assert named, expression
        assert named <= exported(), expression


def test_every_metric_of_ours_is_documented() -> None:
    ours = {
        name.removesuffix("_bucket").removesuffix("_count").removesuffix("_sum")
        for name in exported()
        if name.startswith("azulejos_") and not name.endswith("_created")
    }
    assert {name for name in ours if f"`{name}`" not in RUNBOOK} == set()
