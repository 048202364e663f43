"""Label and digests of the corpus are told apart, and the digest wins."""

from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from tests.drift.runs import SHARED, Side, alone, moved, with_word
from triage.drift import of_row
from triage.drift.corpus import compare, entries
from triage.examine import examine
from triage.model import Document, Source

A, B, C = "a" * 64, "b" * 64, "c" * 64


def _corpus(label: str | None, **digests: str | None) -> Side:
    documents = [{"doc_id": doc, "sha256": digest} for doc, digest in digests.items()]
    return {"corpus": documents}, {"run_id": "r", "corpus_version": label}


def _told(folder: Path, then: Side, now: Side) -> list[str]:
    return with_word(moved(folder, then, now), "document")


def test_an_equal_label_over_other_documents_is_drift(tmp_path: Path) -> None:
    (fact,) = _told(tmp_path, _corpus("v1", hose=A, pump=B, seal=C), _corpus("v1", hose=A, pump=C, seal=B))
    assert "corpus_version is v1 in both runs" in fact
    assert "another sha256 in 2 of 3 documents (pump, seal): the corpus drifted although its label is equal" in fact
    assert fact.endswith("[corpus.jsonl:2]")


def test_a_moved_label_over_the_same_documents_is_said_to_be_only_a_label(tmp_path: Path) -> None:
    (fact,) = _told(tmp_path, _corpus("v1", hose=A, pump=B), _corpus("v2", hose=A, pump=B))
    assert "moved v1 -> v2, and all 2 documents" in fact and "the documents are the same" in fact
    assert "drifted" not in fact


def test_a_moved_label_over_other_documents_is_no_surprise_and_still_counted(tmp_path: Path) -> None:
    (fact,) = _told(tmp_path, _corpus("v1", hose=A, pump=B), _corpus("v2", hose=A, pump=C, seal=A))
    assert "moved v1 -> v2; another sha256 in 1 of 2 documents (pump), 1 only now (seal)" in fact
    assert "drifted" not in fact


def test_nothing_is_said_of_equal_corpora_or_without_an_inventory(tmp_path: Path) -> None:
    assert _told(tmp_path, _corpus("v1", hose=A), _corpus("v1", hose=A)) == []
    assert _told(tmp_path / "bare", ({}, {"corpus_version": "v1"}), _corpus("v2", hose=A)) == []


def test_documents_without_a_digest_are_neither_equal_nor_changed(tmp_path: Path) -> None:
    (fact,) = _told(tmp_path, _corpus("v1", hose=A, pump=None), _corpus("v1", hose=B, pump=C))
    assert "another sha256 in 1 of 1 document (hose), no digest to compare in 1" in fact


def test_line_ends_alone_are_no_drift() -> None:
    then = entries([Document(Source("c", 1), "hose", sha256=A, text="one\ntwo\n")])
    now = entries([Document(Source("c", 1), "hose", sha256=B, text="one\r\ntwo\r\n")])
    assert (compare(then, now).line_ends, compare(then, now).moved) == (("hose",), False)
    other = entries([Document(Source("c", 1), "hose", sha256=B, text="one\r\nthree\r\n")])
    assert (compare(then, other).line_ends, compare(then, other).changed) == ((), ("hose",))
    same = entries([Document(Source("c", 1), "hose", sha256=B, text="one\ntwo\n")])
    assert compare(then, same).changed == ("hose",), "equal texts under two digests: the rest was not kept"


def test_a_document_under_another_id_is_neither_new_nor_gone() -> None:
    then = entries([Document(Source("c", 1), "hose", sha256=A), Document(Source("c", 2), "pump", sha256=B)])
    now = entries(
        [Document(Source("c", 1), "kb/hose", sha256=A), Document(Source("c", 2), "kb/pump", aliases=("pump",))]
    )
    difference = compare(then, now)
    assert difference.renamed == (("hose", "kb/hose"), ("pump", "kb/pump"))
    assert (difference.added, difference.removed) == ((), ())


def test_two_runs_in_one_file_are_told_apart_by_their_run_id(tmp_path: Path) -> None:
    lines = [
        '{"run_id": "one", "corpus_version": "v1", "date": "2026-05-01"}',
        f'{{"run_id": "one", "doc_id": "hose", "sha256": "{A}"}}',
        '{"run_id": "two", "corpus_version": "v1", "date": "2026-05-02"}',
        f'{{"run_id": "two", "doc_id": "hose", "sha256": "{B}"}}',
    ]
    path = tmp_path / "both.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (fact,) = alone(path)
    assert "another sha256 in 1 of 1 document (hose): the corpus drifted although its label is equal" in fact
    document = examine([path]).bundle.inventory.document("hose")
    assert document is not None and document.sha256 == B, "the newest run's own document"
    assert not any("a second corpus record" in note.text for note in examine([path]).bundle.notes)


def test_the_chosen_run_of_the_same_file_is_compared_once(tmp_path: Path) -> None:
    lines = [
        '{"run_id": "one", "corpus_version": "v1", "date": "2026-05-01", "status": "green"}',
        f'{{"run_id": "one", "doc_id": "hose", "sha256": "{A}"}}',
        '{"run_id": "two", "corpus_version": "v1", "date": "2026-05-02", "status": "red"}',
        f'{{"run_id": "two", "doc_id": "hose", "sha256": "{B}"}}',
    ]
    (tmp_path / "both.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    examination = examine([tmp_path / "both.jsonl"])
    assert examination.baseline is not None
    assert [fact.text.startswith("corpus_version is v1") for fact in examination.drift] == [True]


def test_a_row_is_told_which_of_its_documents_changed(tmp_path: Path) -> None:
    case = {"case_id": "q", "claims": {"f": {"sources": ["hose"]}}}
    for name, digest in (("then", A), ("now", B)):
        documents = [{"doc_id": "hose", "sha256": digest}, {"doc_id": "pump", "sha256": digest}]
        records = {"rows": [row("q", 1.0)], "cases": [case], "corpus": documents}
        write_bundle(tmp_path / name, records, {"run_id": name, "corpus_version": "v1"})
    facts = of_row(examine([tmp_path / "now"], baseline=str(tmp_path / "then")).evidence(0))
    text = "hose has another sha256 than in the last green run, though corpus_version is v1 in both"
    assert [fact.text for fact in facts] == [text]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
def test_the_shared_republished_corpus() -> None:
    (fact,) = alone(SHARED / "C65-republished.jsonl")
    assert "another sha256 in 2 of 3 documents (d2, d3): the corpus drifted although its label is equal" in fact
