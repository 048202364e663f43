"""What the walk admits: what it cannot tell, how firmly it says the rest, and rules that break."""

from types import SimpleNamespace

import pytest

from tests.visits import CASES, ROWS, causes_of, green_of, labels, retrieved, row, stated
from triage import causes
from triage.causes import answer_omits_claim, retrieval_miss, score_not_reproducible
from triage.diagnosis import INTERNAL_FAULT, diagnose
from triage.model import Case, Confidence, Evidence, Label, Outcome, Owner, Row


def test_no_evidence_is_undetermined_and_names_what_to_retain():
    diagnosis = diagnose(Evidence(Row(ROWS, Outcome.FAILED, case_id="visit", score=0.2, minimum=0.8)))
    assert (diagnosis.cause, diagnosis.owner, diagnosis.owners) == ("undetermined", None, ())
    needs = " ".join(word.needs for word in diagnosis.cannot_tell)
    for record in ("required_claim_ids", "attribution.jsonl", "retrieval.jsonl", "cases.jsonl"):
        assert record in needs


@pytest.mark.parametrize("kept", ["case", "attribution", "retrieval", "case attribution", "attribution retrieval"])
def test_whatever_is_kept_an_undetermined_row_always_names_what_would_settle_it(kept):
    records = {
        "case": labels("stairs"),
        "attribution": stated(("stairs", ["stairs"])),
        "retrieval": retrieved("stairs"),
    }
    evidence = Evidence(row(["stairs"], []), **{name: records[name] for name in kept.split()})
    diagnosis = diagnose(evidence)
    assert diagnosis.cannot_tell
    if diagnosis.cause == "undetermined":
        assert diagnosis.owner is None
    else:
        assert diagnosis.confidence is not Confidence.CERTAIN


def test_an_invalid_row_without_explanation_asks_for_the_evaluators_log():
    invalid = Row(ROWS, Outcome.INVALID, case_id="visit", score=0.4, minimum=0.8, status_written="skip")
    diagnosis = diagnose(Evidence(invalid))
    assert diagnosis.cause == "undetermined"
    assert "log" in diagnosis.cannot_tell[-1].needs


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.PASSED])
def test_a_rule_that_crashes_costs_only_itself(outcome, monkeypatch):
    def crash(_):
        raise RuntimeError("a \x1b[31mbroken rule")

    monkeypatch.setattr(score_not_reproducible, "look", crash)
    monkeypatch.setattr(answer_omits_claim, "look", crash)
    evidence = Evidence(
        row(["stairs"], [] if outcome is Outcome.FAILED else ["stairs"], outcome),
        case=labels("stairs"),
        attribution=stated(("stairs", [] if outcome is Outcome.FAILED else ["lift"])),
        retrieval=retrieved("stairs"),
    )
    diagnosis = diagnose(evidence)
    assert diagnosis.cause == ("uncited-claim" if outcome is Outcome.FAILED else "false-support")
    faults = {word.cause for word in diagnosis.cannot_tell if INTERNAL_FAULT in word.needs}
    assert "score-not-reproducible" in faults
    assert ("answer-omits-claim" in faults) is (outcome is Outcome.FAILED)


def test_a_crash_on_a_row_that_is_otherwise_healthy_is_said(monkeypatch):
    def crash(_):
        raise KeyError("x")

    monkeypatch.setattr(causes.restricted_document_shown, "look", crash)
    diagnosis = diagnose(Evidence(row(["stairs"], ["stairs"], Outcome.PASSED)))
    assert diagnosis.cause is None
    assert [word.cause for word in diagnosis.cannot_tell] == ["restricted-document-shown"]


def test_half_of_what_a_crashing_rule_said_is_not_kept(monkeypatch):
    def half(claim):
        yield retrieval_miss.CAUSE.found(claim=claim.claim_id)
        raise ValueError("too late")

    monkeypatch.setattr(retrieval_miss, "look", half)
    evidence = Evidence(row(["gate"], []), case=labels("gate"), retrieval=retrieved("stairs"))
    assert diagnose(evidence).cause == "undetermined"


def test_without_a_last_green_run_no_claim_is_explained_for_certain():
    evidence = Evidence(
        row(["stairs"], []),
        case=labels("stairs"),
        attribution=stated(("stairs", ["stairs"])),
        retrieval=retrieved("stairs"),
    )
    alone = diagnose(evidence)
    assert (alone.cause, alone.confidence) == ("support-mapper-dropped-claim", Confidence.LIKELY)
    assert "denominator-drift" in {word.cause for word in alone.cannot_tell}
    compared = diagnose(
        Evidence(
            evidence.row,
            case=evidence.case,
            attribution=evidence.attribution,
            retrieval=evidence.retrieval,
            has_baseline=True,
            green=green_of(["stairs"]),
        )
    )
    assert (compared.cause, compared.confidence) == ("support-mapper-dropped-claim", Confidence.CERTAIN)


