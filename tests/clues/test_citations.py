"""What is mechanically wrong with a citation, the first fault of each cited id only."""

import json
from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from tests.clues import evidence as made
from tests.clues.evidence import FOUR_BAR, MONTHLY, Corpus, about, attributed, ranked
from triage.clues.citations import Fault, citation_faults
from triage.examine import examine
from triage.model import Case, Chunk, Evidence, Label, Source, StatedClaim

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "files"


def _faults(evidence: Evidence) -> list[tuple[str, str | None, Fault]]:
    return [(one.claim_id, one.document, one.fault) for one in citation_faults(evidence)]


def _cites(*documents: str, **records: object) -> Evidence:
    claims = attributed(StatedClaim("bar", documents, FOUR_BAR, "four bar"))
    return about(attribution=claims, **{"retrieval": ranked("a", "b", "c"), **records})


@pytest.mark.parametrize(
    ("cited", "fault"),
    [("a", None), ("c", Fault.NOT_VISIBLE), ("d", Fault.NOT_RETRIEVED), ("x", Fault.UNKNOWN), ("a#1", None)],
)
def test_a_cited_id_is_followed_from_corpus_to_prompt(cited: str, fault: Fault | None) -> None:
    evidence = _cites(cited, inventory=Corpus(a=(), b=(), c=(), d=()))
    assert _faults(evidence) == ([] if fault is None else [("bar", cited, fault)])


def test_each_citation_has_its_own_first_fault_in_their_order() -> None:
    evidence = _cites("x", "a", "c", inventory=Corpus(a=(), b=(), c=()))
    assert _faults(evidence) == [("bar", "x", Fault.UNKNOWN), ("bar", "c", Fault.NOT_VISIBLE)]


def test_without_an_inventory_nothing_is_called_unknown() -> None:
    (fault,) = citation_faults(_cites("x"))
    assert (fault.fault, str(fault.source)) == (Fault.NOT_RETRIEVED, "retrieval.jsonl:3")
    assert "no inventory says whether it exists" in fault.text


def test_without_a_retrieval_record_nothing_is_called_missing() -> None:
    assert _faults(_cites("x", retrieval=None)) == []


def test_an_earlier_id_of_a_visible_document_is_no_fault() -> None:
    assert _faults(_cites("old-a", inventory=Corpus(a=("old-a",), b=()))) == []


def test_delivered_decides_over_the_ranking() -> None:
    assert _faults(_cites("z", retrieval=ranked("a", delivered=("z",)))) == []
    assert _faults(_cites("a", retrieval=ranked("a", delivered=()))) == [("bar", "a", Fault.NOT_VISIBLE)]


@pytest.mark.parametrize(
    ("cited", "words"), [("7", "beyond the end of it (2 sources)"), ("2", "it would be b"), ("seven", "")]
)
def test_a_bare_number_is_also_read_as_a_place(cited: str, words: str) -> None:
    (fault,) = citation_faults(_cites(cited))
    assert words in fault.text and ("as a number" in fault.text) == bool(words)


def _with_passage(text: str | None, quote: str = "four bar") -> Evidence:
    case = Case(Source("cases.jsonl", 4), "pump", claims={"bar": Label("bar", ("a",), "inflate to FOUR  bar")})
    claims = attributed(StatedClaim("bar", ("a",), FOUR_BAR, quote))
    return about(case=case, attribution=claims, retrieval=ranked(Chunk(1, "a", None, text)))


def test_a_visible_document_without_the_expected_passage_is_a_fault_of_its_own() -> None:
    assert _faults(_with_passage("Use a pump with a gauge.")) == [("bar", "a", Fault.PASSAGE_ABSENT)]
    assert _faults(_with_passage("Always inflate to four bar, never more.")) == []
    assert _faults(_with_passage(None)) == [], "a text that was not kept proves nothing"


@pytest.mark.parametrize(
    ("span", "quote", "fault"),
    [
        (FOUR_BAR, "Pump  it to\nFOUR bar.", None),
        (FOUR_BAR, "every month", Fault.MISPLACED),
        ((30, 99), None, Fault.MISPLACED),
        ((5, 5), None, Fault.MISPLACED),
        (None, "every month", None),
        (FOUR_BAR, "Use a pump with a gauge.", None),
        (FOUR_BAR, "six bar", Fault.PASSAGE_ABSENT),
    ],
)
def test_a_quote_stands_at_its_span_or_in_the_cited_text(
    span: tuple[int, int] | None, quote: str | None, fault: Fault | None
) -> None:
    claims = attributed(StatedClaim("bar", ("a",), span, quote))
    evidence = about(attribution=claims, retrieval=ranked(Chunk(1, "a", None, "Use a pump with a gauge.")))
    assert _faults(evidence) == ([] if fault is None else [("bar", None, fault)])


