"""Where the evidence was lost, or only its name: documents, ids, cutoffs, chunks."""

import pytest

from triage.fingerprint import fingerprint

FOUR = [
    ("retrieval-miss", "retrieval"),
    ("broken-id-join", "attribution"),
    ("support-mapper-dropped-claim", "attribution"),
    ("answer-omits-claim", "application"),
]
NOT_STATED = [
    {"case_id": "q", "answer": "Two metres.", "claims": [{"claim_id": "plug", "span": None, "citations": []}]}
]


def case(*sources, **more):
    return [{"case_id": "q", "claims": {"plug": {"sources": list(sources), **more}}}]


def row(**more):
    lists = {"required_claim_ids": ["plug"], "supported_claim_ids": []}
    return [{"case_id": "q", "status": "fail", "score": 0.0, "minimum": 0.8, **lists, **more}]


def retrieval(*chunks, k=2, **more):
    return [{"case_id": "q", "k": k, "retrieved": list(chunks), **more}]


def four_rows():
    """Four cases with the very same line of text in the gate's report."""
    told = {"rows": [], "cases": [], "attribution": [], "retrieval": []}
    told["corpus"] = [{"doc_id": "cable"}, {"doc_id": "plugs"}, {"doc_id": "z-9", "aliases": ["plugs-old"]}]
    of_case = {
        "missed": ("plugs", ["cable", "z-9"], []),
        "renamed": ("plugs-old", ["cable", "z-9"], ["z-9"]),
        "dropped": ("plugs", ["cable", "plugs"], ["plugs"]),
        "omitted": ("plugs", ["cable", "plugs"], []),
    }
    for name, (source, shown, cited) in of_case.items():
        printed = {"score": 0.5, "minimum": 0.8, "reason": "supported=1; required=2; missing=plug"}
        lists = {"required_claim_ids": ["length", "plug"], "supported_claim_ids": ["length"]}
        told["rows"].append({"case_id": name, "status": "fail", **printed, **lists})
        claims = {"length": {"sources": ["cable"]}, "plug": {"sources": [source]}}
        told["cases"].append({"case_id": name, "claims": claims})
        said = [{"claim_id": "length", "span": [0, 6], "citations": ["cable"]}]
        said.append({"claim_id": "plug", "span": [7, 12] if cited else None, "citations": cited})
        told["attribution"].append({"case_id": name, "answer": "Two m. Plug.", "claims": said})
        told["retrieval"].append({"case_id": name, "k": 3, "retrieved": shown, "delivered": shown})
    return told


def test_one_line_of_text_can_have_four_causes(examined):
    examination = examined(four_rows())
    found = [examination.diagnosis(number) for number in range(4)]
    assert [(one.cause, one.owner) for one in found] == FOUR
    assert len({one.row.reason for one in found}) == 1
    assert len({fingerprint(one) for one in found}) == 4


def test_the_shared_four_rows_are_told_apart(shared):
    examination = shared("C71-four-causes.jsonl")
    assert [(one.cause, one.owner) for one in map(examination.diagnosis, range(4))] == FOUR


REINDEXED = {
    "rows": row(),
    "cases": case("9c1b"),
    "retrieval": retrieval({"doc_id": "e07f"}, {"doc_id": "b1"}),
    "corpus": [{"doc_id": "e07f", "sha256": "d0d0", "aliases": ["9c1b"]}, {"doc_id": "b1"}],
}


def test_a_rebuilt_index_moves_ids_and_is_no_retrieval_miss(diagnosed):
    diagnosis = diagnosed(**REINDEXED)
    assert (diagnosis.cause, diagnosis.owner) == ("broken-id-join", "attribution")
    because = next(word.because for word in diagnosis.ruled_out if word.cause == "retrieval-miss")
    assert "e07f at rank 1" in because


