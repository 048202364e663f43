"""Faults of the whole row that lie over another fault and come before it in the walk."""

from benchmarks.faults.kinds import Fault
from benchmarks.faults.retrieval_faults import restricted_shown
from benchmarks.faults.specimen import Specimen


def _recorded_as_passed(specimen: Specimen) -> tuple[str, ...]:
    specimen.now.row["status"] = "pass"
    return ()


def _other_number(specimen: Specimen) -> tuple[str, ...]:
    row = specimen.now.row
    row["score"] = round(row["score"] + (row["minimum"] - row["score"]) / 3, 4)
    return ()


def _other_reason(specimen: Specimen) -> tuple[str, ...]:
    wanted = len(specimen.claims) + 2
    specimen.now.row["reason"] = f"supported={wanted}; required={wanted}; missing=none"
    return ()


def _truncated(specimen: Specimen) -> tuple[str, ...]:
    assert specimen.now.ranking is not None
    specimen.now.ranking["request"]["truncated"] = True
    return ()


def _clipped(specimen: Specimen) -> tuple[str, ...]:
    assert specimen.now.ranking is not None
    one = specimen.now.ranking["request"]["candidates"][0]
    one["text"] = one["text"][:5]
    specimen.now.ranking.pop("rendered_digest")
    return ()


OVERLAYS = (
    Fault("restricted-document-shown", "retrieval", restricted_shown),
    Fault("status-contradicts-score", "release-policy", _recorded_as_passed),
    Fault("score-not-reproducible", "evaluation", _other_number),
    Fault("reason-contradicts-lists", "evaluation", _other_reason),
)
COMPARISON_OVERLAYS = (
    Fault("lost-at-request-boundary", "platform", _truncated),
    Fault("rendered-request-incomplete", "evaluation", _clipped),
)
