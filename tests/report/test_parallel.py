"""Several processes give the same report, byte for byte, whatever the rows are read from."""

import gzip
import json
from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from triage.cover import CoveredExamination
from triage.evidence import sources
from triage.examine import examine
from triage.report import parallel
from triage.report.json import render_json


@pytest.fixture
def rows() -> list[dict[str, object]]:
    return [
        row(f"c{number}", number % 7 / 7, required_claim_ids=["a", "b"], supported_claim_ids=["a"])
        for number in range(1500)
    ]


@pytest.mark.parametrize("packed", [False, True])
def test_two_processes_say_what_one_says(
    tmp_path: Path, rows: list[dict[str, object]], packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "_IN_MEMORY", 1000)
    write_bundle(tmp_path, {"rows": rows}, {"run_id": "r"})
    if packed:
        plain = tmp_path / "rows.jsonl"
        (tmp_path / "rows.jsonl.gz").write_bytes(gzip.compress(plain.read_bytes()))
        plain.unlink()
    examination = CoveredExamination(examine([tmp_path]))
    alone, together = (b"".join(render_json(examination, processes)) for processes in (1, 2))
    assert alone == together
    assert [one["case_id"] for one in json.loads(together)["rows"]] == [one["case_id"] for one in rows]


def test_few_rows_are_worth_no_process() -> None:
    assert parallel.processes_for(10, None) == 1 and parallel.processes_for(10, 2) == 2
    assert parallel.processes_for(parallel.WORTH_IT, None) == min(parallel.os.cpu_count() or 1, 8)


def test_a_fault_in_a_process_is_no_silence(tmp_path: Path, rows: list[dict[str, object]]) -> None:
    write_bundle(tmp_path, {"rows": rows})

    def falls(_: object, numbers: range) -> bytes:
        if numbers.start:
            raise ValueError("row 256")
        return b"x"

    with pytest.raises(ValueError, match="row 256"):
        list(parallel.made(examine([tmp_path]), falls, 2))