def test_a_rebuilt_index_is_seen_by_digest_where_no_alias_is_kept(diagnosed):
    told = {**REINDEXED, "corpus": [{"doc_id": "e07f", "sha256": "d0d0"}, {"doc_id": "b1", "sha256": "aaaa"}]}
    green = {"rows": row(score=1.0, status="pass"), "corpus": [{"doc_id": "9c1b", "sha256": "d0d0"}]}
    assert diagnosed(**told, green=green).cause == "broken-id-join"


def test_the_shared_reindexed_run(shared):
    assert shared("C39-reindexed.jsonl").diagnosis(0).cause == "broken-id-join"


def test_a_label_outside_the_inventory_is_no_retrieval_miss(diagnosed):
    told = {"rows": row(), "cases": case("manual-1"), "retrieval": retrieval("manual-2", "faq")}
    known = diagnosed(**told, corpus=[{"doc_id": "manual-2"}, {"doc_id": "faq"}])
    assert (known.cause, known.owner) == ("not-in-corpus", "corpus")


def test_without_an_inventory_removed_and_not_found_cannot_be_told_apart(diagnosed):
    diagnosis = diagnosed(rows=row(), cases=case("manual-1"), retrieval=retrieval("manual-2", "faq"))
    assert (diagnosis.cause, diagnosis.confidence) == ("retrieval-miss", "likely")
    assert "not-in-corpus" in {word.cause for word in diagnosis.cannot_tell}


def test_a_label_that_only_an_alias_knows_is_in_the_corpus(diagnosed):
    corpus = [{"doc_id": "manual-2", "aliases": ["manual-1"]}, {"doc_id": "faq"}]
    diagnosis = diagnosed(rows=row(), cases=case("manual-1"), retrieval=retrieval("faq"), corpus=corpus)
    assert diagnosis.cause == "retrieval-miss"
    assert any("now manual-2" in proof.text for proof in diagnosis.findings[0].evidence)


def test_the_shared_dangling_label(shared):
    assert shared("C45-dangling-gold.jsonl").diagnosis(0).cause == "not-in-corpus"


CHUNKS = [{"doc_id": "plugs", "chunk_id": "plugs/2"}, {"doc_id": "cable", "chunk_id": "cable/1"}]


def test_labels_that_name_chunks_never_join_with_documents(diagnosed):
    claims = diagnosed(rows=row(), cases=case("plugs/2"), retrieval=retrieval(*CHUNKS))
    assert claims.cause == "broken-id-join"


def test_relevance_labels_that_name_chunks_never_join_with_documents(diagnosed):
    missed = [{"case_id": "q", "metric": "recall@2", "status": "fail", "score": 0.0, "minimum": 0.5}]
    labels = [{"case_id": "q", "question": "Which plug?", "relevant": ["plugs/2", "cable/1"]}]
    diagnosis = diagnosed(rows=missed, cases=labels, retrieval=retrieval(*CHUNKS))
    assert diagnosis.cause == "broken-id-join"
    assert {one.claim_id for one in diagnosis.findings if not one.secondary} == {"plugs/2", "cable/1"}


def test_the_shared_chunk_labels(shared_folder, examined):
    records = [line for line in (shared_folder / "C41-chunk-vs-doc.jsonl").read_text().splitlines() if line]
    missed = '{"case_id": "c1", "metric": "recall@3", "status": "fail", "score": 0.0, "minimum": 0.5}'
    assert examined({"files": {"all.jsonl": "\n".join([*records, missed])}}).diagnosis(0).cause == "broken-id-join"


@pytest.mark.parametrize(
    ("record", "cause", "owner"),
    [
        ({"retrieved": []}, "retrieval-miss", "retrieval"),
        ({"retrieved": None}, "undetermined", None),
        ({}, "undetermined", None),
        ({"retrieved": ["plugs"], "delivered": []}, "context-dropped", "application"),
    ],
)
def test_nothing_found_nothing_recorded_and_nothing_delivered_are_three_things(record, cause, owner, diagnosed):
    kept = [{"case_id": "q", "query": "plug", "k": 3, **record}]
    diagnosis = diagnosed(rows=row(), cases=case("plugs"), attribution=NOT_STATED, retrieval=kept)
    assert (diagnosis.cause, diagnosis.owner) == (cause, owner)
    if owner is None:
        assert "retrieval-record-missing" in {word.cause for word in diagnosis.cannot_tell}


