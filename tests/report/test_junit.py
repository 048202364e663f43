"""JUnit XML: what a build makes of it agrees with the gate, and every parser reads it."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.bundles import row
from tests.report.runs import HOSTILE, compare, covered, every_kind, hostile_rows, nightly, run
from triage.examine import examine
from triage.model import Unread
from triage.owners import load_teams
from triage.report.junit import render_junit
from triage.report.xml import FAILURE, SKIPPED, Case, case_element, legal

ELEMENTS = ("failure", "error", "skipped")


def junit(examination: Any) -> ElementTree.Element:
    root = ElementTree.fromstring(b"".join(render_junit(examination)))
    suite = root[0]
    for one in (root, suite):
        assert (one.get("tests"), *(one.get(name) for name in ("failures", "errors", "skipped"))) == tuple(
            str(len(list(suite.iter(name)))) for name in ("testcase", *ELEMENTS)
        )
    return suite


def by_name(suite: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {one.get("name") or "": one for one in suite.iter("testcase")}


def kinds(suite: ElementTree.Element) -> dict[str, str]:
    return {
        name: next((child.tag for child in one if child.tag in ELEMENTS), "passed")
        for name, one in by_name(suite).items()
    }


def facts(case: ElementTree.Element) -> dict[str, str]:
    return {one.get("name") or "": one.get("value") or "" for one in case.iter("property")}


def test_the_nightly_run_reads_as_agreed_and_its_head_counts_what_stands_in_it(monkeypatch: Any) -> None:
    examination = nightly(monkeypatch)
    compare("nightly-1130-red.xml", b"".join(render_junit(examination)).decode())
    suite = junit(examination)
    # 42 rows and the run itself; 14 failed and 4 invalid, of which 2 failed ones do not block; the run is incomplete.
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["43", "12", "5", "2"]


def test_each_kind_of_row_has_its_own_element(tmp_path: Path) -> None:
    assert kinds(junit(run(tmp_path / "run", every_kind()))) == {
        "the run is complete": "error",
        "fine": "passed",
        "wrong-green": "passed",
        "bad": "failure",
        "broken": "error",
        "quiet-bad": "skipped",
        "quiet-broken": "skipped",
        "unjudged": "skipped",
    }


def test_a_row_that_is_skipped_says_why(tmp_path: Path) -> None:
    cases = by_name(junit(run(tmp_path / "run", every_kind())))
    said = {name: cases[name].find("skipped").get("message") for name in ("quiet-bad", "quiet-broken", "unjudged")}  # type: ignore[union-attr]
    assert said == {
        "quiet-bad": "failed, 0.25 < 0.8, not blocking: undetermined",
        "quiet-broken": "invalid, 502 from the judge, not blocking: judge-unavailable, certain",
        "unjudged": "not judged: there is no minimum to hold the score against",
    }


def test_owner_team_and_cause_are_properties_and_the_body_tells_the_evidence(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", every_kind())
    examination.teams = load_teams(b"teams: {platform: {name: Night crew}}", "triage.yaml", ())
    case = by_name(junit(examination))["broken"]
    assert facts(case) == {
        "owner": "platform",
        "team": "Night crew",
        "cause": "judge-unavailable",
        "confidence": "certain",
        "status": "invalid",
        "minimum": "0.8",
        "blocking": "true",
        "source": "rows.jsonl:4",
    }
    error = case.find("error")
    assert error is not None
    assert error.attrib == {
        "message": "invalid, 502 from the judge: judge-unavailable, certain",
        "type": "judge-unavailable",
    }
    assert "- the judge could not be reached: 502 from the judge (rows.jsonl:4)\n" in (error.text or "")
    assert "next look: look at the judge's gateway" in (error.text or "")


def test_a_failed_row_states_score_minimum_and_missing_claims(tmp_path: Path) -> None:
    case = by_name(junit(run(tmp_path / "run", [covered("bad", 0.1 + 0.2)])))["bad"]
    assert (facts(case)["score"], facts(case)["minimum"]) == ("0.30000000000000004", "0.8")
    failure = case.find("failure")
    assert failure is not None
    assert "\nmissing claims: b\n" in (failure.text or "")


def test_a_green_row_with_a_finding_passes_and_tells_it(tmp_path: Path) -> None:
    case = by_name(junit(run(tmp_path / "run", every_kind())))["wrong-green"]
    assert facts(case)["cause"] == "score-not-reproducible"
    assert "green for the wrong reason" in (case.findtext("system-out") or "")
    fine = by_name(junit(run(tmp_path / "other", every_kind())))["fine"]
    assert fine.find("system-out") is None


@pytest.mark.parametrize(
    ("rows", "torn", "manifest"),
    [
        ([], "", {}),
        ([row("fine", 1.0)], "", {"planned_rows": 2}),
        ([row("fine", 1.0)], '{"case_id": "to', {}),
        ([row("unjudged", 0.5, None)], "", {}),
    ],
)
def test_an_incomplete_run_has_an_error_even_without_a_red_row(
    tmp_path: Path, rows: list[Any], torn: str, manifest: dict[str, Any]
) -> None:
    suite = junit(run(tmp_path / "run", rows, torn, **manifest))
    assert kinds(suite)["the run is complete"] == "error"
    assert suite.get("failures") == "0"


def test_what_is_wrong_with_the_whole_run_stands_in_a_class_of_its_own(tmp_path: Path) -> None:
    suite = junit(run(tmp_path / "run", [row("fine", 1.0)], '{"case_id": "to', planned_rows=2))
    whole = [one for one in suite.iter("testcase") if one.get("classname") == "triage.run"]
    assert [one.get("name") for one in whole] == [
        "the run is complete", "everything was read", "truncated-artifact [1]", "planned-rows-missing [2]",
    ]  # fmt: skip
    assert all(one.find("error") is not None for one in whole)
    assert "rows.jsonl:2:13: the line ends inside a record" in (whole[1].findtext("error") or "")
    assert facts(whole[3])["owner"] == "platform"


def test_a_complete_run_passes_as_a_whole_and_what_was_not_read_is_told_without_failing(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", [row("fine", 1.0)])
    assert kinds(junit(examination)) == {"the run is complete": "passed", "fine": "passed"}
    examination.bundle.unread.extend(Unread(f"note-{at}.txt", 0, 0, "x") for at in range(60))
    case = by_name(junit(examination))["everything was read"]
    assert case.find("skipped") is not None
    assert (case.findtext("system-out") or "").endswith("\nnote-49.txt: x\nand 10 more")


def test_under_a_report_only_policy_nothing_fails(tmp_path: Path) -> None:
    policy = {"version": "p", "mode": "report-only", "minimum": {"evidence_coverage": 0.8}}
    examination = run(tmp_path / "run", every_kind(), policy=policy)
    assert examination.verdict.exit_code == 0
    suite = junit(examination)
    assert set(kinds(suite).values()) == {"passed", "skipped"}
    message = by_name(suite)["bad"].find("skipped").get("message")  # type: ignore[union-attr]
    assert message == "failed, 0.5 < 0.8 (report-only policy, nothing blocks): undetermined"


def test_hostile_text_is_read_back_letter_for_letter_but_for_what_xml_cannot_hold(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", hostile_rows())
    suite = junit(examination)
    names = [one.get("name") for one in suite.iter("testcase")][1:]
    expected = [legal(row.case_id) for row in map(examination.bundle.row, range(len(names)))]
    assert [(name or "")[: len(text)] for name, text in zip(names, expected, strict=True)] == expected
    written = b"".join(render_junit(examination)).decode()
    assert [one for one in written if not one.isprintable() and one != "\n"] == []
    assert any(HOSTILE[0] in (one.get("message") or "") for one in suite.iter("error"))


def nameless(error: str) -> dict[str, Any]:
    """What a gate writes for an input line that it cannot parse."""
    row = {"case_id": None, "metric": "evidence_coverage", "status": "invalid", "score": None, "minimum": 0.8}
    return row | {"reason": error, "line": 1}


TWINS: list[dict[str, Any]] = [
    row("a", 0.5),
    row("a", 0.6),
    row("a", 0.5, system="B"),
    row("a [system B]", 0.5),
    row("a", 0.5, attempt=1),
    row("a", 0.5, attempt=2),
    row("b\x1b", 0.5),
    row("b\\x1b", 0.5),
    row("c\ufffe", 0.5),
    row("c\\ufffe", 0.5),
    row("d" * 300 + "x" + "d" * 300, 0.5),
    row("d" * 300 + "y" + "d" * 300, 0.5),
    row("e", 0.5, metric="y.z", scenario="x"),
    row("e", 0.5, metric="z", scenario="x.y"),
    row("a [rows.jsonl:2, row 2]", 0.5),
    row("the run is complete", 0.5, metric="run", scenario="triage"),
    nameless("x"),
    nameless("y"),
]


def test_no_two_test_cases_share_class_and_name(tmp_path: Path) -> None:
    suite = junit(run(tmp_path / "run", TWINS))
    pairs = Counter((one.get("classname"), one.get("name")) for one in suite.iter("testcase"))
    assert (len(pairs), suite.get("tests")) == (len(TWINS) + 1, str(len(TWINS) + 1))
    assert "everything was read" not in by_name(suite)
    assert [pair for pair, times in pairs.items() if times > 1] == []


def test_a_name_says_what_differs_and_only_where_something_does(tmp_path: Path) -> None:
    rows = [row("a", 0.5), row("a", 0.6), row("b", 0.5, system="B", attempt=2, scenario="s"), row("c", 0.5)]
    suite = junit(run(tmp_path / "run", rows))
    assert [(one.get("classname"), one.get("name")) for one in suite.iter("testcase")][1:] == [
        ("evidence_coverage", "a [rows.jsonl:1, row 1]"),
        ("evidence_coverage", "a [rows.jsonl:2, row 2]"),
        ("s.evidence_coverage", "b [system B] [attempt 2]"),
        ("evidence_coverage", "c"),
    ]


def test_a_row_without_a_case_id_is_named_by_its_place(tmp_path: Path) -> None:
    suite = junit(run(tmp_path / "run", [row("fine", 1.0), nameless("x")]))
    assert list(by_name(suite))[1:] == ["fine", "without a case id [rows.jsonl:2, row 2]"]


def test_a_row_is_diagnosed_when_it_is_written_and_not_before(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", [covered(f"bad-{at}", 0.5) for at in range(50)])
    asked: list[int] = []
    diagnose = examination.diagnosis
    examination.diagnosis = lambda number: asked.append(number) or diagnose(number)  # type: ignore[method-assign,func-returns-value]
    pieces = render_junit(examination)
    head = b"".join(islice(pieces, 5))
    assert b'failures="50"' in head
    assert set(asked) == {0}


def test_a_skipped_case_keeps_its_body_beside_it_and_a_failed_one_inside() -> None:
    skipped = case_element(Case("c", "n", SKIPPED, "why", "t", body=("one", "two")))
    assert skipped.endswith('<skipped message="why"/>\n<system-out>one\ntwo</system-out>\n</testcase>\n')
    failed = case_element(Case("c", "n", FAILURE, "why", "t", body=("a < b",)))
    assert failed.endswith('<failure message="why" type="t">a &lt; b</failure>\n</testcase>\n')


SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "files"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
def test_a_build_that_reads_only_the_file_is_red_exactly_when_the_gate_is() -> None:
    told = {}
    for path in sorted(SHARED.iterdir()):
        examination = examine([str(path)])
        suite = junit(examination)
        told[path.name] = (
            suite.get("failures") != "0" or suite.get("errors") != "0",
            examination.verdict.exit_code != 0,
        )
    assert len(told) > 20
    assert {name: pair for name, pair in told.items() if pair[0] != pair[1]} == {}


@pytest.mark.parametrize(
    ("rows", "manifest"),
    [
        ([row("fine", 1.0)], {}),
        ([row("fine", 1.0), row("bad", 0.1)], {}),
        ([row("fine", 1.0), row("bad", 0.1, blocking=False)], {}),
        ([row("fine", 1.0), row("broken", None, status="invalid", error="x", blocking=False)], {}),
        ([row("fine", 1.0), row("unjudged", 0.5, None)], {}),
        ([row("fine", 1.0)], {"planned_rows": 2}),
        ([row("bad", 0.1)], {"planned_rows": 2, "policy": {"version": "p", "mode": "report-only"}}),
    ],
)
def test_the_file_is_red_when_the_gate_is(tmp_path: Path, rows: list[Any], manifest: dict[str, Any]) -> None:
    examination = run(tmp_path / "run", rows, **manifest)
    suite = junit(examination)
    assert (suite.get("failures"), suite.get("errors")) == ("0", "0") or examination.verdict.exit_code
    assert (suite.get("failures"), suite.get("errors")) != ("0", "0") or not examination.verdict.exit_code
