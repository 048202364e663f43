"""Equal retrieval scores: where they matter, by which rule a value comes about, and nDCG by the saved rank."""

from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from tests.clues.evidence import about, ranked, scored
from tests.drift.runs import alone, with_word
from triage.clues.recompute import at_k, recompute, tie_of
from triage.clues.ties import by_rule, tie_at_cut, ties
from triage.examine import examine
from triage.model import Case, Chunk, Evidence, Retrieval, Source

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "files"


def _scored(*hits: tuple[str, float | None], k: int = 2) -> Retrieval:
    return ranked(*(Chunk(rank, doc, score=score) for rank, (doc, score) in enumerate(hits, start=1)), k=k)


def _row(metric: str, score: float | None, retrieval: Retrieval, **grades: float) -> Evidence:
    case = Case(Source("cases.jsonl", 4), "pump", relevant=grades)
    return about(scored(metric=metric, score=score), case=case, retrieval=retrieval)


def test_a_tie_at_the_cut_holds_the_last_visible_rank() -> None:
    tie = tie_at_cut(_scored(("a", 0.9), ("b", 0.5), ("c", 0.5), ("d", 0.5), ("e", 0.1)), 2)
    assert tie is not None and tie.ids == ("b", "c", "d") and tie.ranks == (2, 4) and tie.crosses
    assert tie_at_cut(_scored(("a", 0.5), ("b", 0.5), ("c", 0.4)), 3) is None
    whole = tie_at_cut(_scored(("a", 0.5), ("b", 0.5), k=9), 9)
    assert whole is not None and not whole.crosses


def test_unknown_scores_tie_with_nothing_and_ties_below_the_cut_do_not_count() -> None:
    assert ties(_scored(("a", None), ("b", None)), 2) == ()
    assert ties(_scored(("a", 0.9), ("b", 0.8), ("c", 0.5), ("d", 0.5)), 2) == ()


def test_only_equal_scores_are_put_in_the_order_of_their_ids() -> None:
    chunks = _scored(("m", 0.9), ("a", 0.5), ("z", 0.5), ("b", 0.1)).retrieved or ()
    assert by_rule(chunks, descending=True) == ["m", "z", "a", "b"]
    assert by_rule(chunks, descending=False) == ["m", "a", "z", "b"]


def test_recall_depends_on_a_tie_that_the_cut_runs_through() -> None:
    through = _row("recall@2", 1.0, _scored(("a", 0.9), ("b", 0.5), ("c", 0.5)), a=1, b=1)
    proof = tie_of(through)
    assert proof is not None and str(proof.source) == "retrieval.jsonl:3"
    assert "tie at the cut: the result depends on the tie rule; score 0.5 at ranks 2 to 3: b, c" in proof.text
    assert "by saved rank 1, by score, then id descending 0.5, by score, then id ascending 1" in proof.text
    assert tie_of(_row("recall@2", 1.0, _scored(("b", 0.5), ("a", 0.5), ("c", 0.1)), a=1, b=1)) is None


def test_a_reciprocal_rank_depends_on_a_tie_above_the_cut() -> None:
    proof = tie_of(_row("rr@3", 1.0, _scored(("b", 0.5), ("a", 0.5), ("c", 0.1), k=3), b=1))
    assert proof is not None and proof.text.startswith("tie within the first 3")


@pytest.mark.parametrize(("other", "descending"), [("a", "1"), ("z", "0.6309")])
def test_ndcg_is_taken_by_saved_rank_and_the_tie_rules_stand_beside_it(other: str, descending: str) -> None:
    evidence = _row("ndcg@2", 1.0, _scored(("m", 1.0), (other, 1.0)), m=1)
    again, proof = recompute(evidence), tie_of(evidence)
    assert again is not None and again.value == 1.0
    assert proof is not None and f"by score, then id descending {descending}" in proof.text


def test_the_rule_that_gives_the_recorded_score_is_named() -> None:
    proof = tie_of(_row("ndcg@2", 0.63093, _scored(("m", 1.0), ("z", 1.0)), m=1))
    assert proof is not None and proof.text.endswith("the recorded 0.6309 is the value by score, then id descending")


@pytest.mark.parametrize(
    ("score", "value", "words"),
    [
        (0.8597, 0.8597, "gain = grade, to the 4 digits recorded"),
        (0.7967, 0.7967, "gain = 2^grade - 1, to the 4 digits recorded"),
        (0.5, 0.8597186998521972, "gain = grade"),
    ],
)
def test_graded_ndcg_follows_the_gain_that_the_recorded_score_was_taken_with(score, value, words) -> None:
    # gains 1, 2 over the best order 2, 1; as 2^grade - 1 they are 1, 3 over 3, 1.
    again = recompute(_row("ndcg@2", score, _scored(("a", 0.9), ("b", 0.5)), a=1, b=2))
    assert again is not None and again.value == pytest.approx(value, abs=1e-12) and again.formula.endswith(words)


def test_a_document_counts_once_in_ndcg() -> None:
    again = recompute(_row("ndcg@3", 1.0, _scored(("a", 0.9), ("a", 0.8), ("b", 0.7), k=3), a=1))
    assert again is not None and again.value == 1.0 and "a 2 times" in again.formula


def test_ndcg_without_a_cutoff_in_its_name_is_not_guessed() -> None:
    assert at_k("ndcg") is None and at_k("nDCG@10") == ("ndcg", 10)


def test_a_recorded_value_by_the_other_rule_is_explained_in_the_finding(tmp_path: Path) -> None:
    hits = [{"doc_id": doc, "score": 0.7} for doc in ("m", "z")]
    evidence = [{"case_id": "q", "relevant": ["m"]}, {"case_id": "q", "k": 2, "retrieved": hits}]
    evidence += [{"case_id": "r", "relevant": ["m"]}, {"case_id": "r", "k": 2, "retrieved": ["m", "z"]}]
    rows = [row("q", 0.63093, metric="ndcg@2"), row("r", 1.0, metric="ndcg@2")]
    folder = write_bundle(tmp_path, {"rows": rows, "evidence": evidence})
    found = examine([folder]).diagnosis(0)
    assert (found.cause, found.owner) == ("score-not-reproducible", "evaluation")
    assert any("depends on the tie rule" in proof.text for proof in found.findings[0].evidence)
    (fact,) = alone(folder)
    assert fact.startswith("1 of 2 rows over the first k depend on how equal scores are ordered: q (ndcg@2)")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
def test_the_shared_ties() -> None:
    path = SHARED / "C52-ties-by-id.jsonl"
    examination = examine([path])
    for number, descending in ((0, "descending 1,"), (1, "descending 0.6309,")):
        again, proof = recompute(examination.evidence(number)), tie_of(examination.evidence(number))
        assert again is not None and again.value == 1.0
        assert proof is not None and descending in proof.text
    assert len(with_word(alone(path), "2 of 2 rows")) == 1