def test_the_shared_three_kinds_of_nothing(shared_folder, examined):
    kept = (shared_folder / "C13-empty-null-absent.jsonl").read_text()
    told = {"files": {"retrieval.jsonl": kept}, "rows": [], "cases": []}
    for number in range(1, 5):
        told["rows"] += [{**row()[0], "case_id": f"c{number}"}]
        told["cases"] += [{**case("policy-7")[0], "case_id": f"c{number}"}]
    examination = examined(told)
    found = [examination.diagnosis(number).cause for number in range(4)]
    assert found == ["retrieval-miss", "undetermined", "undetermined", "context-dropped"]


PASSAGE = "The plug has three flat pins."


@pytest.mark.parametrize(
    "texts",
    [
        ["THE PLUG\n  has three flat\u00a0pins."],
        ["“The plug” has three, flat pins!"],
        ["Our plug. The plug has three", "three flat pins. It is white."],
        ["The plug has three ﬂat pins."],
    ],
)
def test_a_passage_that_reads_the_same_is_there(texts, diagnosed):
    chunks = [{"doc_id": "plugs", "text": text} for text in texts]
    diagnosis = diagnosed(
        rows=row(),
        cases=case("plugs", evidence=PASSAGE),
        attribution=[
            {"case_id": "q", "answer": "White.", "claims": [{"claim_id": "colour", "span": [0, 6], "citations": []}]}
        ],
        retrieval=retrieval(*chunks),
    )
    assert diagnosis.cause == "answer-omits-claim"


@pytest.mark.parametrize("text", ["The plug has three flat", "The plug has thirteen flat pins.", "Pins."])
def test_a_passage_that_reads_otherwise_is_not(text, diagnosed):
    told = {"rows": row(), "cases": case("plugs", evidence=PASSAGE), "attribution": NOT_STATED}
    diagnosis = diagnosed(**told, retrieval=retrieval({"doc_id": "plugs", "text": text}))
    assert (diagnosis.cause, diagnosis.owner) == ("evidence-missing-from-chunk", "corpus")


def test_a_number_inside_a_longer_number_is_not_the_passage(diagnosed):
    told = {"rows": row(), "cases": case("plugs", evidence="5 amperes"), "attribution": NOT_STATED}
    diagnosis = diagnosed(**told, retrieval=retrieval({"doc_id": "plugs", "text": "It bears 15 amperes."}))
    assert diagnosis.cause == "evidence-missing-from-chunk"


def test_the_right_chunk_of_a_visible_document_can_be_below_the_cutoff(diagnosed):
    chunks = [{"doc_id": "plugs", "text": "Plugs."}, {"doc_id": "x", "text": "-"}, {"doc_id": "plugs", "text": PASSAGE}]
    told = {"rows": row(), "cases": case("plugs", evidence=PASSAGE), "attribution": NOT_STATED}
    diagnosis = diagnosed(**told, retrieval=retrieval(*chunks))
    assert (diagnosis.cause, diagnosis.owner) == ("below-cutoff", "retrieval")


def test_without_a_cutoff_nobody_knows_what_was_visible(diagnosed):
    kept = [{"case_id": "q", "retrieved": ["cable", "fuse", "plugs"]}]
    stated = [
        {
            "case_id": "q",
            "answer": "x",
            "claims": [{"claim_id": "plug", "span": None}, {"claim_id": "y", "span": [0, 1]}],
        }
    ]
    diagnosis = diagnosed(rows=row(), cases=case("plugs"), attribution=stated, retrieval=kept)
    assert diagnosis.confidence != "certain"
    assert "cutoff k" in next(word.needs for word in diagnosis.cannot_tell if word.cause == "below-cutoff")
