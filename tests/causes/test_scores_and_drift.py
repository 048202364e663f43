"""Numbers that cannot be trusted, and conditions that moved under them."""

import json

import pytest

from triage.fingerprint import fingerprint
from triage.model import Outcome

NAN = float("nan")


def causes(examination):
    return [examination.diagnosis(number).cause for number in range(len(examination.bundle.rows))]


def proofs(diagnosis):
    return " | ".join(proof.text for proof in diagnosis.findings[0].evidence)


def scored(case_id, score, **more):
    return {"case_id": case_id, "score": score, "minimum": 0.8, **more}


def lists(required, supported):
    return {"required_claim_ids": required, "supported_claim_ids": supported}


THIN = [scored("a", 0.9), scored("b", NAN), scored("c", None)]


@pytest.mark.parametrize(
    ("reported", "found"),
    [
        ({"mean": 0.9, "rows": 3}, True),
        ({"mean": 0.3, "rows": 3}, True),
        ({"mean": 0.3}, True),
        ({"mean": 0.9, "rows": 1}, False),
        ({"mean": 0.5, "rows": 3}, False),
    ],
)
def test_a_mean_over_the_rows_that_survived_hides_the_others(reported, found, examined):
    examination = examined({"run": {"run_id": "n", "reported": {"evidence_coverage": reported}}, "rows": THIN})
    assert ("aggregate-hides-invalid" in {one.cause for one in examination.findings}) is found
    assert causes(examination)[1] == "score-not-a-number"


def test_a_dashboards_two_digits_are_enough_to_see_the_zeros(examined):
    rows = [scored("a", 1.0), scored("b", 0.84), scored("c", NAN)]
    told = {"run": {"run_id": "n", "reported": {"evidence_coverage": {"mean": 0.61, "rows": 3}}}, "rows": rows}
    assert "aggregate-hides-invalid" in {one.cause for one in examined(told).findings}


def test_the_mean_of_one_scenario_is_not_what_was_reported(examined):
    rows = [scored("a", 1.0, scenario="x"), scored("b", NAN, scenario="x"), scored("c", 0.5), scored("d", 0.25)]
    told = {"run": {"run_id": "n", "reported": {"evidence_coverage": {"mean": 0.5, "rows": 3}}}, "rows": rows}
    assert "aggregate-hides-invalid" not in {one.cause for one in examined(told).findings}


def test_the_shared_thin_mean(shared):
    examination = shared("C20-thin-mean.jsonl", "C20-manifest.yaml")
    assert "aggregate-hides-invalid" in {one.cause for one in examination.findings}
    assert causes(examination) == [None, "score-not-a-number", "score-not-a-number"]


def test_an_error_that_was_graded_like_an_answer_is_no_pass(examined):
    rows = [scored("a", 1.0, status="pass", error="504 from the gateway"), scored("b", 1.0, status="pass", error=None)]
    examination = examined({"rows": rows})
    assert causes(examination) == ["judge-unavailable", None]
    assert examination.verdict.word == "incomplete"


def test_the_shared_graded_error(shared):
    assert causes(shared("C24-error-graded.jsonl")) == ["judge-unavailable", None]


def test_a_verdict_parser_is_seen_on_red_and_on_green_rows(examined):
    rows = [
        scored("a", 0.0, status="fail", judge_text="1) yes\n2) yes", **lists(["p", "q"], ["p", "q"])),
        scored("b", 1.0, status="pass", judge_text="yes, no", **lists(["p", "q"], ["p"])),
        scored("c", 0.5, status="fail", judge_text="No, nowhere a yes. No.", **lists(["p", "q"], [])),
        scored("d", 1.0, status="pass", judge_text="Yes. Yes.", **lists(["p", "q"], ["p", "q"])),
    ]
    examination = examined({"rows": rows})
    assert causes(examination) == ["judge-reply-misread"] * 3 + [None]


def test_the_shared_verdict_formats(shared):
    assert causes(shared("C31-verdict-format.jsonl")) == ["judge-reply-misread"] * 3


def test_a_score_beside_words_that_say_otherwise(examined):
    rows = [
        scored("a", 0.0, status="fail", reason="supported=2; required=2; missing=", **lists(["p", "q"], ["p", "q"])),
        scored("b", 0.0, status="fail", metric="faithfulness", reason="0.00, full agreement with the context."),
    ]
    examination = examined({"rows": rows})
    assert causes(examination) == ["score-not-reproducible", "undetermined"]
    assert "recomputed 1" in proofs(examination.diagnosis(0))


def test_the_shared_contradicted_reason(shared):
    assert causes(shared("C33-reason-contradicts.jsonl")) == ["score-not-reproducible", "undetermined"]


def upgraded(version, score, status):
    kept = {"metric": "context_relevance", "versions": {"evalkit": version}, "input_sha256": "beef" * 8}
    return {"rows": [scored("a", score, status=status, **kept)]}


def test_a_metric_that_was_upgraded_is_no_worse_retriever(diagnosed):
    diagnosis = diagnosed(**upgraded("2.0", 0.3, "fail"), green=upgraded("1.9", 1.0, "pass"))
    assert (diagnosis.cause, diagnosis.owner) == ("conditions-differ", "evaluation")
    assert "versions.evalkit: 1.9 -> 2.0" in proofs(diagnosis)


