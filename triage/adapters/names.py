"""Names that tools and people give to the same thing."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

QUESTION = (
    *("user_input", "question", "questions", "query", "input", "inputs.question", "inputs.query", "prompt"),
    "reference_question",
)
ANSWER = (
    *("response", "answer", "output", "actual_output", "model_response", "prediction", "predictions", "predicted"),
    *("outputs.answer", "outputs.output", "outputs.response", "generated_answer"),
    *("predicted_answers", "predicted_answer", "llm_answer"),
)
CONTEXTS = (
    *("retrieved_contexts", "contexts", "context", "retrieval_context", "documents", "retrieved_documents"),
    *("retrieved_context", "outputs.contexts", "outputs.documents", "llm_context"),
)
REFERENCE = (
    *("reference", "ground_truth", "ground_truths", "expected", "expected_output", "expected_answer"),
    *("expected_response", "reference_answer", "gt_answer", "golden_answer", "target", "grading_notes", "truth"),
    *("reference.answer", "reference_output", "correct_answer", "true_answers", "true_answer"),
)
DOC_IDS = ("retrieved_context_ids", "retrieved_ids", "doc_ids", "document_ids")
REFERENCE_IDS = ("reference_context_ids", "relevant_ids", "expected_doc_ids", "gold_ids")
CASE_ID = ("case_id", "id", "query_id", "example_id", "test_id", "sample_id", "question_id", "qid", "uid")
REASON_ENDINGS = ("_reason", "_explanation", "/rationale", "/justification", "_justification", "_rationale", "_comment")
_FOLDED = re.compile(r"[._\s-]")


def folded(name: str) -> str:
    """A name as it is compared: lower case, without ``.``, ``_``, ``-`` and blanks."""
    return _FOLDED.sub("", name).casefold()


def find(names: Iterable[str], wanted: tuple[str, ...]) -> str | None:
    """The first of the names that means what is wanted, in the order of ``wanted``."""
    by_fold: dict[str, str] = {}
    for name in names:
        by_fold.setdefault(folded(name), name)
    return next((by_fold[folded(one)] for one in wanted if folded(one) in by_fold), None)


def pick(record: Mapping[str, Any], wanted: tuple[str, ...]) -> Any:
    """The value under the first name that means what is wanted; None without one."""
    name = find(record, wanted)
    return None if name is None else record[name]


def family(metric: str) -> str:
    """The metric without the mode that its column name carries: ``factual_correctness(mode=f1)``."""
    return metric.partition("(mode=")[0]
