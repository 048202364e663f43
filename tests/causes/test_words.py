"""What is said beside a cause: look-alikes ruled out by a record, those left open, and the words of the proof."""

import pytest

ROW = {"case_id": "q", "status": "fail", "score": 0.0, "minimum": 0.8}
MISSING = {**ROW, "required_claim_ids": ["p"], "supported_claim_ids": []}
LABELLED = {"case_id": "q", "claims": {"p": {"sources": ["d"], "evidence": "red and green"}}}
UNSTATED = {
    "case_id": "q",
    "answer": "x",
    "claims": [{"claim_id": "p", "span": None}, {"claim_id": "o", "span": [0, 1]}],
}
STATED = {"case_id": "q", "answer": "x", "claims": [{"claim_id": "p", "span": [0, 1], "citations": ["d"]}]}
UNRECORDED = {"case_id": "q", "answer": "x", "claims": [{"claim_id": "o", "span": [0, 1]}]}


def found(*doc_ids, text="blue", **more):
    hits = [{"doc_id": doc, "text": text} if text else doc for doc in doc_ids]
    return {"case_id": "q", "k": 2, "retrieved": hits, **more}


def row_of(case=LABELLED, attribution=UNSTATED, retrieval=None, **more):
    kept = {"cases": case, "attribution": attribution, "retrieval": retrieval}
    return {"rows": [MISSING], **{kind: [one] for kind, one in kept.items() if one}, **more}


def judged(actual, presented=("c", "b", "a"), **more):
    orders = {"presented_order": list(presented), "expected_order": ["a", "b", "c"], "actual_order": actual}
    return {"ranking": [{"case": "r", "gate": "must-win", "direction": "best-first", **orders, **more}]}


REVIEWED = [{"id": one, "text": f"text {one}"} for one in "abc"]
FIXTURE = {"ranking-cases": [{"case_id": "r", "expected_order": ["a", "b", "c"], "candidates": REVIEWED}]}
WRONG = ["b", "a", "c"]


@pytest.mark.parametrize(
    ("told", "cause", "words"),
    [
        (row_of(retrieval=found("e")), "broken-id-join", "in no retrieved chunk"),
        (row_of(retrieval=found("d")), "below-cutoff", "d is visible, at rank 1"),
        (row_of(retrieval=found("d", "e", delivered=["d"])), "context-dropped", "d was delivered"),
        (row_of(retrieval=found("d", text="red and green")), "evidence-missing-from-chunk", "stands in rank 1 (d)"),
        (row_of(attribution=STATED, retrieval=found("d")), "answer-omits-claim", "states p at 0-1"),
        (row_of(attribution=STATED, retrieval=found("d")), "uncited-claim", "p cites d"),
        (
            row_of(case={**LABELLED, "restricted": ["secret"]}, retrieval=found("d")),
            "restricted-document-shown",
            "no restricted document",
        ),
        (judged(WRONG, request={"candidates": REVIEWED}) | FIXTURE, "rendered-request-incomplete", "full text"),
        (judged(WRONG, request={"truncated": False}), "lost-at-request-boundary", "nothing was truncated"),
        (judged(WRONG, raw_order=WRONG), "ranking-serialisation", "the raw order is the saved order"),
        (
            judged(WRONG, attempts=[{"kind": "pair", "presented_order": ["a", "b"], "actual_order": ["b", "a"]}]),
            "context-sensitive-order",
            "agree",
        ),
        (judged(WRONG, pairwise_agreement=2 / 3), "agreement-not-reproducible", "recomputes to 0.667"),
    ],
)
def test_a_look_alike_is_ruled_out_by_a_record(told, cause, words, diagnosed):
    ruled = {word.cause: word for word in diagnosed(**told).ruled_out}
    assert words in ruled[cause].because
    assert ruled[cause].source.path