def test_the_shared_metric_upgrade_as_two_runs(shared_folder, examined):
    lines = (shared_folder / "C38-metric-upgrade.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    sides = {name: [{**one, "system": None} for one in rows if one["system"] == name] for name in ("green", "red")}
    examination = examined({"rows": sides["red"], "green": {"rows": sides["green"]}})
    assert causes(examination) == ["conditions-differ"] * 4


def smaller_k(labelled):
    told = {
        "run": {"run_id": "now", "retrieval": {"k": 2}},
        "rows": [scored("a", 0.0, status="fail", **lists(["p"], []))],
        "cases": [{"case_id": "a", "claims": {"p": {"sources": [labelled]}}}],
        "retrieval": [{"case_id": "a", "retrieved": ["d1", "d2", "d3"]}],
        "attribution": [{"case_id": "a", "answer": "-", "claims": [{"claim_id": "x", "span": [0, 1]}]}],
    }
    green = {"run": {"run_id": "then", "retrieval": {"k": 3}}, "rows": [scored("a", 1.0, **lists(["p"], ["p"]))]}
    return {**told, "green": {**green, "retrieval": told["retrieval"]}}


def test_a_smaller_k_explains_only_what_it_hides(diagnosed):
    assert diagnosed(**smaller_k("d3")).cause == "conditions-differ"


def test_a_smaller_k_does_not_explain_a_claim_whose_document_is_still_visible(diagnosed):
    assert diagnosed(**smaller_k("d1")).cause == "answer-omits-claim"


def test_a_document_named_like_its_case_was_filtered_out_of_the_hits(diagnosed):
    diagnosis = diagnosed(
        rows=[scored("3", 0.5, metric="recall@2", status="fail")],
        cases=[{"case_id": "3", "question": "?", "relevant": ["3", "4"]}],
        retrieval=[{"case_id": "3", "k": 2, "retrieved": ["3", "4"]}],
    )
    assert (diagnosis.cause, diagnosis.owner) == ("score-not-reproducible", "evaluation")
    assert "equals the case id" in proofs(diagnosis)


def test_the_shared_self_match(shared):
    assert "self-match" in proofs(shared("C44-self-match.jsonl").diagnosis(0))


def uncounted(version):
    return {
        "rows": [scored("a", 1.0, status="pass", contract_version=version, **lists(["p"], ["p"]))],
        "cases": [
            {"case_id": "a", "contract_version": "7", "claims": {"p": {"sources": ["d"]}, "q": {"sources": ["d"]}}}
        ],
        "attribution": [
            {"case_id": "a", "answer": "p q", "claims": [{"claim_id": "p", "span": [0, 1], "citations": ["d"]}]}
        ],
    }


def test_a_claim_without_a_verdict_does_not_leave_the_denominator_unseen(diagnosed):
    diagnosis = diagnosed(**uncounted("7"))
    assert (diagnosis.cause, diagnosis.owner) == ("support-mapper-dropped-claim", "attribution")
    assert diagnosis.findings[0].claim_id == "q"
    assert "1 of 2" in proofs(diagnosis)


def test_a_claim_of_another_contract_version_is_not_missed(diagnosed):
    assert diagnosed(**uncounted("6")).cause is None


def test_the_shared_omitted_claim(shared):
    assert shared("C49-omitted-claim.jsonl").diagnosis(0).cause == "support-mapper-dropped-claim"


def test_a_document_found_twice_counts_once(examined):
    told = {
        "rows": [scored("a", 1.5, metric="recall@3"), scored("b", 0.5, metric="recall@3")],
        "cases": [{"case_id": one, "question": "?", "relevant": ids} for one, ids in (("a", ["x", "y"]), ("b", ["x"]))],
        "retrieval": [{"case_id": one, "k": 3, "retrieved": ["x", "x", "y"]} for one in "ab"],
    }
    examination = examined(told)
    assert causes(examination) == ["score-out-of-range", "score-not-reproducible"]
    assert examination.bundle.row(0).outcome is Outcome.INVALID
    assert "x 2 times" in proofs(examination.diagnosis(0))


def test_the_shared_duplicate_hits(shared):
    examination = shared("C50-duplicate-hits.jsonl")
    assert causes(examination) == ["score-out-of-range", "score-not-reproducible"]
    assert "d1 2 times" in proofs(examination.diagnosis(0))


def test_one_input_with_two_scores_is_no_regression(examined):
    attempts = [(1, 1.0), (2, 0.0), (3, 1.0)]
    rows = [scored("a", score, attempt=number, input_sha256="ab" * 32) for number, score in attempts]
    rows += [scored("b", 0.0, attempt=number, input_sha256="cd" * 32) for number in (1, 2)]
    examination = examined({"rows": rows})
    assert causes(examination) == [None, "attempts-disagree", None, "undetermined", "undetermined"]
    assert "2 of 3 attempts pass" in proofs(examination.diagnosis(1))


def test_the_shared_unstable_attempts(shared):
    assert causes(shared("C67-unstable.jsonl"))[1] == "attempts-disagree"


def wrapped(case_id, message):
    error = {"message": "metric failed", "cause": {"message": message}}
    return {"case_id": case_id, "status": "invalid", "score": None, "reason": "the job raised", "error": error}


def test_rows_are_grouped_by_the_innermost_error_and_not_by_its_wrapper(examined):
    rows = [
        wrapped("a", "HTTP 503 from the judge"),
        wrapped("b", "HTTP 503 from the judge"),
        wrapped("c", "no table x"),
    ]
    examination = examined({"rows": rows})
    assert causes(examination) == ["judge-unavailable", "judge-unavailable", "metric-execution-error"]
    assert "HTTP 503 from the judge" in proofs(examination.diagnosis(0))
    first, second, third = (fingerprint(examination.diagnosis(number)) for number in range(3))
    assert first == second != third


def test_the_shared_wrapped_errors(shared):
    examination = shared("C74-wrapped.jsonl")
    assert causes(examination) == ["judge-unavailable", "judge-unavailable", "metric-execution-error"]
