import pytest

from triage.evidence import open_bundle


def row(case_id="a", **more):
    return {"case_id": case_id, "status": "pass", "score": 1.0, "minimum": 0.8, **more}


def test_every_record_of_a_case_is_joined_by_its_exact_id(bundle_of):
    bundle = bundle_of(
        rows_jsonl=[row(), row("A")],
        cases_jsonl=[
            {"case_id": "a", "question": "q?", "claims": {"c1": {"sources": ["d1"], "evidence": "e", "text": "t"}}}
        ],
        attribution_jsonl=[
            {"case_id": "a", "answer": "x", "claims": [{"claim_id": "c1", "span": [0, 1], "citations": ["d1"]}]}
        ],
        retrieval_jsonl=[{"case_id": "a", "retrieved": ["d1", {"doc_id": "d2", "score": 0.5}], "delivered": ["d1"]}],
        corpus_jsonl=[{"doc_id": "d1", "aliases": ["old-1"], "sha256": "ab"}],
        run_yaml="run_id: r\nretrieval: {k: 4}\n",
    )
    evidence = bundle.evidence(0)
    assert evidence.case.claims["c1"].sources == ("d1",)
    assert evidence.attribution.of("c1").span == (0, 1)
    assert [chunk.doc_id for chunk in evidence.retrieval.retrieved] == ["d1", "d2"]
    assert (evidence.retrieval.k, evidence.retrieval.k_from_manifest) == (4, True)
    assert evidence.retrieval.visible == ("d1",)
    assert bool(evidence.inventory)
    assert evidence.inventory.document("d1").sha256 == "ab"
    assert evidence.inventory.document("old-1") is None
    assert evidence.inventory.aliased("old-1").doc_id == "d1"
    assert evidence.manifest.run_id == "r"
    other = bundle.evidence(1)
    assert (other.case, other.attribution, other.retrieval) == (None, None, None)


def test_evidence_inside_the_row_counts_where_no_record_exists(bundle_of):
    inline = row(answer="inline", claims=[{"claim_id": "c"}], retrieved=["d1"], k=2, question="q?", context="one")
    bundle = bundle_of(rows_jsonl=[inline])
    evidence = bundle.evidence(0)
    assert (evidence.attribution.answer, evidence.attribution.claims[0].claim_id) == ("inline", "c")
    assert (evidence.retrieval.k, evidence.retrieval.retrieved[0].doc_id) == (2, "d1")
    assert (evidence.case.question, evidence.case.context) == ("q?", ("one",))
    both = bundle_of(rows_jsonl=[inline], attribution_jsonl=[{"case_id": "a", "answer": "recorded"}])
    assert both.evidence(0).attribution.answer == "recorded"


def test_a_row_alone_has_no_evidence(bundle_of):
    evidence = bundle_of(rows_jsonl=[row()]).evidence(0)
    assert (evidence.case, evidence.attribution, evidence.retrieval, evidence.ranking) == (None, None, None, None)
    assert not evidence.inventory
    assert not evidence.has_baseline


@pytest.mark.parametrize(
    ("retrieval", "retrieved", "visible"),
    [
        ({"retrieved": []}, (), ()),
        ({"retrieved": None}, None, None),
        ({"query": "q"}, None, None),
        ({"retrieved": ["d1"], "delivered": []}, ("d1",), ()),
        ({"retrieved": ["d1", "d2", "d3"], "k": 2, "delivered": None}, ("d1", "d2", "d3"), ("d1", "d2")),
    ],
)
def test_nothing_found_no_evidence_and_nothing_delivered_differ(bundle_of, retrieval, retrieved, visible):
    bundle = bundle_of(rows_jsonl=[row()], retrieval_jsonl=[{"case_id": "a", **retrieval}])
    found = bundle.evidence(0).retrieval
    assert (found.retrieved if found.retrieved is None else tuple(one.doc_id for one in found.retrieved)) == retrieved
    assert found.visible == visible


def test_hits_without_an_id_keep_their_rank(bundle_of):
    hits = [{"doc_id": None, "text": "x"}, {"doc_id": ""}, 7, None, {"doc_id": "d", "score": "high"}]
    found = bundle_of(rows_jsonl=[row()], r_jsonl=[{"case_id": "a", "retrieved": hits}]).evidence(0).retrieval
    assert [(one.rank, one.doc_id) for one in found.retrieved] == [(1, None), (2, None), (3, "7"), (4, None), (5, "d")]
    assert [fault.field for fault in found.faults] == ["retrieved[3]", "retrieved[4].score"]


