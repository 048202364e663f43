"""A run written as a native bundle tells the same, and points back to where it was read."""

import json
from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from triage.convert import convert
from triage.evidence import Limit
from triage.examine import Examination, examine
from triage.gate import GateRefused
from triage.report.json import row_record

ARTIFACTS = Path(__file__).resolve().parents[1] / "artifacts"
OF_PLACES = ("findings", "ruled_out", "line")


def told(examination: Examination) -> dict[tuple[str, str, str], dict[str, object]]:
    records = (row_record(examination, number) for number in range(len(examination.bundle.rows)))
    return {
        (str(one["case_id"]), str(one["metric"]), str(one["attempt"])): {
            key: value for key, value in one.items() if key not in OF_PLACES
        }
        for one in records
    }


def test_the_demonstration_run_tells_the_same(tmp_path: Path) -> None:
    red, green = ARTIFACTS / "nightly-1130-red", ARTIFACTS / "nightly-1129-green"
    convert(examine([red]), tmp_path / "red")
    assert told(examine([tmp_path / "red"], baseline=str(green))) == told(examine([red], baseline=str(green)))


def test_every_record_says_where_it_was_read(tmp_path: Path) -> None:
    run = write_bundle(
        tmp_path / "run", {"rows": [row("a", 0.5), row("b", 0.9)], "cases": [{"case_id": "a", "claims": {}}]}
    )
    said = convert(examine([run]), tmp_path / "out")
    assert [one.rpartition("/")[2] for one in said] == ["cases.jsonl: 1 record", "rows.jsonl: 2 records"]
    rows = [json.loads(line) for line in (tmp_path / "out" / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["read_from"] for one in rows] == ["rows.jsonl:1", "rows.jsonl:2"]
    convert(examine([tmp_path / "out"]), tmp_path / "again")
    assert (tmp_path / "again" / "rows.jsonl").read_bytes() == (tmp_path / "out" / "rows.jsonl").read_bytes()


def test_a_threshold_that_was_given_is_kept(tmp_path: Path) -> None:
    run = write_bundle(tmp_path / "run", {"rows": [row("a", 0.5, None, metric="tone")]})
    convert(examine([run], limits={"tone": Limit(0.8)}), tmp_path / "out")
    assert examine([tmp_path / "out"]).verdict.failed == 1


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    run = write_bundle(tmp_path / "run", {"rows": [row("a", 0.5)]})
    with pytest.raises(GateRefused, match="exists already"):
        convert(examine([run]), run)


def test_what_was_not_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"case_id": "a", "score": 0.5, "minimum": 0.8}\n{"case_id', encoding="utf-8")
    assert convert(examine([tmp_path / "rows.jsonl"]), tmp_path / "out")[-1].startswith(
        "not read, and in no file: 1 place"
    )
