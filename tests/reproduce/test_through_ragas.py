"""Ragas beside the plain formulas: one process for all rows, offline, and its absence is no failure."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from triage.metrics.ragas_metrics import RagasUnavailable
from triage.reproduce import worker
from triage.reproduce.outcome import Job, Verdict, different, equal, impossible
from triage.reproduce.through_ragas import Answers, compared, through_ragas

FAULT = "supported_claim_ids contains unknown IDs: x"
JOBS = [
    Job("coverage", ("a", "b"), ("a",), 0.5, "supported=1; required=2; missing=b"),
    Job("coverage", ("a",), ("x",), None, FAULT),
    Job("order", ("a", "b"), ("b", "a"), ("b", "a"), "a permutation"),
    Job("order", ("a", "b"), ("b", "b"), None, "not a permutation: missing a; duplicate b"),
]


def test_ragas_gives_the_same_values_orders_and_reasons_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A module of the working folder must not be imported in place of the real one.
    (tmp_path / "json.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)
    answers = through_ragas(JOBS)
    assert answers.problem is None
    assert answers.version == "0.4.3"
    results = [equal("x", None, job) for job in JOBS]
    assert [one.verdict for one in compared(results, answers)] == [Verdict.EQUAL] * 4
    assert [value for value, _ in answers.results] == [0.5, None, ["b", "a"], None]


def test_an_answer_that_differs_makes_the_result_different_and_both_are_said() -> None:
    results = [equal("recorded 0.5", 0.5, JOBS[0]), impossible("x"), equal("none", None, JOBS[1])]
    answers = Answers("0.4.3", ((0.6, ""), (None, "another fault")))
    first, second, third = compared(results, answers)
    assert str(first) == "different: recorded 0.5; triage computes 0.5, ragas 0.4.3 0.6"
    assert second is results[1]
    assert str(third) == f"different: none; triage computes no value ({FAULT}), ragas 0.4.3 no value (another fault)"


def test_without_ragas_the_plain_results_stand() -> None:
    results = [equal("x", 0.5, JOBS[0]), different("y", 0.5, JOBS[0])]
    assert compared(results, Answers(None, problem="gone")) == results


def test_nothing_is_started_without_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", pytest.fail)
    assert through_ragas([]) == Answers(None)


def started(monkeypatch: pytest.MonkeyPatch, outcome: Any) -> dict[str, Any]:
    seen: dict[str, Any] = {}

    def run(command: list[str], **options: Any) -> Any:
        seen.update(options, command=command)
        if isinstance(outcome, Exception):
            raise outcome
        return subprocess.CompletedProcess(command, *outcome)

    monkeypatch.setattr(subprocess, "run", run)
    return seen


def test_the_process_is_told_not_to_track_and_gets_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    monkeypatch.setenv("HF_TOKEN", "hf-x")
    told = json.dumps({"version": "0.4.3", "results": [{"value": 0.5, "reason": "r"}]}).encode()
    seen = started(monkeypatch, (0, told, b""))
    assert through_ragas(JOBS[:1], timeout=5) == Answers("0.4.3", ((0.5, "r"),))
    environment = seen["env"]
    assert environment["RAGAS_DO_NOT_TRACK"] == "true"
    assert "OPENAI_API_KEY" not in environment
    assert "HF_TOKEN" not in environment
    assert environment["PATH"] == os.environ["PATH"]
    assert seen["timeout"] == 5


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (subprocess.TimeoutExpired("x", 5), "ragas gave no answer within 5 seconds"),
        (OSError(12, "Cannot allocate memory"), "no process for ragas could be started (Cannot allocate memory)"),
        ((1, b"", b"Traceback\nImportError: no\n"), "the process for ragas ended with 1: ImportError: no"),
        ((0, b'{"version": "1", "results": []}', b""), "the process for ragas ended with 0: no word"),
        ((0, b'{"problem": "ragas cannot be imported (x)"}', b""), "ragas cannot be imported (x)"),
    ],
)
def test_whatever_goes_wrong_is_told_and_never_raised(
    monkeypatch: pytest.MonkeyPatch, outcome: Any, words: str
) -> None:
    started(monkeypatch, outcome)
    assert through_ragas(JOBS[:1], timeout=5) == Answers(None, problem=words)


def test_a_worker_without_ragas_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable() -> None:
        raise RagasUnavailable("ragas cannot be imported (ImportError: no)")

    monkeypatch.setattr("triage.metrics.ragas_metrics.import_ragas", unavailable)
    assert worker.answer([]) == {"problem": "ragas cannot be imported (ImportError: no)"}


OFFLINE = """
import socket, sys
from triage.reproduce.worker import no_network
sys.addaudithook(no_network)
for call in (lambda: socket.create_connection(("127.0.0.1", 9)), lambda: socket.getaddrinfo("localhost", 80)):
    try:
        call()
    except PermissionError as error:
        print(error)
"""


def test_the_worker_cannot_reach_the_network() -> None:
    done = subprocess.run([sys.executable, "-c", OFFLINE], capture_output=True, text=True, check=True)
    assert done.stdout == "this process stays offline\n" * 2
