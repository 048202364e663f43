"""The walk: from the number backwards to the first stage that explains it, with everything ruled out on the way.

A row is judged by the causes in walk order.  The first group that finds something stops the walk; what later groups
also find is kept as secondary.  A missing claim is judged on its own, and the row's owner is the owner of most of its
missing claims (the earlier stage where two are equal).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from triage.causes import (
    ANSWER_CAUSES,
    CAUSES,
    CLAIM_CAUSES,
    CONTRACT_CAUSES,
    METRIC_CAUSES,
    OUTRANKING,
    PASSING_CAUSES,
    PASSING_CLAIM_CAUSES,
    PROFILE_CAUSES,
    RANKING_CAUSES,
    RELEVANCE_CAUSES,
)
from triage.causes.cause import ClaimRule, RowRule, RunRule, Said
from triage.clues import profile
from triage.clues.claim import ClaimView, missing_claims, missing_ids
from triage.clues.recompute import at_k
from triage.clues.relevant import missing_relevant
from triage.clues.requirement import requirement_change
from triage.clues.uncounted import uncounted_claims
from triage.model import CannotTell, Confidence, Diagnosis, Evidence, Finding, Outcome, RuledOut, Stage
from triage.model.findings import UNDETERMINED

INTERNAL_FAULT = "internal fault of this rule"
_WALK = tuple(Stage)
LOOK_ALIKES = {cause.slug: cause.look_alikes for cause in CAUSES}


@dataclass
class Notebook:
    """What has been said of one row so far.  ``stopped`` once a stage has explained it."""

    findings: list[Finding] = field(default_factory=list)
    ruled_out: list[RuledOut] = field(default_factory=list)
    cannot_tell: list[CannotTell] = field(default_factory=list)

    @property
    def stopped(self) -> bool:
        """A primary finding has been made."""
        return any(not finding.secondary for finding in self.findings)

    def take(self, said: Iterable[Said], secondary: bool = False) -> None:
        """Keep what one group of rules said; findings after the walk has stopped are secondary."""
        for word in said:
            if isinstance(word, Finding):
                self.findings.append(replace(word, secondary=True) if secondary else word)
            elif isinstance(word, RuledOut):
                self.ruled_out.append(word)
            else:
                self.cannot_tell.append(word)


def diagnose(evidence: Evidence) -> Diagnosis:
    """Everything that can be said of one row from its own evidence and its twin in the last green run."""
    row, notebook = evidence.row, Notebook()
    if row.outcome in (Outcome.PASSED, Outcome.NOT_JUDGED):
        _walk_passing(evidence, notebook)
        if notebook.findings:
            return _concluded(evidence, notebook)
        return Diagnosis(row, cannot_tell=tuple(notebook.cannot_tell), missing=missing_ids(row))
    notebook.take(_wrong_types(evidence))
    notebook.take(ask(OUTRANKING, evidence))
    _first_explains(METRIC_CAUSES, evidence, notebook)
    if evidence.ranking is not None:
        _first_explains(RANKING_CAUSES, evidence, notebook)
    elif row.outcome is Outcome.FAILED:
        _first_explains(CONTRACT_CAUSES, evidence, notebook)
        _walk_answer(evidence, notebook)
        if row.metric in profile.METRICS:
            _first_explains(PROFILE_CAUSES, evidence, notebook)
        _walk_claims(missing_claims(evidence), CLAIM_CAUSES, _requirement_compared(evidence), notebook)
        _walk_claims(missing_relevant(evidence), RELEVANCE_CAUSES, evidence.has_baseline, notebook)
    elif evidence.case is not None and evidence.case.unanswerable:
        _walk_answer(evidence, notebook)  # Coverage is not applicable there: abstention is what counts.
    return _concluded(evidence, notebook)


def _wrong_types(evidence: Evidence) -> Iterator[Said]:
    """Fields of this row's records that hold the wrong type: they count as absent, and the rules cannot use them."""
    records = (evidence.row, evidence.case, evidence.attribution, evidence.retrieval, evidence.ranking)
    for record in (*records, evidence.ranking_case):
        for fault in record.faults if record else ():
            needs = f"a readable {fault.field} at {fault.source}: {fault.problem}, so it counts as absent"
            yield CannotTell("unreadable-artifact", needs)


def _walk_passing(evidence: Evidence, notebook: Notebook) -> None:
    """What makes the row green for the wrong reason; of everything else only a rule that broke is worth a word."""
    said = [*ask(PASSING_CAUSES, evidence)]
    for claim in uncounted_claims(evidence):
        said += ask(PASSING_CLAIM_CAUSES, claim)
    notebook.take(word for word in said if isinstance(word, Finding) or INTERNAL_FAULT in getattr(word, "needs", ""))


def ask(rules: Sequence[RowRule] | Sequence[ClaimRule] | Sequence[RunRule], about: Any) -> Iterator[Said]:
    """What the rules say, in order.  A rule that fails costs only itself, and says so."""
    for rule in rules:
        try:
            yield from list(rule.look(about))
        except Exception as error:
            yield CannotTell(rule.CAUSE.slug, f"{INTERNAL_FAULT}: {type(error).__name__}: {error}")


def _first_explains(rules: Sequence[RowRule], evidence: Evidence, notebook: Notebook) -> None:
    """The first finding of the group stops the walk; two that are only possible stand side by side."""
    stopped, leader = notebook.stopped, None
    for word in ask(rules, evidence):
        if not isinstance(word, Finding):
            notebook.take([word])
            continue
        tie = leader is not None and _equally_open(leader, word)
        notebook.take([word], secondary=stopped or (leader is not None and not tie))
        if leader is None and not word.secondary:
            leader = word