@pytest.mark.parametrize(
    ("told", "cause", "words"),
    [
        (row_of(retrieval=found("e", text=None)), "broken-id-join", "the text of the chunks"),
        (row_of(retrieval=found("d", text=None)), "context-dropped", "the delivered list"),
        (row_of(retrieval=found("d", text=None)), "evidence-missing-from-chunk", "the text of the labelled chunks"),
        (
            row_of(case={"case_id": "q", "claims": {"p": {"sources": ["d"]}}}, retrieval=found("d")),
            "evidence-missing-from-chunk",
            "the expected passage",
        ),
        (row_of(attribution=UNRECORDED, retrieval=found("d", text=None)), "support-mapper-dropped-claim", "verdict"),
        (row_of(attribution=UNRECORDED), "support-mapper-dropped-claim", "verdict"),
        (row_of(), "answer-omits-claim", "retrieval.jsonl"),
        (row_of(case=None, retrieval=found("d")), "answer-omits-claim", "claim labels"),
        (row_of(), "threshold-drift", "the last green run"),
        (row_of(), "denominator-drift", "the last green run"),
        (row_of(attribution=STATED), "citation-not-visible", "retrieval.jsonl"),
        (row_of(retrieval=found("e", text="red and green")), "label-gap", "corpus.jsonl"),
        (judged(["a", "b"]), "ranking-serialisation", "raw_order"),
        (judged(WRONG) | FIXTURE, "candidates-changed", "candidate_digest"),
        (judged(WRONG), "rendered-request-incomplete", "rendered_digest"),
    ],
)
def test_what_cannot_be_told_names_the_record_that_would_settle_it(told, cause, words, diagnosed):
    opened = {word.cause: word.needs for word in diagnosed(**told).cannot_tell}
    assert words in opened[cause]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (row_of(attribution=UNRECORDED, retrieval=found("d", text="red and green")), "no record of the claim"),
        (row_of(retrieval=found("d", text="red and green")), "span null"),
        (row_of(attribution=STATED, retrieval=found("d")), "visible: d"),
        (row_of(attribution=STATED), "supported list without p"),
        (row_of(attribution=STATED, retrieval=found("e")), "assumed: the first k retrieved"),
        (row_of(attribution=STATED, retrieval=found("e", delivered=["e"])), "as delivered"),
        (row_of(retrieval=found(*"efghijklmnopq")), "..."),
        (row_of(retrieval=found("e"), corpus=[{"doc_id": "d"}]), "d is in the corpus inventory"),
        (judged(["a", "b", "b"]), "though its winner is the reviewed one"),
        (judged(["b", "b"]), "returned b, b: missing a, c; duplicate b"),
        (judged(["c", "b", "a"], direction=None), "direction not stated"),
        ({"rows": [{**ROW, "metric": "tone", "score": None}]}, "the score is null"),
        ({"rows": [{"case_id": "q", "metric": "tone", "status": "fail"}]}, "there is no score"),
        ({"rows": [{"line": 4, "status": "invalid", "reason": "bad"}]}, "line 4 of the evaluated input"),
        ({"rows": [{"case_id": None, "line": 4, "status": "invalid"}]}, "no reason"),
        (
            {
                "rows": [{**ROW, "score": 0.5, "minimum": None, "status": "pass"}],
                "run": {"run_id": "n", "policy": {"version": "1", "minimum": {"evidence_coverage": 0.8}}},
            },
            "the minimum stands from the manifest's policy",
        ),
    ],
)
def test_the_proof_says_what_was_seen(told, words, diagnosed):
    texts = [proof.text for finding in diagnosed(**told).findings for proof in finding.evidence]
    assert any(words in text for text in texts), texts


def test_two_chunks_that_lack_a_passage_do_not_hold_it_together(diagnosed):
    chunks = [{"doc_id": "d", "text": "red and"}, {"doc_id": "d", "text": "blue"}]
    diagnosis = diagnosed(**row_of(retrieval={"case_id": "q", "k": 2, "retrieved": chunks}))
    assert diagnosis.cause == "evidence-missing-from-chunk"


def test_a_named_winner_must_win_although_it_is_tied(diagnosed):
    fixture = {"ranking-cases": [{**FIXTURE["ranking-cases"][0], "ties": [["a", "b"]]}]}
    told = judged(WRONG, must_win_expected="a") | fixture
    assert diagnosed(**told).cause == "judge-disagrees"


@pytest.mark.parametrize(("planned", "rows", "found"), [(2, 1, True), (1, 1, False), (None, 1, False)])
def test_planned_rows_are_compared_with_the_rows_that_were_found(planned, rows, found, examined):
    told = {"run": {"run_id": "n", "planned_rows": planned}, "rows": [{**ROW, "score": 1.0, "status": "pass"}] * rows}
    examination = examined(told)
    assert ("planned-rows-missing" in {one.cause for one in examination.findings}) is found
    assert ("planned-rows-missing" in {one.cause for one in examination.cannot_tell}) is (planned is None)


def test_many_cases_without_a_row_are_counted_and_not_all_named(examined):
    cases = [{"case_id": f"c{number:02}", "question": "?", "claims": {}} for number in range(14)]
    examination = examined({"rows": [{**ROW, "case_id": "c00"}], "cases": cases})
    finding = next(one for one in examination.findings if one.cause == "planned-rows-missing")
    assert "13 reviewed cases without a row: c01, " in finding.evidence[0].text
    assert finding.evidence[0].text.endswith("c12 ...")
