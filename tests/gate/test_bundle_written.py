"""The bundle that a gate run leaves: read back as it was judged, whole or not there at all."""

import errno
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.gate.conftest import POLICY, Gate, line
from triage.baseline import verdict_of
from triage.evidence import open_bundle
from triage.gate import GateRefused, bundle
from triage.gate.bundle import write_bundle
from triage.model import Outcome

CASE = '{"case_id": "c1", "claims": {"a": {"sources": ["d1"]}}}\n'
MAPPED = '{"case_id": "c1", "answer": "x", "claims": [{"claim_id": "a", "span": [0, 1], "supported": true}]}\n'
RUN = "run_id: 0010\ndate: 2026-02-03\nretrieval: {k: 4, note: 'no'}\nplanned_rows: 1\n"
FOLDER = {"cases.jsonl": CASE, "attribution.jsonl": MAPPED, "run.yaml": RUN}


def listing(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_lines_give_a_bundle_of_results_and_a_manifest(gate: Gate, tmp_path: Path) -> None:
    result = gate([line("low", ["a", "b"], ["a"]), "{broken"], out=tmp_path / "out")
    assert listing(tmp_path / "out") == ["rows.jsonl", "run.yaml"]
    printed = [json.loads(text) for text in (tmp_path / "out" / "rows.jsonl").read_text().splitlines()]
    assert printed == list(result.rows)


def test_the_bundle_is_read_back_as_it_was_judged(gate: Gate, tmp_path: Path) -> None:
    cases = [line("low", ["a", "b"], ["a"]), line("void", [], []), "{broken", line("good", ["a"], ["a"])]
    result = gate(cases, out=tmp_path / "out")
    read = open_bundle([tmp_path / "out"])
    outcomes = [read.rows.outcome(number) for number in range(len(read.rows))]
    assert outcomes == [Outcome.FAILED, Outcome.INVALID, Outcome.INVALID, Outcome.PASSED]
    assert verdict_of(read).exit_code == result.exit_code == 2
    assert read.planned is not None and read.planned[0] == 4
    assert (read.manifest.policy.version, read.manifest.policy.minimum) == ("p-3", {"evidence_coverage": 0.8})
    assert not read.unread and not read.notes


def test_a_folder_keeps_its_records_byte_for_byte_and_its_manifest_as_written(gate: Gate, tmp_path: Path) -> None:
    gate(FOLDER, out=tmp_path / "out")
    assert listing(tmp_path / "out") == ["attribution.jsonl", "cases.jsonl", "rows.jsonl", "run.yaml"]
    assert (tmp_path / "out" / "cases.jsonl").read_text() == CASE
    manifest = open_bundle([tmp_path / "out"]).manifest
    assert (manifest.run_id, manifest.date, manifest.k) == ("0010", "2026-02-03", 4)
    assert manifest.conditions["retrieval.note"] == "no"
    assert (manifest.planned_rows, manifest.reported["evidence_coverage"]) == (1, (1.0, 1))


def test_the_digests_in_the_manifest_are_those_of_the_files(gate: Gate, tmp_path: Path) -> None:
    gate(FOLDER, out=tmp_path / "out")
    files = yaml.safe_load((tmp_path / "out" / "run.yaml").read_text())["files"]
    assert set(files) == set(listing(tmp_path / "out")) - {"run.yaml"}
    for name, kept in files.items():
        assert kept["sha256"] == hashlib.sha256((tmp_path / "out" / name).read_bytes()).hexdigest()


def test_files_of_gate_lines_and_hidden_files_and_links_are_not_copied(gate: Gate, tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere.txt"
    secret.write_text("not part of the run")
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "linked.txt").symlink_to(secret)
    listed = line("l1", ["a"], ["a"]) + "\n"
    gate(
        {**FOLDER, "more.jsonl": listed, ".hidden": "x", "deep/corpus.jsonl": '{"doc_id": "d1"}\n'},
        out=tmp_path / "out",
    )
    kept = ["attribution.jsonl", "cases.jsonl", "deep/corpus.jsonl", "rows.jsonl", "run.yaml"]
    assert listing(tmp_path / "out") == kept
    assert len(open_bundle([tmp_path / "out"]).rows) == 2


def test_gating_a_bundle_again_gives_the_same_rows(gate: Gate, tmp_path: Path) -> None:
    from triage.gate import run_gate

    first = gate(FOLDER, out=tmp_path / "out")
    again = run_gate(tmp_path / "out", tmp_path / "policy.yaml", tmp_path / "again", {})
    assert again.rows == first.rows
    assert (tmp_path / "again" / "run.yaml").read_bytes() == (tmp_path / "out" / "run.yaml").read_bytes()


def test_a_run_without_an_id_gets_one_that_follows_from_its_content(gate: Gate, tmp_path: Path) -> None:
    gate([line("good", ["a"], ["a"])], out=tmp_path / "one")
    gate([line("good", ["a"], ["a"])], out=tmp_path / "two")
    gate([line("other", ["a"], ["a"])], out=tmp_path / "three")
    ids = [open_bundle([tmp_path / name]).manifest.run_id for name in ("one", "two", "three")]
    assert ids[0] == ids[1] != ids[2] and str(ids[0]).startswith("gate-")


def test_report_only_and_an_overridden_minimum_stand_in_the_manifest(gate: Gate, tmp_path: Path) -> None:
    environ = {"MIN_EVIDENCE_COVERAGE": "0.25"}
    gate([line("low", ["a", "b"], [])], policy=POLICY + "mode: report-only\n", out=tmp_path / "out", environ=environ)
    policy = open_bundle([tmp_path / "out"]).manifest.policy
    assert policy.report_only and policy.minimum == {"evidence_coverage": 0.25}
    assert "MIN_EVIDENCE_COVERAGE" in (tmp_path / "out" / "run.yaml").read_text()


@pytest.mark.parametrize("kind", ["folder", "file", "dangling link"])
def test_nothing_that_exists_is_overwritten(gate: Gate, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    if kind == "folder":
        out.mkdir()
    elif kind == "file":
        out.write_text("mine")
    else:
        out.symlink_to(tmp_path / "nowhere")
    with pytest.raises(GateRefused, match="exists already and is never overwritten"):
        gate([line("good", ["a"], ["a"])], out=out)
    assert kind != "file" or out.read_text() == "mine"
    assert kind != "folder" or listing(out) == []


def test_a_disk_that_fills_up_in_the_middle_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def fail_on_second(path: Path, content: bytes) -> int:
        if written:
            raise OSError(errno.ENOSPC, "full")
        written.append(path)
        path.touch()
        return 0

    monkeypatch.setattr(Path, "write_bytes", fail_on_second)
    with pytest.raises(GateRefused, match="No space left on device"):
        write_bundle(tmp_path / "deep" / "out", {"one": b"1", "two": b"2"})
    assert written and listing(tmp_path) == []
    assert [path.name for path in (tmp_path / "deep").iterdir()] == []


def test_a_crash_in_the_middle_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(folder: Path, contents: Any) -> None:
        (folder / "half").write_bytes(b"1")
        raise KeyboardInterrupt

    monkeypatch.setattr(bundle, "_fill", crash)
    with pytest.raises(KeyboardInterrupt):
        write_bundle(tmp_path / "out", {"half": b"1"})
    assert list(tmp_path.iterdir()) == []


def test_no_reader_ever_sees_a_half_written_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    fill = bundle._fill

    def watched(folder: Path, contents: Any) -> None:
        fill(folder, contents)
        seen.append((tmp_path / "out").exists())

    monkeypatch.setattr(bundle, "_fill", watched)
    write_bundle(tmp_path / "out", {"one": b"1"})
    assert seen == [False] and (tmp_path / "out" / "one").read_bytes() == b"1"


def test_a_target_that_cannot_be_written_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(GateRefused, match="cannot be written"):
        write_bundle(tmp_path / "file" / "out", {"one": b"1"})


def test_a_refused_run_writes_nothing(gate: Gate, tmp_path: Path) -> None:
    with pytest.raises(GateRefused):
        gate([line("good", ["a"], ["a"])], policy="version: 1\n", out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
