"""Sufficient context beside the answer: each cell of the table, and where there is none."""

import pytest

from tests.clues.evidence import FOUR_BAR, about, attributed, labelled, ranked, scored
from triage.clues.sufficiency import Answered, sufficiency
from triage.model import Case, Chunk, Evidence, Label, Outcome, RankingArtifact, Source, StatedClaim

BOTH = ("bar", "check")
STATED = attributed(StatedClaim("bar", ("a",), FOUR_BAR))
SILENT = attributed(StatedClaim("bar", (), None))


def _evidence(shown: tuple[str, ...], supported: tuple[str, ...] | None, **records: object) -> Evidence:
    values = {"attribution": STATED, "case": labelled(bar=["a"], check=["b"]), **records}
    return about(scored(required=BOTH, supported=supported), retrieval=ranked(*shown, k=5), **values)


@pytest.mark.parametrize(
    ("shown", "supported", "attribution", "cell", "points"),
    [
        (("a", "b"), BOTH, STATED, (True, Answered.CORRECT), "nothing points at anyone"),
        (("a", "b"), ("bar",), STATED, (True, Answered.WRONG), "points at the application: it had"),
        (("a", "b"), (), SILENT, (True, Answered.ABSTAINED), "points at the application: it abstained"),
        (("a",), BOTH, STATED, (False, Answered.CORRECT), "knows more than it was shown"),
        (("a",), ("bar",), STATED, (False, Answered.WRONG), "points at retrieval, and the application should"),
        (("a",), (), SILENT, (False, Answered.ABSTAINED), "points at retrieval: abstaining was right"),
    ],
)
def test_every_cell_names_whom_it_points_at(shown, supported, attribution, cell, points: str) -> None:
    found = sufficiency(_evidence(shown, supported, attribution=attribution))
    assert found is not None
    assert (found.sufficient, found.answered) == cell
    assert points in found.words and f"visible evidence for {len(shown)} of 2 required claims" in found.words


def test_what_lacks_its_evidence_is_named() -> None:
    found = sufficiency(_evidence(("a",), ("bar",)))
    assert found is not None and found.lacking == ("check",) and "none for check" in found.words


def test_an_unlabelled_claim_leaves_it_open_unless_another_lacks_its_evidence_for_sure() -> None:
    partly = labelled(bar=["a"])
    found = sufficiency(_evidence(("a",), ("bar",), case=partly))
    assert found is not None and found.sufficient is None and found.unknown == ("check",)
    assert "cannot be told: visible evidence for 1 of 2" in found.words and "for check" in found.words
    lacking = sufficiency(_evidence(("z",), ("bar",), case=partly))
    assert lacking is not None and lacking.sufficient is False


def test_without_a_retrieval_record_it_cannot_be_told() -> None:
    found = sufficiency(about(scored(required=BOTH, supported=()), case=labelled(bar=["a"], check=["b"])))
    assert found is not None and found.sufficient is None and found.unknown == BOTH


def test_a_visible_document_without_the_expected_passage_is_not_sufficient() -> None:
    case = Case(Source("c", 1), "pump", claims={"bar": Label("bar", ("a",), "four bar")})
    row = scored(required=("bar",), supported=())

    def with_text(text: str | None) -> bool | None:
        found = sufficiency(about(row, case=case, attribution=STATED, retrieval=ranked(Chunk(1, "a", None, text))))
        return found.sufficient if found else None

    assert [with_text("never over four bar"), with_text("use a gauge"), with_text(None)] == [True, False, True]


def test_an_evaluation_that_did_not_happen_says_nothing_of_the_answer() -> None:
    row = scored(Outcome.INVALID, required=BOTH, supported=("bar",))
    found = sufficiency(
        about(row, case=labelled(bar=["a"], check=["b"]), retrieval=ranked("a", "b"), attribution=STATED)
    )
    assert found is not None and found.answered is None and "was not recorded" in found.words


def test_where_nothing_is_required_there_is_nothing_to_be_sufficient_for() -> None:
    assert sufficiency(about(scored(), case=labelled(), retrieval=ranked("a"))) is None
    ranking = RankingArtifact(Source("r", 1), "pump")
    assert sufficiency(about(scored(required=BOTH), ranking=ranking)) is None
