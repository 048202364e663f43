"""``handoff.json``: the same as the text, for programs, and everything that was left out of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from triage import __version__
from triage.clues.claim import ClaimView, missing_ids
from triage.clues.recompute import recompute
from triage.evidence.frozen import SCHEMA
from triage.fingerprint import evidence_digest, fingerprint
from triage.handoff.coverage import claim_cause
from triage.handoff.freeze import OF_THE_WHOLE_RUN
from triage.handoff.origin import Origin
from triage.handoff.withhold import Field, total
from triage.metrics.ranking import candidate_digest
from triage.model import Diagnosis, Evidence, Finding, RankingArtifact, Request
from triage.owners import Choice

Mask = Callable[[str], str]


class Handed(NamedTuple):
    """One row that is handed over, where it stands in the frozen inputs, and what is read from there if it differs."""

    diagnosis: Diagnosis
    evidence: Evidence
    frozen: tuple[str, int]
    differs: str | None = None


def facts(
    handed: Sequence[Handed], choice: Choice | None, origin: Origin, fields: Sequence[Field], mask: Mask
) -> dict[str, Any]:
    """Everything but the digests of the files, as values that JSON knows.

    ``choice`` is who it goes to, whoever is suggested.  Ids, numbers and digests stay as they are; words that came
    with the evidence are masked, apart from those of the diagnoses, which come masked.
    """
    first = handed[0]
    manifest, diagnosis = first.evidence.manifest, first.diagnosis
    withheld, redacted = total(fields)
    return {
        "schema": SCHEMA,
        "triage": __version__,
        "run": {
            "run_id": manifest.run_id,
            "date": manifest.date,
            "baseline_run": origin.baseline_run,
            "left_out": [key for key in OF_THE_WHOLE_RUN if key in manifest.raw],
        },
        "fingerprint": fingerprint(diagnosis),
        "cause": diagnosis.cause,
        "confidence": diagnosis.confidence,
        "stage": diagnosis.stage,
        "owner": diagnosis.owner,
        "to": _to(choice, origin),
        "rows": [_row(one, mask) for one in handed],
        "texts": {
            "characters_withheld": withheld,
            "characters_redacted": redacted,
            "fields": [field._asdict() for field in fields],
        },
        "reproduce": {"command": "triage reproduce .", "open": "triage ."},
    }


def _to(choice: Choice | None, origin: Origin) -> dict[str, Any] | None:
    if choice is None:
        return None
    team = choice.team._asdict() if choice.team else None
    teams_file = {"name": origin.teams_name, "sha256": origin.teams_digest} if origin.teams_name else None
    return {"owner": choice.owner, "team": team, "why": choice.why, "teams_file": teams_file}


def _row(one: Handed, mask: Mask) -> dict[str, Any]:
    row, evidence, diagnosis = one.evidence.row, one.evidence, one.diagnosis
    again = recompute(evidence)
    return {
        "case_id": row.case_id,
        "line": row.line,
        "metric": row.metric,
        "system": row.system,
        "attempt": row.attempt,
        "scenario": row.scenario,
        "blocking": row.blocking,
        "outcome": row.outcome.word,
        "score": row.score,
        "score_written": row.score_written,
        "minimum": row.minimum,
        "recomputed": again.value if again else None,
        "source": str(row.source),
        "frozen": {"file": f"inputs/{one.frozen[0]}", "line": one.frozen[1], "reads_otherwise": one.differs},
        "evidence_sha256": evidence_digest(evidence),
        "input_sha256": row.input_sha256,
        "versions": {name: value and mask(value) for name, value in _versions(evidence).items()},
        "missing_claims": [_claim(evidence, diagnosis, claim, mask) for claim in missing_ids(row)],
        "ranking": _ranking(evidence, evidence.ranking, mask) if evidence.ranking else None,
        "findings": [_finding(finding) for finding in diagnosis.findings],
        "ruled_out": [{**entry._asdict(), "source": str(entry.source)} for entry in diagnosis.ruled_out],
        "cannot_tell": [entry._asdict() for entry in diagnosis.cannot_tell],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    proofs = [{"text": proof.text, "source": str(proof.source)} for proof in finding.evidence]
    named = ("cause", "stage", "owner", "confidence", "claim_id", "secondary", "next")
    return {name: getattr(finding, name) for name in named} | {"evidence": proofs}


def _versions(evidence: Evidence) -> dict[str, str | None]:
    row, manifest, ranking = evidence.row, evidence.manifest, evidence.ranking
    return {
        "contract": row.contract_version or manifest.contract_version,
        "policy": row.policy_version or manifest.policy.version,
        "rubric": row.rubric_version or manifest.rubric_version,
        "criterion": ranking.criterion_version if ranking else None,
        "corpus": manifest.corpus_version,
        "question_set": manifest.question_set_version,
        "mapper": evidence.attribution.mapper_version if evidence.attribution else None,
        "judge": row.judge or (ranking.judge if ranking else None),
        **{f"run.{name}": value for name, value in manifest.conditions.items() if len(value) <= 200},
        **{f"ranking.{name}": value for name, value in (ranking.versions if ranking else {}).items()},
    }


def _claim(evidence: Evidence, diagnosis: Diagnosis, claim_id: str, mask: Mask) -> dict[str, Any]:
    """A missing claim with its own cause, citations, and where its labelled documents stand."""
    view = ClaimView(evidence, claim_id)
    own = claim_cause(diagnosis, claim_id)
    stated, label = view.stated, view.label
    ranks = {chunk.doc_id: chunk.rank for chunk in reversed(view.chunks or ()) if chunk.doc_id}
    return {
        "claim_id": claim_id,
        "cause": own.cause if own else None,
        "span": list(stated.span) if stated and stated.span else None,
        "quote": mask(stated.quote) if stated and stated.quote else None,
        "citations": list(stated.citations) if stated else None,
        "passage": mask(label.evidence) if label and label.evidence else None,
        "labelled": [{"doc_id": doc, "rank": ranks.get(doc)} for doc in label.sources] if label else None,
        "k": evidence.retrieval.k if evidence.retrieval else None,
    }


def _ranking(evidence: Evidence, ranking: RankingArtifact, mask: Mask) -> dict[str, Any]:
    """Orders, digests at both boundaries, and what of the deciding passages the judge was not shown."""
    case, request = evidence.ranking_case, ranking.request
    orders = {"presented": ranking.presented, "expected": ranking.expected or (case.expected if case else None)}
    orders |= {"returned": ranking.actual, "raw": ranking.raw_order}
    passages = case.decisive_passages if case else ()
    return {
        "orders": {name: list(order) if order is not None else None for name, order in orders.items()},
        "source_digest": ranking.candidate_digest,
        "source_digest_computed": candidate_digest(case.candidates) if case and case.candidates else None,
        "rendered_digest": ranking.rendered_digest,
        "rendered_digest_computed": candidate_digest(request.candidates) if request and request.candidates else None,
        "candidates": _candidates(ranking, case.candidates if case else ()),
        "criterion": mask(ranking.criterion) if ranking.criterion else None,
        "criterion_version": ranking.criterion_version,
        "direction": ranking.direction,
        "pairwise_agreement": ranking.pairwise_agreement,
        "must_win": {"expected": ranking.must_win_expected, "actual": ranking.must_win_actual},
        "deciding_passages": [{"passage": mask(one), "shown": _shown(request, one)} for one in passages],
    }


def _candidates(ranking: RankingArtifact, reviewed: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Each candidate's own digest, as reviewed and as shown: which of them differs can be told without its text."""
    shown: Mapping[str, str] = dict(ranking.request.candidates) if ranking.request else {}
    frozen = dict(reviewed)
    return [
        {
            "id": one,
            "reviewed_sha256": candidate_digest([(one, frozen[one])]) if one in frozen else None,
            "shown_sha256": candidate_digest([(one, shown[one])]) if one in shown else None,
        }
        for one in dict.fromkeys([*frozen, *shown])
    ]


def _shown(request: Request | None, passage: str) -> bool | None:
    if request is None or not request.candidates:
        return None
    texts = [*request.context, *(text for _, text in request.candidates)]
    return any(passage in text for text in texts)
