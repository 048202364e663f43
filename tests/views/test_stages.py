"""The stepper's marks: where the walk stops, what it could not see, what it never reached."""

import pytest

from tests.views import evidence as made
from triage.model import Confidence, Diagnosis, Evidence, Finding, Outcome, Owner, Stage
from triage.views.stages import COVERAGE_STAGES, RANKING_STAGES, Mark, marks, stages_of, stop_of


def finding(stage: Stage, secondary: bool = False) -> Finding:
    return Finding("some-cause", stage, Owner.CORPUS, Confidence.CERTAIN, (), "", secondary=secondary)


def marked(evidence: Evidence, *findings: Finding, **changes: object) -> list[Mark]:
    stage = next((one.stage for one in findings if not one.secondary), None)
    diagnosis = made.diagnosis(evidence, findings=findings, stage=stage, cannot_tell=(), **changes)
    return list(marks(diagnosis, evidence, {}).values())


def test_what_lies_behind_the_stop_is_not_reached() -> None:
    assert marked(made.coverage(), finding(Stage.CONTRACT)) == [Mark.RED, Mark.FAILED, Mark.UNREACHED, Mark.UNREACHED]


def test_later_findings_are_shown_as_such() -> None:
    found = marked(made.coverage(), finding(Stage.METRIC), finding(Stage.RETRIEVAL, secondary=True))
    assert found == [Mark.FAILED, Mark.UNREACHED, Mark.UNREACHED, Mark.ALSO]


@pytest.mark.parametrize(
    ("missing", "place"), [({"green": None}, 1), ({"attribution": None}, 2), ({"retrieval": None}, 3)]
)
def test_a_stage_without_its_record_is_never_called_right(missing: dict[str, None], place: int) -> None:
    found = marked(made.coverage(**missing))
    assert found[place] is Mark.UNKNOWN
    assert [mark for at, mark in enumerate(found) if at != place] == [Mark.RED, Mark.OK, Mark.OK]


def test_an_open_question_marks_its_stage_only_while_nothing_is_found() -> None:
    evidence = made.coverage()
    open_one = made.diagnosis(evidence, findings=(), cause="undetermined", owner=None, stage=None)
    assert marks(open_one, evidence, {"threshold-drift": Stage.CONTRACT})[Stage.CONTRACT] is Mark.UNKNOWN
    settled = made.diagnosis(evidence)
    assert marks(settled, evidence, {"threshold-drift": Stage.CONTRACT})[Stage.CONTRACT] is Mark.OK


def test_an_open_question_of_no_stage_marks_none() -> None:
    evidence = made.coverage()
    open_one = made.diagnosis(evidence, findings=(), cause="undetermined", owner=None, stage=None)
    assert list(marks(open_one, evidence, {}).values()) == [Mark.RED, Mark.OK, Mark.OK, Mark.OK]
    assert marks(open_one, evidence, {"threshold-drift": Stage.METRIC})[Stage.METRIC] is Mark.RED


def test_a_cause_of_no_stage_stands_at_the_first_one() -> None:
    evidence = made.coverage()
    diagnosis = made.diagnosis(evidence, findings=(finding(Stage.LOAD),), stage=Stage.LOAD)
    assert stop_of(diagnosis, evidence) is Stage.METRIC
    assert marks(diagnosis, evidence, {})[Stage.METRIC] is Mark.FAILED


def test_a_passing_row_is_right_where_it_was_looked_at() -> None:
    evidence = made.coverage(row=made.coverage_row(outcome=Outcome.PASSED))
    assert list(marks(Diagnosis(evidence.row), evidence, {}).values()) == [Mark.OK] * 4


def test_a_ranking_row_has_stages_of_its_own() -> None:
    assert stages_of(made.ranking()) is RANKING_STAGES
    assert stages_of(made.coverage()) is COVERAGE_STAGES
