"""Sufficient context: was everything that the answer needed in front of it, and what did it make of that?

A case's context is sufficient when every required claim has a document that is labelled for it and was visible to the
answer stage, and holds the expected passage where passage and text are known.  Beside the answer this gives a table of
two by three (Joren et al. 2025, arXiv 2411.06037, with this proxy in place of a judge model).
"""

from enum import StrEnum
from typing import NamedTuple

from triage.clues.claim import ClaimView, listed
from triage.model import Evidence, Outcome, Source
from triage.text import count


class Answered(StrEnum):
    """What the answer made of the context: every required claim supported, not every one, or nothing stated."""

    CORRECT = "correct"
    WRONG = "wrong"
    ABSTAINED = "abstained"


READING: dict[tuple[bool, Answered], str] = {
    (True, Answered.CORRECT): "nothing points at anyone",
    (True, Answered.WRONG): "points at the application: it had what it needed",
    (True, Answered.ABSTAINED): "points at the application: it abstained with the evidence in front of it",
    (False, Answered.CORRECT): "the answer knows more than it was shown: check its citations",
    (False, Answered.WRONG): "points at retrieval, and the application should have abstained",
    (False, Answered.ABSTAINED): "points at retrieval: abstaining was right",
}


class Sufficiency(NamedTuple):
    """``sufficient`` None where it cannot be told; ``lacking`` are required claims without visible evidence,
    ``unknown`` those of which it cannot be told.  ``answered`` None where the row does not say.
    """

    sufficient: bool | None
    answered: Answered | None
    required: int
    lacking: tuple[str, ...]
    unknown: tuple[str, ...]
    source: Source

    @property
    def words(self) -> str:
        """The cell of the table with its denominator, and who it points at; what is missing where there is no cell."""
        shown = self.required - len(self.lacking) - len(self.unknown)
        total = f"visible evidence for {shown} of {count(self.required, 'required claim')}"
        if self.sufficient is None:
            why = f"no label, or no record of what was visible, for {listed(self.unknown)}"
            return f"cannot be told: {total}; {why}"
        lacking = f", none for {listed(self.lacking)}" if self.lacking else ""
        state = f"{'sufficient' if self.sufficient else 'insufficient'}: {total}{lacking}"
        if self.answered is None:
            return f"{state}; whether the answer is right was not recorded"
        return f"{state}; the answer {_SAID[self.answered]}: {READING[self.sufficient, self.answered]}"


_SAID = {
    Answered.CORRECT: "is correct",
    Answered.WRONG: "is wrong or incomplete",
    Answered.ABSTAINED: "abstained",
}


def sufficiency(evidence: Evidence) -> Sufficiency | None:
    """The row's cell of the table; None where no claim is required, so that there is nothing to be sufficient for."""
    row, case = evidence.row, evidence.case
    required = tuple(dict.fromkeys(row.required or (case.claims if case and case.claims else ())))
    if not required or evidence.ranking is not None:
        return None
    views = [ClaimView(evidence, claim_id) for claim_id in required]
    unknown = tuple(view.claim_id for view in views if view.visible is None or not view.labelled)
    lacking = tuple(view.claim_id for view in views if view.claim_id not in unknown and not view.evidence_visible)
    # One claim that surely lacks its evidence decides, whatever is unknown of the others.
    sufficient = False if lacking else None if unknown else True
    source = evidence.retrieval.source if evidence.retrieval else row.source
    return Sufficiency(sufficient, _answered(evidence, required), len(required), lacking, unknown, source)


def _answered(evidence: Evidence, required: tuple[str, ...]) -> Answered | None:
    supported, attribution = evidence.row.supported, evidence.attribution
    mapped = attribution.claims if attribution else None
    if mapped is not None and not any(claim.span is not None or claim.quote for claim in mapped):
        return Answered.ABSTAINED
    if supported is None or evidence.row.outcome is Outcome.INVALID:
        return None
    return Answered.CORRECT if set(required) <= set(supported) else Answered.WRONG