def test_a_case_that_the_last_green_run_did_not_hold_cannot_have_drifted():
    evidence = Evidence(
        row(["stairs"], []),
        case=labels("stairs"),
        attribution=stated(("stairs", ["stairs"])),
        retrieval=retrieved("stairs"),
        has_baseline=True,
    )
    assert diagnose(evidence).confidence is Confidence.CERTAIN


def test_the_weakest_of_several_claims_of_one_cause_gives_the_confidence():
    no_passage = Label("gate", ("gate",))
    case = Case(CASES, "visit", claims={"stairs": Label("stairs", ("stairs",), "Hold the rail."), "gate": no_passage})
    evidence = Evidence(
        row(["stairs", "gate"], []),
        case=case,
        attribution=stated(("stairs", None), ("gate", None), ("lift", ["lift"])),
        retrieval=retrieved("stairs", "gate", "lift"),
        has_baseline=True,
    )
    diagnosis = diagnose(evidence)
    assert {one.confidence for one in diagnosis.findings if one.cause == "answer-omits-claim"} == {
        Confidence.CERTAIN,
        Confidence.LIKELY,
    }
    assert diagnosis.confidence is Confidence.LIKELY


def test_the_five_printed_keys_are_enough_to_walk_the_missing_ids():
    bare = Row(
        ROWS,
        Outcome.FAILED,
        case_id="visit",
        score=1 / 3,
        minimum=0.8,
        reason="supported=1; required=3; missing=gate,lift",
    )
    evidence = Evidence(
        bare,
        case=labels("stairs", "lift", "gate"),
        attribution=stated(("stairs", ["stairs"]), ("lift", []), ("gate", None)),
        retrieval=retrieved("stairs", "lift"),
    )
    diagnosis = diagnose(evidence)
    assert diagnosis.missing == ("gate", "lift")
    assert causes_of(diagnosis) == {("uncited-claim", "lift"), ("retrieval-miss", "gate")}


def test_the_five_printed_keys_alone_are_undetermined_and_say_which_records_would_help():
    bare = Row(ROWS, Outcome.FAILED, case_id="visit", score=0.5, reason="supported=1; required=2; missing=gate")
    diagnosis = diagnose(Evidence(bare))
    assert (diagnosis.cause, diagnosis.owner) == ("undetermined", None)
    assert {word.claim_id for word in diagnosis.cannot_tell} >= {"gate"}
    needs = " ".join(word.needs for word in diagnosis.cannot_tell)
    assert "retrieval.jsonl" in needs and "attribution.jsonl" in needs


def test_two_causes_between_which_nothing_decides_stand_side_by_side():
    invalid = row(["fee"], ["charge"], Outcome.INVALID, score=None)
    diagnosis = diagnose(Evidence(invalid))
    assert causes_of(diagnosis) == {("claim-vocabulary-migrated", None), ("unknown-supported-claim", None)}
    assert (diagnosis.owner, diagnosis.confidence) == (Owner.TEST_DATA, Confidence.POSSIBLE)
    assert any("last green run" in word.needs for word in diagnosis.cannot_tell)


def test_with_several_missing_claims_each_reason_says_which_one_it_speaks_of():
    evidence = Evidence(
        row(["stairs", "gate"], []),
        case=labels("stairs", "gate"),
        attribution=stated(("stairs", ["stairs"]), ("gate", ["gate"])),
        retrieval=retrieved("stairs", "gate"),
    )
    because = [word.because for word in diagnose(evidence).ruled_out if word.cause == "retrieval-miss"]
    assert because == ["stairs: stairs was retrieved at rank 1", "gate: gate was retrieved at rank 2"]


def test_a_ranking_metric_without_labels_asks_for_them():
    missed = Row(ROWS, Outcome.FAILED, case_id="visit", metric="precision@3", score=0.0, minimum=0.5)
    diagnosis = diagnose(Evidence(missed))
    assert diagnosis.cause == "undetermined"
    assert "relevant" in diagnosis.cannot_tell[-1].needs


def test_everything_said_is_said_once():
    evidence = Evidence(row(["stairs", "gate"], []), case=labels("stairs", "gate"), retrieval=retrieved("lift"))
    diagnosis = diagnose(evidence)
    for words in (diagnosis.findings, diagnosis.ruled_out, diagnosis.cannot_tell):
        assert len(set(words)) == len(words)


def test_a_rule_is_looked_up_when_it_is_asked(monkeypatch):
    quiet = SimpleNamespace(CAUSE=retrieval_miss.CAUSE, look=lambda _: iter(()))
    monkeypatch.setattr("triage.diagnosis.CLAIM_CAUSES", (quiet,))
    evidence = Evidence(row(["gate"], []), case=labels("gate"), retrieval=retrieved("stairs"))
    assert diagnose(evidence).cause == "undetermined"
