import pytest

from triage.evidence.kinds import Kind, kinds_of, profile_metrics

C = {"case_id": "c"}


@pytest.mark.parametrize(
    ("record", "kinds"),
    [
        ({**C, "status": "pass"}, [Kind.ROW]),
        ({**C, "score": None}, [Kind.ROW]),
        ({**C, "metric": "m"}, [Kind.ROW]),
        ({**C, "required_claim_ids": []}, [Kind.ROW]),
        ({**C, "required": ["a"], "supported": []}, [Kind.ROW]),
        ({**C, "score": 1, "claims": [], "retrieved": [], "answer": "x"}, [Kind.ROW]),
        ({"line": 3, "status": "invalid", "reason": "x"}, [Kind.ROW]),
        ({"line": 3, "status": "invalid", "run_id": "r"}, [Kind.ROW]),
        ({**C, "faithfulness": 0.5, "context_recall": None}, [Kind.PROFILE]),
        ({**C, "faithfulness": 0.5, "score": 1}, [Kind.ROW]),
        ({**C, "claims": {}}, [Kind.CASE]),
        ({**C, "claims": {}, "score": 1}, [Kind.CASE]),
        ({**C, "relevant": ["d"]}, [Kind.CASE]),
        ({**C, "reference": "x"}, [Kind.CASE]),
        ({**C, "restricted": []}, [Kind.CASE]),
        ({**C, "question": "x"}, [Kind.CASE]),
        ({**C, "claims": []}, [Kind.ATTRIBUTION]),
        ({**C, "question": "x", "answer": "y"}, [Kind.ATTRIBUTION]),
        ({**C, "mapper_version": "2"}, [Kind.ATTRIBUTION]),
        ({**C, "query": "x"}, [Kind.RETRIEVAL]),
        ({**C, "retrieved": None}, [Kind.RETRIEVAL]),
        ({**C, "delivered": []}, [Kind.RETRIEVAL]),
        ({**C, "reference": "x", "answer": "y", "retrieved": []}, [Kind.CASE, Kind.ATTRIBUTION, Kind.RETRIEVAL]),
        ({"case": "c", "presented_order": [], "actual_order": []}, [Kind.RANKING]),
        ({**C, "raw_order": []}, [Kind.RANKING]),
        ({**C, "candidates": [], "expected_order": []}, [Kind.RANKING_CASE]),
        ({**C, "candidates": [], "expected_order": [], "presented_order": []}, [Kind.RANKING]),
        ({"doc_id": "d"}, [Kind.CORPUS]),
        ({"doc_id": "d", "run_id": "r"}, [Kind.CORPUS]),
        ({"run_id": "r", "status": "green"}, [Kind.MANIFEST]),
        ({"planned_rows": 3}, [Kind.MANIFEST]),
        ({"teams": {}}, [Kind.TEAMS]),
        ({"rules": []}, [Kind.TEAMS]),
        ({"version": "p1", "minimum": {"m": 1}}, [Kind.POLICY]),
        ({"name": "x"}, []),
        (C, []),
    ],
)
def test_kinds_are_told_by_what_a_record_holds(record, kinds):
    assert list(kinds_of(record)) == kinds


def test_a_profile_has_a_row_for_every_column_it_has():
    assert profile_metrics({"context_recall": None, "faithfulness": 1}) == ("faithfulness", "context_recall")
