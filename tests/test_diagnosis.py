"""The walk: what stops it, and who owns what it finds."""

import pytest

from tests.visits import ATTRIBUTION, CASES, RETRIEVAL, ROWS, causes_of, labels, retrieved, row, stated
from triage.diagnosis import diagnose
from triage.model import Case, Chunk, Evidence, InvalidKind, Outcome, Owner, Retrieval, Row, Stage


def test_each_missing_claim_is_judged_on_its_own():
    evidence = Evidence(
        row(["stairs", "lift", "gate"], []),
        case=labels("stairs", "lift", "gate"),
        attribution=stated(("stairs", ["stairs"]), ("lift", None), ("gate", None)),
        retrieval=retrieved("stairs", "lift"),
    )
    diagnosis = diagnose(evidence)
    assert causes_of(diagnosis) == {
        ("support-mapper-dropped-claim", "stairs"),
        ("answer-omits-claim", "lift"),
        ("retrieval-miss", "gate"),
    }
    assert diagnosis.missing == ("stairs", "lift", "gate")


def test_the_owner_is_the_owner_of_most_missing_claims():
    evidence = Evidence(
        row(["stairs", "lift", "gate"], []),
        case=labels("stairs", "lift", "gate"),
        attribution=stated(("stairs", ["stairs"]), ("lift", None), ("gate", None)),
        retrieval=retrieved("stairs"),
    )
    diagnosis = diagnose(evidence)
    assert (diagnosis.cause, diagnosis.owner) == ("retrieval-miss", Owner.RETRIEVAL)
    assert diagnosis.owners == (Owner.RETRIEVAL, Owner.ATTRIBUTION)
    assert diagnosis.findings[0].cause == "retrieval-miss"


def test_two_causes_of_one_owner_count_for_that_owner_together():
    evidence = Evidence(
        row(["stairs", "lift", "gate"], []),
        case=labels("stairs", "lift", "gate"),
        attribution=stated(("stairs", []), ("lift", None), ("gate", ["gate"])),
        retrieval=retrieved("stairs", "lift", "gate"),
    )
    diagnosis = diagnose(evidence)
    assert causes_of(diagnosis) == {
        ("uncited-claim", "stairs"),
        ("answer-omits-claim", "lift"),
        ("support-mapper-dropped-claim", "gate"),
    }
    assert diagnosis.owner is Owner.APPLICATION


@pytest.mark.parametrize("order", [("stairs", "gate"), ("gate", "stairs")])
def test_a_tie_goes_to_the_earlier_stage_of_the_walk(order):
    evidence = Evidence(
        row(order, []),
        case=labels(*order),
        attribution=stated(("stairs", ["stairs"]), ("gate", None)),
        retrieval=retrieved("stairs"),
    )
    diagnosis = diagnose(evidence)
    assert (diagnosis.stage, diagnosis.owner) == (Stage.ATTRIBUTION, Owner.ATTRIBUTION)
    assert Owner.RETRIEVAL in diagnosis.owners


def test_later_stages_are_kept_as_secondary_and_never_suggest_the_owner():
    evidence = Evidence(
        row(["stairs", "gate"], ["stairs"], minimum=0.9),
        case=labels("stairs", "gate"),
        attribution=stated(("stairs", ["stairs"]), ("gate", None)),
        retrieval=retrieved("stairs"),
        has_baseline=True,
        green=Evidence(row(["stairs", "gate"], ["stairs"], Outcome.PASSED, minimum=0.4)),
    )
    diagnosis = diagnose(evidence)
    assert causes_of(diagnosis) == {("threshold-drift", None)}
    assert causes_of(diagnosis, secondary=True) == {("retrieval-miss", "gate")}
    assert diagnosis.owners == (Owner.RELEASE_POLICY,)
    assert diagnosis.findings[0].cause == "threshold-drift"


def test_an_impossible_number_stops_the_walk_before_anything_is_blamed_for_it():
    evidence = Evidence(
        row(["stairs", "gate"], ["stairs"], score=0.25),
        case=labels("stairs", "gate"),
        attribution=stated(("stairs", ["stairs"]), ("gate", None)),
        retrieval=retrieved("stairs"),
    )
    diagnosis = diagnose(evidence)
    assert (diagnosis.cause, diagnosis.stage) == ("score-not-reproducible", Stage.METRIC)
    assert ("retrieval-miss", "gate") in causes_of(diagnosis, secondary=True)


def test_what_was_ruled_out_is_kept_with_the_record_that_rules_it_out():
    evidence = Evidence(
        row(["stairs"], []),
        case=labels("stairs"),
        attribution=stated(("stairs", ["stairs"])),
        retrieval=retrieved("stairs"),
    )
    ruled = {word.cause: word for word in diagnose(evidence).ruled_out}
    assert ruled["retrieval-miss"].because == "stairs was retrieved at rank 1"
    assert ruled["retrieval-miss"].source == RETRIEVAL
    assert ruled["answer-omits-claim"].source == ATTRIBUTION


