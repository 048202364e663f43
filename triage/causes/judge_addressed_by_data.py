"""A text under evaluation speaks to the judge.

What it sees
    A chunk or the answer holds an instruction to a judge or grader, or tells a model to ignore its instructions.
Why it matters
    The verdict may be the planted one. It is suspect whatever it says, and so is every row that saw this text.
Look-alikes
    judge-reply-misread: there the judge was not influenced, its reply was misread.
What to do next
    Quarantine the document, judge the row without it, and look for the same text in other rows.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.reply import addressed
from triage.model import Confidence, Evidence, Owner, Proof, Stage

CAUSE = Cause(
    "judge-addressed-by-data",
    Stage.METRIC,
    Owner.EVALUATION,
    "quarantine the document, judge the row without it, and look for the same text in other rows",
    ("judge-reply-misread",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Words that address the judge, in chunks and answer."""
    retrieval, attribution = evidence.retrieval, evidence.attribution
    proofs = []
    for chunk in (retrieval.retrieved if retrieval else None) or ():
        if retrieval and chunk.text and (words := addressed(chunk.text)):
            text = f"{chunk.doc_id or 'a chunk'} at rank {chunk.rank} addresses the judge: {words}"
            proofs.append(Proof(text, retrieval.source))
    answer = attribution.answer if attribution else evidence.row.raw.get("answer")
    if isinstance(answer, str) and (words := addressed(answer)):
        source = attribution.source if attribution else evidence.row.source
        proofs.append(Proof(f"the answer addresses the judge: {words}", source))
    if proofs:
        yield CAUSE.found(*proofs, confidence=Confidence.LIKELY)
