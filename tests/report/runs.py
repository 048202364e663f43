"""Runs on disk for the formats that other programs read: one row of every kind, and texts that want to act."""

import json
import os
from pathlib import Path
from typing import Any

from tests.bundles import row, write_bundle
from triage.examine import Examination, examine

CHECKOUT = Path(__file__).resolve().parents[2]
GOLDENS = Path(__file__).parent / "goldens"

HOSTILE = (
    "]]>&<b>'\"",
    "\x1b[2J\x9b31m",
    "nul\x00 and \x08",
    "\ufffe\uffff\ud800",
    "🎈 שלום\u202e",
    "a|b\\|c\\",
    "tick ` `` ```` end`",
    "@team #12 GH-12 https://evil.example www.evil.example evil.example",
    "<img src=x onerror=alert(1)> <!-- <details>",
    "![x](http://x) [y](javascript:z) [^1]",
    "\n::set-output name=x::y\n",
    "::stop-commands::token",
    " ::error::boo",
    "##[group]hidden ##vso[task.complete]",
    "\r\n| - | - |\n# Heading\n\n---\n* x",
    "and <u>9 more",
    "1. one",
    "***bold*** _it_ ~~gone~~ :tada: $x$ &amp;",
)


def covered(case_id: str, score: float | None, **more: Any) -> dict[str, Any]:
    """A row of two required claims, the second of which is missing."""
    return row(case_id, score, **({"required_claim_ids": ["a", "b"], "supported_claim_ids": ["a"]} | more))


def every_kind() -> list[dict[str, Any]]:
    """Passed, green for the wrong reason, failed, invalid, both again without blocking, and not judged."""
    return [
        row("fine", 1.0),
        covered("wrong-green", 1.0),
        covered("bad", 0.5),
        row("broken", None, status="invalid", error="502 from the judge"),
        row("quiet-bad", 0.25, blocking=False),
        row("quiet-broken", None, status="invalid", error="502 from the judge", blocking=False),
        row("unjudged", 0.5, None),
    ]


def hostile_rows() -> list[dict[str, Any]]:
    """Every hostile text as id, system, scenario, claim and error of a row."""
    rows = []
    for text in HOSTILE:
        more = {"required_claim_ids": [text, "b"], "supported_claim_ids": ["b"], "reason": text}
        rows.append(row(text, 0.5, system=text, scenario=text, metric=f"m {text}", **more))
        rows.append(row(f"x{text}", None, status="invalid", error=text))
    return rows


def run(folder: Path, rows: list[dict[str, Any]], torn: str = "", **manifest: Any) -> Examination:
    """The examination of a run written to a new folder; ``torn`` is added to its rows as it is."""
    write_bundle(folder, {}, {"run_id": "night-7", **manifest})
    # Escapes keep a lone surrogate, which no UTF-8 file can hold, for the reader.
    (folder / "rows.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in rows) + torn, encoding="utf-8")
    return examine([str(folder)])


def nightly(monkeypatch: Any) -> Examination:
    """The committed red run against the green one before it, with paths as typed in the checkout."""
    monkeypatch.chdir(CHECKOUT)
    return examine(["artifacts/nightly-1130-red"], baseline="artifacts/nightly-1129-green")


def compare(name: str, text: str) -> None:
    """Equal to the golden; UPDATE_GOLDENS=1 writes it anew."""
    path = GOLDENS / name
    if os.environ.get("UPDATE_GOLDENS") == "1":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text("utf-8"), f"{name} reads otherwise; UPDATE_GOLDENS=1 accepts it"
