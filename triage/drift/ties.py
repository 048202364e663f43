"""Ranking metrics whose value depends on how equal retrieval scores are ordered."""

from collections.abc import Iterator

from triage.clues.recompute import at_k, tie_of
from triage.drift.rows import MOST_ROWS
from triage.evidence import Bundle
from triage.model import Proof
from triage.text import count

_NAMED = 8


def tie_facts(now: Bundle, _green: Bundle | None) -> Iterator[Proof]:
    """How many of the rows with a metric over the first k have a tie that their value depends on, and which."""
    numbers = [at for at in range(len(now.rows)) if at_k(now.rows.metric(at)) is not None]
    read = numbers[:MOST_ROWS]
    tied = [(at, proof) for at in read if (proof := tie_of(now.evidence(at))) is not None]
    if not tied:
        return
    cases = ", ".join(f"{now.rows.case_id(at)} ({now.rows.metric(at)})" for at, _ in tied[:_NAMED])
    more = f" and {len(tied) - _NAMED} more" if len(tied) > _NAMED else ""
    cut = f" (of the first {MOST_ROWS} of them)" if len(read) < len(numbers) else ""
    total = f"{len(tied)} of {count(len(read), 'row')} over the first k depend on how equal scores are ordered{cut}"
    yield Proof(f"{total}: {cases}{more}", tied[0][1].source)
