"""What the visible context allows to be read: whether it was sufficient, and whether its cut is one of several."""

from triage.clues.sufficiency import sufficiency
from triage.clues.ties import tie_at_cut
from triage.model import Evidence, Tone
from triage.views.entry import Entry, fact


def context_entries(evidence: Evidence) -> list[Entry]:
    """One line for the tie at the cut, where there is one, and one for sufficiency, where claims are required."""
    return [*_tie(evidence), *_sufficiency(evidence)]


def _tie(evidence: Evidence) -> list[Entry]:
    """Equal scores at the last visible rank: what was cut off there is a matter of the tie rule."""
    retrieval = evidence.retrieval
    tie = tie_at_cut(retrieval, retrieval.k) if retrieval is not None and retrieval.k else None
    if retrieval is None or tie is None:
        return []
    words = f"tie at the cut: the result depends on the tie rule; {tie.words}"
    return [fact("tie", (words, Tone.WARN), source=retrieval.source)]


def _sufficiency(evidence: Evidence) -> list[Entry]:
    found = sufficiency(evidence)
    if found is None:
        return []
    if found.sufficient is None:
        return [fact("context", ("? ", Tone.WARN), found.words, source=found.source)]
    return [fact("context", (found.words, Tone.PLAIN if found.sufficient else Tone.WARN), source=found.source)]