def test_a_quote_is_compared_in_one_unicode_form() -> None:
    claims = attributed(StatedClaim("bar", ("a",), (0, 4), "cafe\u0301"), answer="Café pumps")
    assert _faults(about(attribution=claims, retrieval=ranked(Chunk(1, "a", None, "Use a gauge.")))) == []


def test_a_quote_that_may_stand_in_a_text_nobody_kept_is_no_fault() -> None:
    claims = attributed(StatedClaim("bar", ("a",), FOUR_BAR, "six bar"))
    assert _faults(about(attribution=claims, retrieval=ranked("a"))) == []


def test_claims_that_share_a_span_name_each_other_and_a_stated_claim_needs_a_citation() -> None:
    claims = attributed(
        StatedClaim("bar", ("a",), FOUR_BAR),
        StatedClaim("unit", ("a",), FOUR_BAR),
        StatedClaim("check", (), MONTHLY),
        StatedClaim("silent", (), None),
    )
    faults = citation_faults(about(attribution=claims, retrieval=ranked("a")))
    assert [(one.claim_id, one.fault) for one in faults] == [
        ("bar", Fault.SHARED_SPAN),
        ("unit", Fault.SHARED_SPAN),
        ("check", Fault.UNCITED),
    ]
    assert faults[0].text == "shares the span 0-20 with unit"


NUMBERED = [
    {"case_id": "q", "k": 2, "retrieved": ["a", "b"], "delivered": ["a", "b"]},
    {"case_id": "q", "answer": made.ANSWER, "claims": [
        {"claim_id": "bar", "citations": ["5"], "span": [0, 20], "supported": True},
        {"claim_id": "check", "citations": ["b"], "span": [21, 42], "supported": True},
    ]},
]  # fmt: skip


@pytest.mark.parametrize(
    ("supported", "cause", "owner"),
    [(["bar", "check"], "false-support", "attribution"), (["check"], "citation-not-visible", "application")],
)
def test_a_source_number_beyond_the_list_stops_the_walk_at_attribution(
    tmp_path: Path, supported: list[str], cause: str, owner: str
) -> None:
    score = len(supported) / 2
    rows = [row("q", score, required_claim_ids=["bar", "check"], supported_claim_ids=supported)]
    examination = examine([write_bundle(tmp_path, {"rows": rows, "evidence": NUMBERED})])
    found = examination.diagnosis(0)
    assert (found.cause, found.owner, found.stage, found.confidence) == (cause, owner, "attribution", "likely")
    assert [one.claim_id for one in found.findings if not one.secondary] == ["bar"]
    assert "was never retrieved" in found.findings[0].evidence[0].text


def test_without_labels_one_visible_citation_leaves_it_open(tmp_path: Path) -> None:
    claims = [{"claim_id": "bar", "citations": ["5", "a"], "span": [0, 20]}]
    evidence = [NUMBERED[0], {"case_id": "q", "answer": made.ANSWER, "claims": claims}]
    rows = [row("q", 0.0, required_claim_ids=["bar"], supported_claim_ids=[])]
    found = examine([write_bundle(tmp_path, {"rows": rows, "evidence": evidence})]).diagnosis(0)
    assert "citation-not-visible" not in [one.cause for one in found.findings]


def test_labels_make_it_a_wrong_citation_with_the_same_words(tmp_path: Path) -> None:
    rows = [row("q", 0.5, required_claim_ids=["bar", "check"], supported_claim_ids=["check"])]
    case = {"case_id": "q", "claims": {"bar": {"sources": ["a"]}, "check": {"sources": ["b"]}}}
    examination = examine([write_bundle(tmp_path, {"rows": rows, "evidence": NUMBERED, "cases": [case]})])
    found = examination.diagnosis(0)
    assert found.cause == "wrong-citation"
    assert any("5, which was never retrieved" in proof.text for proof in found.findings[0].evidence)


def test_good_citations_without_labels_raise_no_alarm(tmp_path: Path) -> None:
    rows = [row("q", 1.0, required_claim_ids=["check"], supported_claim_ids=["check"])]
    examination = examine([write_bundle(tmp_path, {"rows": rows, "evidence": NUMBERED})])
    assert examination.diagnosis(0).cause is None


def test_an_answer_that_no_row_speaks_of_is_still_checked(tmp_path: Path) -> None:
    examination = examine([write_bundle(tmp_path, {"evidence": NUMBERED})])
    (fact,) = examination.drift
    assert fact.text.startswith("q has no row; its claim bar: cites 5, which was never retrieved")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
def test_the_shared_citation_beyond_the_list() -> None:
    path = SHARED / "C46-citation-beyond.jsonl"
    bundle = examine([path]).bundle
    (fault,) = citation_faults(bundle.of_case(json.loads(path.read_text("utf-8").splitlines()[0])["case_id"]))
    assert (fault.claim_id, fault.document, fault.fault) == ("fee", "7", Fault.NOT_RETRIEVED)
