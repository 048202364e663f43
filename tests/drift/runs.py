"""Two runs on disk, and what is said to have moved between them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.bundles import write_bundle
from triage.drift import drift
from triage.evidence import open_bundle

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "files"
Side = tuple[Mapping[str, Sequence[Mapping[str, Any]]], Mapping[str, Any]]


def moved(folder: Path, then: Side, now: Side) -> list[str]:
    """The facts, in words, with their places behind them."""
    before, after = (
        open_bundle([write_bundle(folder / name, records, {"run_id": name, **run})])
        for name, (records, run) in (("then", then), ("now", now))
    )
    return [f"{fact.text} [{fact.source}]" for fact in drift(after, before)]


def alone(*paths: Path) -> list[str]:
    """The facts about one run without a last green one."""
    return [f"{fact.text} [{fact.source}]" for fact in drift(open_bundle(paths), None)]


def with_word(facts: Sequence[str], word: str) -> list[str]:
    """The facts that hold a word."""
    return [fact for fact in facts if word in fact]
