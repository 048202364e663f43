"""The causes' own documentation, grouped rows, and what artifacts would settle."""

from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from triage.causes import CAUSES, SLUGS
from triage.doctor import ARTIFACTS, examine_lines, gaps, shortest
from triage.examine import examine
from triage.explain import list_causes, page
from triage.fingerprint import Groups


def _text(lines: object) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)  # type: ignore[attr-defined]


def test_every_cause_is_listed_once_with_its_owner() -> None:
    listed = _text(list_causes())
    for cause in CAUSES:
        assert listed.count(f"  {cause.slug}  ({cause.owner})") == 1


@pytest.mark.parametrize("slug", sorted(SLUGS))
def test_every_page_has_all_headings(slug: str) -> None:
    text = _text(page(slug))
    for heading in ("What it sees", "Why it matters", "Look-alikes", "What to do next", "Owner", "Stage", "Measured"):
        assert f"\n{heading}\n" in text


def test_an_unknown_cause_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean retrieval-miss"):
        list(page("retrieval-mis"))


def test_every_pair_the_doctor_speaks_of_is_a_pair_of_causes() -> None:
    for artifact in ARTIFACTS:
        assert {slug for pair in artifact.settles for slug in pair} <= SLUGS


def test_the_doctor_asks_for_what_is_not_kept(tmp_path: Path) -> None:
    rows = [row("a", 0.5, required_claim_ids=["x", "y"], supported_claim_ids=["x"])]
    examination = examine([write_bundle(tmp_path, {"rows": rows})])
    evidences = [examination.evidence(0)]
    names = [gap.artifact.name for gap in gaps(evidences)]
    assert "the mapper's record" in names
    assert "the lists given to the metric" not in names
    assert "repeated attempts" not in names, "a coverage row has no use for them"
    settled = {pair for gap, _ in shortest(gaps(evidences)) for pair in gap.artifact.settles}
    assert settled == {pair for gap in gaps(evidences) for pair in gap.artifact.settles}
    assert "answer-omits-claim / support-mapper-dropped-claim: 1 of 1 rows lack" in _text(examine_lines(evidences, 1))


def test_groups_count_every_row_once(tmp_path: Path) -> None:
    rows = [row(case, None, error="HTTP 429 from the judge") for case in "abc"] + [row("d", None)]
    examination = examine([write_bundle(tmp_path, {"rows": rows})])
    groups = Groups()
    for number in examination.red:
        groups.add(number, examination.diagnosis(number))
    found = groups.sorted()
    assert [(one.cause, len(one.numbers)) for one in found] == [("judge-unavailable", 3), ("score-not-a-number", 1)]
    assert sum(len(one.numbers) for one in found) == len(examination.red)


def test_a_fault_of_the_metric_is_one_group_whatever_it_hides(tmp_path: Path) -> None:
    rows = [
        row(case, 0.0, required_claim_ids=[claim], supported_claim_ids=[claim], judge_text="1. Yes.")
        for case, claim in (("a", "x"), ("b", "y"))
    ]
    examination = examine([write_bundle(tmp_path, {"rows": rows})])
    groups = Groups()
    for number in examination.red:
        groups.add(number, examination.diagnosis(number))
    assert [(one.cause, one.numbers) for one in groups.sorted()] == [("judge-reply-misread", [0, 1])]


def test_a_field_of_the_wrong_type_is_named_with_its_record(tmp_path: Path) -> None:
    rows = [row("a", 0.0, required_claim_ids=["x"], supported_claim_ids=[])]
    retrieval = [{"case_id": "a", "k": "four", "retrieved": []}]
    examination = examine([write_bundle(tmp_path, {"rows": rows, "retrieval": retrieval})])
    doubts = [one.needs for one in examination.diagnosis(0).cannot_tell if one.cause == "unreadable-artifact"]
    assert any("k at retrieval.jsonl:1" in needs for needs in doubts)