def test_labels_without_an_id_are_kept_and_said(bundle_of):
    case = bundle_of(rows_jsonl=[row()], c_jsonl=[{"case_id": "a", "relevant": [None, "d", ""]}]).evidence(0).case
    assert case.relevant == {"": 1.0, "d": 1.0}
    assert len(case.faults) == 2


@pytest.mark.parametrize(
    ("claims", "expected", "unanswerable"), [({}, {}, True), (None, None, False), ("missing", None, False)]
)
def test_unanswerable_is_an_empty_mapping_and_nothing_else(bundle_of, claims, expected, unanswerable):
    record = {"case_id": "a", "question": "q", "relevant": ["d"]} | ({} if claims == "missing" else {"claims": claims})
    case = bundle_of(rows_jsonl=[row()], c_jsonl=[record]).evidence(0).case
    assert (case.claims, case.unanswerable) == (expected, unanswerable)


@pytest.mark.parametrize(
    ("context", "expected"), [("one", ("one",)), ([], None), (["a", "b"], ("a", "b")), (None, None)]
)
def test_a_context_is_a_list_and_an_empty_one_is_absent(bundle_of, context, expected):
    case = (
        bundle_of(rows_jsonl=[row()], c_jsonl=[{"case_id": "a", "question": "q", "context": context}]).evidence(0).case
    )
    assert (case.context, case.faults) == (expected, ())


def test_a_context_of_anything_else_names_its_place(bundle_of):
    case = (
        bundle_of(rows_jsonl=[row()], c_jsonl=[{"case_id": "a", "question": "q", "context": {"x": 1}}]).evidence(0).case
    )
    assert [(fault.field, str(fault.source)) for fault in case.faults] == [("context", "c.jsonl:1")]


def test_claims_and_spans_of_the_wrong_shape_are_faults(bundle_of):
    claims = ["text", {"quote": "no id"}, {"claim_id": "c", "span": [5, 2]}, {"claim_id": "d", "span": None}]
    found = bundle_of(rows_jsonl=[row()], a_jsonl=[{"case_id": "a", "claims": claims}]).evidence(0).attribution
    assert [claim.claim_id for claim in found.claims] == ["c", "d"]
    assert [fault.field for fault in found.faults] == ["claims[0]", "claims[1]", "claims[2].span"]


def test_attempts_of_one_case_are_twins(bundle_of):
    bundle = bundle_of(rows_jsonl=[row(attempt=1), row(attempt=2), row("b"), row(metric="other")])
    assert [twin.attempt for twin in bundle.evidence(0).twins] == [2]
    assert bundle.evidence(2).twins == ()


def test_the_last_green_runs_same_row_comes_along(tmp_path, bundle_of):
    red = bundle_of(rows_jsonl=[row(attempt=2, score=0.9), row("new")])
    (tmp_path / "green.jsonl").write_text(
        '{"case_id": "a", "score": 0.1, "minimum": 0.8, "attempt": 1}\n'
        '{"case_id": "a", "score": 0.2, "minimum": 0.8, "attempt": 2}\n'
    )
    green = open_bundle([tmp_path / "green.jsonl"])
    evidence = red.evidence(0, green)
    assert (evidence.green.row.score, evidence.has_baseline, evidence.green.has_baseline) == (0.2, True, False)
    assert red.evidence(1, green).green is None
    assert red.evidence(1, green).has_baseline


def test_all_of_a_row_is_read(bundle_of):
    record = row(
        line=7,
        reason="why",
        required_claim_ids=["x", "y"],
        supported_claim_ids=["y"],
        blocking=False,
        contract_version=8,
        policy_version="p",
        rubric_version="r",
        input_sha256="ab",
        scenario="s",
        system="b",
        attempt=3,
        judge={"model": "m"},
        judge_text="raw",
        cached=True,
    )
    bundle = bundle_of(rows_jsonl=[record])
    found = bundle.row(0)
    assert (found.line, found.reason, found.missing, found.supported) == (7, "why", ("x",), ("y",))
    assert (found.contract_version, found.policy_version, found.rubric_version) == ("8", "p", "r")
    assert (found.judge, found.judge_text, found.cached, found.input_sha256) == ("model=m", "raw", True, "ab")
    rows = bundle.rows
    assert (rows.system(0), rows.scenario(0), rows.attempt(0), rows.blocking(0)) == ("b", "s", 3, False)
    assert (found.system, found.scenario, found.attempt, found.blocking) == ("b", "s", 3, False)
