"""A run on disk for tests that hand rows over."""

from pathlib import Path
from typing import Any

from tests.bundles import write_bundle

QUESTION = "How many days may pass before a parcel is returned at no cost?"
ANSWER = "Nothing is charged for a return, and a courier comes to your door."
SPAN = (0, 31)
CHUNK = "Couriers collect returns on weekdays between eight and noon."
PASSAGE = "within thirty days"
DOCUMENTS = (("d-fee", "at no cost"), ("d-x", "wherever you live"), ("d-win", f"it leaves {PASSAGE} of its arrival"))
RUN = {"run_id": "nightly-12", "contract_version": "c-3", "planned_rows": 40, "corpus_version": "kb-9"}
CLAIMS = {"fee": {"sources": ["d-fee"]}, "window": {"sources": ["d-win"], "evidence": PASSAGE}}


def case_of(case_id: str) -> dict[str, list[dict[str, Any]]]:
    """A case that loses its claim ``window``: the document stands below the cutoff."""
    stated = {"claim_id": "fee", "citations": ["d-fee"], "span": list(SPAN), "supported": True}
    lost = {"claim_id": "window", "citations": [], "span": None, "supported": False}
    hits = [{"doc_id": doc, "text": f"{CHUNK} {doc}: {said}"} for doc, said in DOCUMENTS]
    row = {"case_id": case_id, "status": "fail", "score": 0.5, "minimum": 0.8, "contract_version": "c-3"}
    lists = {"required_claim_ids": ["fee", "window"], "supported_claim_ids": ["fee"]}
    return {
        "rows": [row | lists | {"reason": "supported=1; required=2; missing=window"}],
        "cases": [{"case_id": case_id, "question": QUESTION, "claims": CLAIMS}],
        "attribution": [{"case_id": case_id, "answer": ANSWER, "mapper_version": "m-7", "claims": [stated, lost]}],
        "retrieval": [{"case_id": case_id, "query": QUESTION, "k": 2, "retrieved": hits}],
    }


def write_run(folder: Path, *case_ids: str, run: dict[str, Any] | None = None, **more: list[dict[str, Any]]) -> Path:
    """A run of these cases; ``more`` are further records by file stem."""
    records: dict[str, list[dict[str, Any]]] = {}
    for case in [*map(case_of, case_ids), more]:
        for stem, entries in case.items():
            records.setdefault(stem, []).extend(entries)
    documents = [{"doc_id": doc, "sha256": "ab" * 32, "text": CHUNK} for doc in ("d-fee", "d-win", "z")]
    return write_bundle(folder, {**records, "corpus": documents}, RUN if run is None else run)
