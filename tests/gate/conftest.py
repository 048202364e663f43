"""A gate run over a few files written on the spot."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from triage.gate import GateResult, run_gate

POLICY = 'version: "p-3"\nminimum: {evidence_coverage: 0.8}\n'
Gate = Callable[..., GateResult]


def line(case_id: str, required: list[str], supported: list[str], **more: Any) -> str:
    return json.dumps({"case_id": case_id, "required_claim_ids": required, "supported_claim_ids": supported, **more})


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    """Run the gate over lines of text (one file), or over a mapping of file name to content (a folder)."""

    def run(
        cases: list[str] | Mapping[str, str],
        policy: str = POLICY,
        out: Path | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> GateResult:
        policy_file = tmp_path / "policy.yaml"
        policy_file.write_text(policy, encoding="utf-8")
        if isinstance(cases, list):
            target = tmp_path / "lines.jsonl"
            target.write_text("".join(f"{one}\n" for one in cases), encoding="utf-8")
        else:
            target = tmp_path / "cases"
            for name, content in cases.items():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                (target / name).write_text(content, encoding="utf-8")
        return run_gate(target, policy_file, out, environ or {})

    return run
