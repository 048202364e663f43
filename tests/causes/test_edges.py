"""Where a rule must hold back, or must not: the near misses of single rules."""

import pytest


def failed(score=0.0, **more):
    return {"case_id": "q", "status": "fail", "score": score, "minimum": 0.8, **more}


def lists(required, supported):
    return {"required_claim_ids": required, "supported_claim_ids": supported}


def found(diagnosis):
    return {one.cause for one in diagnosis.findings}


def opened(diagnosis):
    return {word.cause for word in diagnosis.cannot_tell}


def ruled_out(diagnosis):
    return {word.cause for word in diagnosis.ruled_out}


@pytest.mark.parametrize(
    ("judge", "stale"),
    [
        ({"model": "m-2", "temperature": 0}, False),
        ({"model": "m-1", "temperature": 0}, True),
        ({"model": "m-2", "prompt_version": "4"}, True),
        ({"region": "north"}, False),
        ("m-2", False),
        ("m-1", True),
    ],
)
def test_a_judge_is_compared_part_by_part(judge, stale, diagnosed):
    run = {"run_id": "n", "judge": {"model": "m-2", "temperature": 0, "prompt_version": "5"}}
    diagnosis = diagnosed(run=run, rows=[failed(metric="tone", judge=judge)])
    assert ("cached-verdict-stale" in found(diagnosis)) is stale


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        ("insufficient_quota: try later", "judge-unavailable"),
        ("no quotation could be parsed", "metric-execution-error"),
        ("the service is busy: model unavailable", "judge-unavailable"),
        ("lossless codec missing", "metric-execution-error"),
        ("SSLError: handshake failed", "judge-unavailable"),
        ("InternalServerError", "judge-unavailable"),
        ("PermissionError: [Errno 13] Permission denied: 'cache'", "metric-execution-error"),
        ("missing 2 required keyword-only arguments", "metric-call-error"),
        ("KeyError: 'response'", "unreadable-row"),
    ],
)
def test_the_words_of_an_error_are_read_with_care(error, cause, diagnosed):
    row = {"case_id": "q", "metric": "tone", "status": "invalid", "score": None, "error": error}
    assert diagnosed(rows=[row]).cause == cause


def test_a_label_without_documents_cannot_show_false_support(diagnosed):
    stated = [{"claim_id": "p", "span": [0, 1], "citations": ["d"]}]
    diagnosis = diagnosed(
        rows=[failed(1.0, status="pass", **lists(["p"], ["p"]))],
        cases=[{"case_id": "q", "claims": {"p": {}}}],
        attribution=[{"case_id": "q", "answer": "p", "claims": stated}],
    )
    assert diagnosis.cause is None


def test_hits_without_text_are_a_context_all_the_same(diagnosed):
    row = {"case_id": "q", "metric": "faithfulness", "status": "invalid", "score": None}
    told = {"rows": [row], "retrieval": [{"case_id": "q", "k": 1, "retrieved": ["d"]}]}
    assert diagnosed(**told).cause == "score-not-a-number"


def test_an_empty_retrieval_is_no_context(diagnosed):
    row = {"case_id": "q", "metric": "faithfulness", "status": "invalid", "score": None}
    told = {"rows": [row], "retrieval": [{"case_id": "q", "k": 1, "retrieved": []}]}
    assert diagnosed(**told).cause == "context-missing"


def test_a_reference_in_the_case_is_not_missing(diagnosed):
    row = {"case_id": "q", "metric": "context_recall", "status": "invalid", "score": None, "reference": ""}
    told = {"rows": [row], "cases": [{"case_id": "q", "reference": "Nine."}]}
    assert diagnosed(**told).cause == "score-not-a-number"


def test_an_attempt_whose_list_was_not_kept_says_nothing_about_the_mapper(diagnosed):
    rows = [
        failed(attempt=1, answer="x", **lists(["p"], [])),
        failed(attempt=2, answer="x", required_claim_ids=["p"]),
    ]
    assert "mapper-unstable" not in found(diagnosed(rows=rows))


def test_without_a_retrieval_record_a_citation_cannot_be_called_wrong(diagnosed):
    diagnosis = diagnosed(
        rows=[failed(**lists(["p"], []))],
        cases=[{"case_id": "q", "claims": {"p": {"sources": ["d"]}}}],
        attribution=[
            {"case_id": "q", "answer": "p", "claims": [{"claim_id": "p", "span": [0, 1], "citations": ["e"]}]}
        ],
    )
    assert diagnosis.cause == "undetermined"
    assert {"wrong-citation", "retrieval-record-missing"} <= opened(diagnosis)


def test_a_claim_without_a_label_asks_for_the_label(diagnosed):
    diagnosis = diagnosed(
        rows=[failed(**lists(["p"], []))],
        cases=[{"case_id": "q", "claims": {"other": {"sources": ["d"]}}}],
        attribution=[
            {"case_id": "q", "answer": "p", "claims": [{"claim_id": "p", "span": [0, 1], "citations": ["e"]}]}
        ],
        retrieval=[{"case_id": "q", "k": 1, "retrieved": ["e"]}],
    )
    assert diagnosis.cause == "undetermined"
    assert "labels" in next(
        word.needs for word in diagnosis.cannot_tell if word.cause == "support-mapper-dropped-claim"
    )