def test_a_healthy_passing_row_has_no_cause_and_no_findings():
    evidence = Evidence(
        row(["stairs", "gate"], ["stairs"], Outcome.PASSED, minimum=0.4),
        case=labels("stairs", "gate"),
        attribution=stated(("stairs", ["stairs"]), ("gate", None)),
        retrieval=retrieved("stairs", "gate"),
    )
    diagnosis = diagnose(evidence)
    assert (diagnosis.cause, diagnosis.owner, diagnosis.confidence, diagnosis.findings) == (None, None, None, ())
    assert diagnosis.cannot_tell == ()
    assert diagnosis.missing == ("gate",)


def test_a_row_without_a_threshold_is_walked_like_a_passing_one():
    assert diagnose(Evidence(row(["stairs"], [], Outcome.NOT_JUDGED, minimum=None))).cause is None


def test_a_passing_row_can_be_green_for_the_wrong_reason():
    evidence = Evidence(
        row(["stairs"], ["stairs"], Outcome.PASSED),
        case=labels("stairs"),
        attribution=stated(("stairs", ["lift"])),
        retrieval=retrieved("stairs", "lift"),
    )
    diagnosis = diagnose(evidence)
    assert (diagnosis.cause, diagnosis.owner) == ("false-support", Owner.ATTRIBUTION)


def test_false_support_is_never_why_a_row_is_red():
    evidence = Evidence(
        row(["stairs", "lift"], ["stairs"]),
        case=labels("stairs", "lift"),
        attribution=stated(("stairs", ["lift"]), ("lift", None)),
        retrieval=retrieved("stairs", "lift"),
    )
    diagnosis = diagnose(evidence)
    assert diagnosis.cause == "answer-omits-claim"
    assert ("false-support", "stairs") in causes_of(diagnosis, secondary=True)


def test_a_restricted_document_outranks_every_score():
    restricted = Retrieval(RETRIEVAL, "visit", k=1, retrieved=(Chunk(1, "safe-codes", restricted=True),))
    for outcome, supported in ((Outcome.PASSED, ["stairs"]), (Outcome.FAILED, [])):
        evidence = Evidence(row(["stairs"], supported, outcome), case=labels("stairs"), retrieval=restricted)
        diagnosis = diagnose(evidence)
        assert (diagnosis.cause, diagnosis.owner) == ("restricted-document-shown", Owner.RETRIEVAL)
        assert diagnosis.findings[0].secondary is False


def test_an_evaluation_that_did_not_happen_is_not_walked_to_the_retriever():
    broken = row(["stairs"], [], Outcome.INVALID, score=None, invalid_kind=InvalidKind.ERROR, error="HTTP 503")
    diagnosis = diagnose(Evidence(broken, case=labels("stairs"), retrieval=retrieved("lift")))
    assert (diagnosis.cause, diagnosis.owner) == ("judge-unavailable", Owner.PLATFORM)
    assert causes_of(diagnosis, secondary=True) == set()


def test_an_unanswerable_case_is_judged_by_what_the_answer_claims_though_coverage_is_invalid():
    invalid = Row(ROWS, Outcome.INVALID, case_id="visit", required=(), supported=(), reason="x must not be empty")
    unanswerable = Case(CASES, "visit", claims={})
    claims = diagnose(Evidence(invalid, case=unanswerable, attribution=stated(("roof", ["stairs"]))))
    assert (claims.cause, claims.owner) == ("answered-unanswerable", Owner.APPLICATION)
    abstains = diagnose(Evidence(invalid, case=unanswerable, attribution=stated()))
    assert (abstains.cause, abstains.owner) == ("undetermined", None)
    assert "not applicable" in abstains.cannot_tell[-1].needs


def test_a_relevant_document_that_was_not_found_is_looked_for_like_the_source_of_a_claim():
    case = Case(CASES, "visit", relevant={"gate": 1.0, "lift": 2.0, "stairs": 0.0})
    missed = Row(ROWS, Outcome.FAILED, case_id="visit", metric="recall@2", score=0.0, minimum=0.5)
    found = diagnose(Evidence(missed, case=case, retrieval=retrieved("a", "b", "lift", k=5)))
    assert causes_of(found) == {("retrieval-miss", "gate"), ("below-cutoff", "lift")}
    assert found.owner is Owner.RETRIEVAL
    assert not any("attribution.jsonl" in word.needs for word in found.cannot_tell)


def test_the_look_alikes_of_the_cause_are_the_first_to_be_ruled_out():
    evidence = Evidence(
        row(["stairs"], []),
        case=labels("stairs"),
        attribution=stated(("stairs", ["stairs"])),
        retrieval=retrieved("stairs"),
    )
    diagnosis = diagnose(evidence)
    assert diagnosis.cause == "support-mapper-dropped-claim"
    alike = {"answer-omits-claim", "mixed-citation", "broken-id-join"}
    assert {word.cause for word in diagnosis.ruled_out[:3]} == alike
