"""The cost benchmark times the diagnosis of red rows against the decoding of the very records they are made of."""

from pathlib import Path

import pytest

from benchmarks import diagnosis_cost
from benchmarks.diagnosis_cost import Cost, best, cost, main, records
from benchmarks.faults.domains import APIARY, OBSERVATORY
from benchmarks.faults.plan import single
from benchmarks.faults.worlds import World
from benchmarks.measure import SEED
from triage.examine import examine


def test_the_ratio_is_diagnosing_over_decoding() -> None:
    assert Cost("here", 4, 0.6, 0.2).ratio == pytest.approx(3.0)


def test_every_red_row_is_diagnosed_and_its_records_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    diagnosed: list[object] = []
    monkeypatch.setattr(diagnosis_cost, "diagnose", diagnosed.append)
    found = cost(APIARY, rounds=2)
    assert found.rows > 100
    assert len(diagnosed) == 2 * found.rows


def test_records_of_both_runs_are_counted(tmp_path: Path) -> None:
    from benchmarks.faults.plan import FAULTS

    fault = next(one for one in FAULTS if one.cause == "below-cutoff")
    red, green = World("one", [single(fault, OBSERVATORY, SEED, 0, 0)]).write(tmp_path)
    evidence = examine([red], baseline=str(green)).evidence(0)
    assert len(list(records(evidence))) == 2 * len(("row", "case", "attribution", "retrieval"))


def test_works_take_turns_and_each_keeps_its_least_time() -> None:
    runs: list[str] = []
    assert len(best(2, lambda: runs.append("a"), lambda: runs.append("b"))) == 2
    assert runs == ["a", "b", "a", "b"]


def test_one_line_a_domain(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis_cost, "cost", lambda domain: Cost(domain.name, 10, 0.002, 0.001))
    main([APIARY, OBSERVATORY])
    printed = capsys.readouterr().out.splitlines()
    assert " ".join(printed[0].split()) == "apiary 10 rows: diagnose 200 us, decode 100 us a row, ratio 2.0"
    assert len(printed) == 2