def _equally_open(leader: Finding, other: Finding) -> bool:
    """One cause with two owners, or two causes between which the evidence cannot decide."""
    undecided = leader.confidence is Confidence.POSSIBLE and other.confidence is Confidence.POSSIBLE
    return not other.secondary and (undecided or leader.cause == other.cause)


def _walk_answer(evidence: Evidence, notebook: Notebook) -> None:
    """The answer as a whole; support that is too high is never why a row is red."""
    for word in ask(ANSWER_CAUSES, evidence):
        too_high = isinstance(word, Finding) and word.cause == "false-support"
        notebook.take([word], secondary=notebook.stopped or too_high)


def _walk_claims(claims: Sequence[ClaimView], rules: Sequence[ClaimRule], compared: bool, notebook: Notebook) -> None:
    """Each missing claim on its own; ``compared`` with what the last green run required."""
    stopped = notebook.stopped
    for claim in claims:
        words = list(ask(rules, claim))
        found = [word for word in words if isinstance(word, Finding)]
        if found and not compared:
            # A moved requirement or threshold would look just the same.
            found[0] = _at_most_likely(found[0])
        settled = bool(found) and found[0].confidence is Confidence.CERTAIN
        notebook.take(found[:1], stopped)
        notebook.take(found[1:], secondary=True)
        notebook.take(_named(word, len(claims)) for word in words if isinstance(word, RuledOut))
        notebook.take(word for word in words if isinstance(word, CannotTell) and _is_open(word, settled))


def _requirement_compared(evidence: Evidence) -> bool:
    """The last green run is known, and both required lists were kept where it holds this case."""
    if not evidence.has_baseline:
        return False
    return evidence.green is None or requirement_change(evidence) is not None


def _is_open(word: CannotTell, settled: bool) -> bool:
    """A claim that is explained for certain leaves nothing open, except a rule that broke."""
    return not settled or INTERNAL_FAULT in word.needs


def _at_most_likely(finding: Finding) -> Finding:
    return replace(finding, confidence=Confidence.LIKELY) if finding.confidence is Confidence.CERTAIN else finding


def _named(word: RuledOut, claims: int) -> RuledOut:
    """With several missing claims each reason says which one it speaks of."""
    return word if claims < 2 or word.claim_id is None else word._replace(because=f"{word.claim_id}: {word.because}")


def _concluded(evidence: Evidence, notebook: Notebook) -> Diagnosis:
    """The primary finding, and everything else in reading order."""
    row = evidence.row
    primary = [finding for finding in notebook.findings if not finding.secondary]
    lead = _lead(primary)
    held = {(finding.cause, finding.claim_id) for finding in notebook.findings}
    base = Diagnosis(
        row,
        ruled_out=tuple(dict.fromkeys(notebook.ruled_out)),
        cannot_tell=tuple(dict.fromkeys(word for word in notebook.cannot_tell if _stands(word, held, lead))),
        missing=missing_ids(row),
    )
    if lead is None:
        open_ = [word for word in base.cannot_tell if INTERNAL_FAULT not in word.needs]
        needs = () if open_ and base.missing else (CannotTell(UNDETERMINED, _needs(evidence)),)
        return replace(
            base, cannot_tell=(*base.cannot_tell, *needs), findings=tuple(notebook.findings), cause=UNDETERMINED
        )
    ordered = sorted(notebook.findings, key=lambda finding: _reading_order(finding, lead))
    alike = LOOK_ALIKES.get(lead.cause, ())
    same = [finding.confidence for finding in primary if finding.cause == lead.cause]
    return replace(
        base,
        findings=tuple(ordered),
        ruled_out=tuple(sorted(base.ruled_out, key=lambda word: word.cause not in alike)),
        cause=lead.cause,
        owner=lead.owner,
        confidence=max(same, key=tuple(Confidence).index),
        stage=lead.stage,
    )


def _stands(word: CannotTell, held: set[tuple[str, str | None]], lead: Finding | None) -> bool:
    """A cause that was found needs no further record, unless nothing at all explains the row."""
    return lead is None or (word.cause, word.claim_id) not in held or lead.confidence is Confidence.POSSIBLE


def _reading_order(finding: Finding, lead: Finding) -> tuple[bool, bool, bool]:
    return finding.secondary, finding.owner is not lead.owner, finding.cause != lead.cause


def _lead(primary: Sequence[Finding]) -> Finding | None:
    """The finding that names cause and owner: of the owner with most claims, the earlier stage on a tie."""
    if not primary or primary[0].claim_id is None:
        return primary[0] if primary else None
    per_owner = Counter(finding.owner for finding in primary if finding.claim_id is not None)
    per_cause = Counter(finding.cause for finding in primary)

    def rank(finding: Finding) -> tuple[int, int, int]:
        return -per_owner[finding.owner], _WALK.index(finding.stage), -per_cause[finding.cause]

    return min((finding for finding in primary if finding.claim_id is not None), key=rank)


def _needs(evidence: Evidence) -> str:
    """What to retain from now on, where nothing that was kept explains the row."""
    row, case = evidence.row, evidence.case
    if row.outcome is Outcome.INVALID and case is not None and case.unanswerable:
        return "a metric of abstention for this case: coverage is not applicable where nothing can be answered"
    if row.outcome is Outcome.INVALID:
        return "the evaluator's own log of this row: why it gave no valid score"
    if at_k(row.metric) is not None:
        return "the relevant documents in cases.jsonl, and the ranked list with its cutoff in retrieval.jsonl"
    return "required_claim_ids and supported_claim_ids in the row, attribution.jsonl, retrieval.jsonl, cases.jsonl"
