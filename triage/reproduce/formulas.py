"""A row's recorded result again through the plain formulas, from its own evidence.  Pure."""

from triage.clues import recompute as again
from triage.clues.profile import METRICS as JUDGED
from triage.clues.words import counts
from triage.evidence.ranking_rows import is_ranking_metric
from triage.metrics import grounded
from triage.metrics.coverage import Coverage, evidence_coverage
from triage.model import Evidence, Row
from triage.reproduce.orders import ranking
from triage.reproduce.outcome import Job, Recomputed, different, equal, impossible
from triage.text import number

TOLERANCE = 1e-9
COVERAGE = "evidence_coverage"
_GROUNDED = ("support", "coverage", "abstention", "abstention_correct")


def recompute(evidence: Evidence) -> Recomputed:
    """Compare what is recorded of the row with what its kept inputs give; scores are equal within ``TOLERANCE``."""
    row = evidence.row
    if is_ranking_metric(row.metric):
        return ranking(evidence)
    if row.metric == COVERAGE:
        return _coverage(row)
    if again.at_k(row.metric) is not None:
        found = again.recompute(evidence)
        if found is None:
            return impossible(f"labels (relevant), ranking (retrieved) or cutoff of {row.metric} were not kept")
        return _compared(row, found.value, found.formula)
    if row.metric in _GROUNDED:
        return _grounded(evidence)
    if row.metric in JUDGED:
        return impossible(f"{row.metric} is a judge's, and the judge's verdicts were not kept")
    return impossible(f"triage knows no formula for {row.metric}")


def _coverage(row: Row) -> Recomputed:
    lists = (("required_claim_ids", row.required), ("supported_claim_ids", row.supported))
    if gone := [name for name, ids in lists if ids is None]:
        return impossible(f"{' and '.join(gone)} of the row were not kept{_broke(row)}")
    required, supported = row.required or (), row.supported or ()
    result = evidence_coverage(required, supported)
    job = Job("coverage", required, supported, result.value, result.reason)
    if row.score is None and result.value is not None and row.error:
        return impossible(f"no score was recorded to compare with{_broke(row)}")
    if wrong := _reason_differs(row, result):
        return different(wrong, result.value, job)
    shown = f"|supported| / |required| = {result.supported} / {result.required}"
    return _compared(row, result.value, shown if result.value is not None else result.reason, job)


def _broke(row: Row) -> str:
    return f" (the evaluation broke: {row.error})" if row.error else ""


def _reason_differs(row: Row, result: Coverage) -> str | None:
    """The counts in the recorded reason against those of the lists."""
    told = counts(row.reason)
    # An id may hold the very signs that end a list of ids in words: equal words say it before they are taken apart.
    if told is None or result.value is None or row.reason == result.reason:
        return None
    if told == (result.supported, result.required, frozenset(result.missing)):
        return None
    return f"recorded {row.reason}, recomputed {result.reason}"


def _grounded(evidence: Evidence) -> Recomputed:
    """Scores over the recorded claims, their citations, the reviewers' labels, and what was visible."""
    row, case, attribution, retrieval = evidence.row, evidence.case, evidence.attribution, evidence.retrieval
    if attribution is None or attribution.claims is None:
        return impossible(f"the claims of the answer were not kept, and {row.metric} is counted over them")
    if case is None or case.claims is None:
        return impossible(f"the reviewers' labels were not kept, and {row.metric} is counted over them")
    stated = [(one.claim_id, one.citations) for one in attribution.claims if one.span is not None or one.quote]
    labels = {claim: label.sources for claim, label in case.claims.items()}
    if row.metric.startswith("abstention"):
        right = grounded.abstention_correct(stated, labels)
        formula = f"{len(stated)} claims stated, {len(labels)} expected"
        return _compared(row, None if right is None else float(right), formula)
    visible = retrieval.visible if retrieval else None
    if visible is None:
        return impossible(f"what was visible to the answer stage was not kept, and {row.metric} counts only that")
    measure = grounded.support if row.metric == "support" else grounded.coverage
    return _compared(row, measure(stated, labels, frozenset(visible)), f"over {len(stated)} stated claims")


def _compared(row: Row, value: float | None, formula: str, job: Job | None = None) -> Recomputed:
    if row.score is None and value is None:
        return equal(f"no score both times ({formula})", None, job)
    if row.score is not None and value is not None and abs(row.score - value) <= TOLERANCE:
        return equal(f"recorded {number(row.score)}, recomputed {number(value)} ({formula})", value, job)
    recorded = row.score_written or "no score" if row.score is None else number(row.score, value)
    found = "no score" if value is None else number(value, row.score)
    return different(f"recorded {recorded}, recomputed {found} ({formula})", value, job)
