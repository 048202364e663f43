"""Answers that no row speaks of: nothing was evaluated, and still their citations can be checked."""

from collections.abc import Iterator

from triage.clues.citations import citation_faults
from triage.evidence import Bundle
from triage.model import Proof

_MOST_CASES = 1_000
_MOST_TOLD = 20


def unrowed_facts(now: Bundle, _green: Bundle | None) -> Iterator[Proof]:
    """The citation faults of answers without a row, in reading order, at most ``_MOST_TOLD`` of them."""
    cases = now.unrowed_answers()
    found = [(case_id, fault) for case_id in cases[:_MOST_CASES] for fault in citation_faults(now.of_case(case_id))]
    for case_id, fault in found[:_MOST_TOLD]:
        yield Proof(f"{case_id} has no row; its claim {fault.claim_id}: {fault.words}", fault.source)
    if len(found) > _MOST_TOLD:
        more = len(found) - _MOST_TOLD
        yield Proof(f"{more} more citation faults of answers without a row", found[_MOST_TOLD][1].source)
