"""Evidence about one visit to a building, built in memory for tests of the walk."""

from triage.model import (
    Attribution,
    Case,
    Chunk,
    Evidence,
    Label,
    Outcome,
    Retrieval,
    Row,
    Source,
    StatedClaim,
)

ROWS, CASES, ATTRIBUTION, RETRIEVAL = (Source(f"{name}.jsonl", 1) for name in ("rows", "cases", "attr", "retr"))
TEXTS = {"stairs": "Hold the rail.", "lift": "The lift holds six.", "gate": "The gate shuts at nine."}


def row(required, supported, outcome=Outcome.FAILED, **more):
    score = len(supported) / len(required)
    known = {"score": score, "minimum": 0.9, "required": tuple(required), "supported": tuple(supported)}
    return Row(ROWS, outcome, case_id="visit", **{**known, **more})


def labels(*claims):
    return Case(CASES, "visit", claims={claim: Label(claim, (claim,), TEXTS[claim]) for claim in claims})


def stated(*claims, answer="Hold the rail."):
    """One StatedClaim per (claim id, citations); citations None is a claim that the answer does not state."""
    said = [
        StatedClaim(claim, tuple(cited or ()), None if cited is None else (0, 4), None, None) for claim, cited in claims
    ]
    return Attribution(ATTRIBUTION, "visit", answer=answer, claims=tuple(said))


def retrieved(*doc_ids, k=5):
    chunks = [Chunk(rank, doc, text=TEXTS.get(doc, "Nothing.")) for rank, doc in enumerate(doc_ids, 1)]
    return Retrieval(RETRIEVAL, "visit", k=k, retrieved=tuple(chunks))


def green_of(required, **more):
    return Evidence(row(required, required, Outcome.PASSED, **more))


def causes_of(diagnosis, secondary=False):
    return {(one.cause, one.claim_id) for one in diagnosis.findings if one.secondary is secondary}