def added_claim(now, then):
    row = failed(0.5, **lists(["p", "new"], ["p"]))
    green = failed(1.0, status="pass", **lists(["p"], ["p"]))
    return {
        "rows": [{**row, "contract_version": now}],
        "green": {"rows": [{**green, "contract_version": then}]},
    }


@pytest.mark.parametrize(
    ("now", "then", "cause", "confidence"),
    [
        ("1", "1", "denominator-drift", "certain"),
        ("2", "1", "contract-changed", "certain"),
        (None, "1", "denominator-drift", "likely"),
        (None, None, "denominator-drift", "likely"),
    ],
)
def test_an_added_claim_under_the_versions_that_were_kept(now, then, cause, confidence, diagnosed):
    diagnosis = diagnosed(**added_claim(now, then))
    assert (diagnosis.cause, diagnosis.confidence) == (cause, confidence)
    assert ("contract-changed" in opened(diagnosis)) is (confidence == "likely")


def test_a_claim_that_was_required_before_is_no_denominator_drift(diagnosed):
    told = added_claim("1", "1")
    told["rows"] = [failed(0.0, contract_version="1", **lists(["p", "new"], []))]
    diagnosis = diagnosed(**told)
    assert diagnosis.cause != "denominator-drift"
    assert [one.secondary for one in diagnosis.findings if one.cause == "denominator-drift"] == [True]


def test_the_last_digit_of_a_double_is_not_a_moved_score(diagnosed):
    green = {"rows": [failed(0.6666666666666667, status="pass", minimum=0.5)]}
    diagnosis = diagnosed(rows=[failed(0.6666666666666666)], green=green)
    assert diagnosis.cause == "threshold-drift"
    assert not any("None" in proof.text for proof in diagnosis.findings[0].evidence)


def test_a_score_that_moved_is_not_explained_by_a_minimum_that_moved(diagnosed):
    green = {"rows": [failed(0.7, status="pass", minimum=0.5)]}
    diagnosis = diagnosed(rows=[failed(0.6)], green=green)
    assert "threshold-drift" in ruled_out(diagnosis) and diagnosis.cause == "undetermined"


@pytest.mark.parametrize(
    ("changed", "primary"),
    [({"rubric_version": "2"}, True), ({"versions": {"x": "2"}}, True), ({"generation": {"temperature": 1}}, False)],
)
def test_how_the_answer_was_made_is_no_condition_of_measuring(changed, primary, diagnosed):
    base = {"rubric_version": "1", "versions": {"x": "1"}, "generation": {"temperature": 0}}
    row = {"metric": "tone", "input_sha256": "beef"}
    green = {"run": {"run_id": "g", **base}, "rows": [failed(1.0, status="pass", **row)]}
    diagnosis = diagnosed(run={"run_id": "n", **base, **changed}, rows=[failed(0.2, **row)], green=green)
    assert (diagnosis.cause == "conditions-differ") is primary
    assert ("conditions-differ" in ruled_out(diagnosis)) is not primary


def test_other_conditions_beside_other_inputs_are_told_and_blamed_for_nothing(diagnosed):
    green = {"run": {"run_id": "g", "rubric_version": "1"}, "rows": [failed(1.0, status="pass", metric="tone")]}
    diagnosis = diagnosed(run={"run_id": "n", "rubric_version": "2"}, rows=[failed(0.2, metric="tone")], green=green)
    assert (diagnosis.cause, diagnosis.owner) == ("undetermined", None)
    assert [(one.cause, one.secondary) for one in diagnosis.findings] == [("conditions-differ", True)]


@pytest.mark.parametrize(
    "reply", ["Score: 7", "Score: 3 out of 2", "Score: 1/0", "Score: " + "9" * 400 + "/" + "9" * 400]
)
def test_a_reply_whose_scale_is_unknown_contradicts_nothing(reply, diagnosed):
    assert "judge-reply-misread" not in found(diagnosed(rows=[failed(0.3, metric="tone", judge_text=reply)]))


@pytest.mark.parametrize(("reply", "score"), [("Score: 4/5", 0.8), ("rating = 0.25", 0.25)])
def test_a_reply_that_agrees_rules_its_parser_out(reply, score, diagnosed):
    diagnosis = diagnosed(rows=[failed(score, minimum=0.9, metric="tone", judge_text=reply)])
    assert "judge-reply-misread" in ruled_out(diagnosis)


@pytest.mark.parametrize(
    ("row", "cause"),
    [
        ({"required_claim_ids": ["p"]}, "unreadable-row"),
        ({"required_claim_ids": "p", "supported_claim_ids": []}, "unreadable-row"),
        ({"required_claim_ids": ["p"], "reason": "Connection refused"}, "judge-unavailable"),
        ({}, "score-not-a-number"),
    ],
)
def test_a_list_that_is_absent_is_a_field_the_gate_could_not_read(row, cause, diagnosed):
    assert diagnosed(rows=[{"case_id": "q", "status": "invalid", "score": None, **row}]).cause == cause
