"""What is at the bottom of every stage: who should look, why, what was ruled out and what cannot be told."""

from collections.abc import Sequence

from triage.explain import measured
from triage.model import CannotTell, Confidence, Diagnosis, Evidence, Finding, Line, Outcome, RuledOut, Source, Tone
from triage.model.findings import UNDETERMINED
from triage.model.lines import Span
from triage.owners import Choice
from triage.text import versus
from triage.views.entry import Entry, blank, entry, fact, heading, lines
from triage.views.metric import outcome

_CONFIDENCE = {
    Confidence.CERTAIN: "the evidence admits no other listed cause",
    Confidence.LIKELY: "fits best, one alternative is not ruled out",
    Confidence.POSSIBLE: "the evidence needed is missing",
}

_NAMED = 2


def row_lines(diagnosis: Diagnosis, evidence: Evidence, choice: Choice | None) -> list[Line]:
    """The row's identity and everything said of it, as lines for printing."""
    chosen = [_fact("chosen by", choice.why)] if choice else []
    return lines([*identity_entries(evidence), *_suggested(diagnosis, choice), *chosen, *_reasons(diagnosis)])


def entries(diagnosis: Diagnosis, choice: Choice | None) -> list[Entry]:
    """The whole of it in five lines, then every finding, everything ruled out with its record, the open questions."""
    found = _suggested(diagnosis, choice)
    if diagnosis.ruled_out:
        found.append(_fact("ruled out", _names([one.cause for one in diagnosis.ruled_out])))
    if diagnosis.cannot_tell:
        found.append(_fact("cannot tell", (_names([one.cause for one in diagnosis.cannot_tell]), Tone.WARN)))
    if choice is not None:
        found.append(_fact("chosen by", choice.why))
    return [*found, *_reasons(diagnosis)]


def identity_entries(evidence: Evidence, *, short: bool = False) -> list[Entry]:
    """Which row this is: case, outcome, value; unless ``short`` also metric, system, attempt, scenario."""
    row = evidence.row
    name = row.case_id if row.case_id is not None else f"line {row.line}" if row.line else "no case id"
    details = [row.metric]
    details += [f"system {row.system}"] if row.system else []
    details += [f"attempt {row.attempt}"] if row.attempt is not None else []
    details += [f"scenario {row.scenario}"] if row.scenario else []
    details += [] if row.blocking else ["not blocking"]
    value = f"  {versus(row.score, row.minimum)}  " if row.score is not None else "  "
    return [entry((name, Tone.KEY), "  ", outcome(row), value, "" if short else "; ".join(details), source=row.source)]


def who(choice: Choice) -> str:
    """Role, then the real team with its contact where a teams file names one."""
    if choice.team is None:
        return choice.owner.value
    contact = f" ({choice.team.contact})" if choice.team.contact else ""
    return f"{choice.owner.value}: {choice.team.name}{contact}"


def _fact(name: str, *parts: str | Span, source: Source | None = None) -> Entry:
    return fact(name, *parts, source=source, width=11)


def _suggested(diagnosis: Diagnosis, choice: Choice | None) -> list[Entry]:
    if diagnosis.cause is None:
        passed = diagnosis.row.outcome is Outcome.PASSED
        words = "nothing to say: the row passed and no rule found anything" if passed else "nobody: no rule applies"
        return [_fact("suggested", words)]
    if choice is None and diagnosis.owner is None:
        return [_fact("suggested", (f"nobody yet  ? {UNDETERMINED}", Tone.WARN))]
    found = [_fact("suggested", (who(choice) if choice else str(diagnosis.owner), Tone.KEY)), _cause(diagnosis)]
    if len(diagnosis.owners) > 1:
        found.append(_fact("owners", f"{', '.join(diagnosis.owners)}: more than one has something to repair"))
    return found


def _cause(diagnosis: Diagnosis) -> Entry:
    """Cause and confidence, with its most telling proof: what was seen, rather than what was labelled."""
    words: Span = (f"{diagnosis.cause}, {diagnosis.confidence or 'no confidence'}", Tone.BAD)
    lead = next((one for one in diagnosis.findings if one.cause == diagnosis.cause and not one.secondary), None)
    if lead is None or not lead.evidence:
        return _fact("cause", words)
    proof = next((one for one in lead.evidence if not one.text.startswith("label of ")), lead.evidence[0])
    return _fact("cause", words, f": {proof.text}", (f"  {proof.source}", Tone.DIM), source=proof.source)


def _names(causes: Sequence[str]) -> str:
    """How many, and the first few by name."""
    names = list(dict.fromkeys(causes))
    shown, more = names[:_NAMED], len(names) - _NAMED
    return f"{', '.join(shown)}{f' and {more} more' if more > 0 else ''}"


def _reasons(diagnosis: Diagnosis) -> list[Entry]:
    found = [*_how_sure(diagnosis), *_look_alikes(diagnosis)]
    for finding in sorted(diagnosis.findings, key=lambda one: one.secondary):
        found += _finding(finding, "also" if finding.secondary else "cause")
    if diagnosis.ruled_out:
        found += [blank(), heading("Ruled out")]
    for one, claims in _ruled(diagnosis.ruled_out):
        place = (f"  {one.source}", Tone.DIM)
        found.append(
            entry("  - ", (one.cause, Tone.KEY), f"{claims}: {one.because}", place, source=one.source, cause=one.cause)
        )
    if diagnosis.cannot_tell:
        found += [blank(), heading("Cannot tell")]
    for doubt, claims in _doubts(diagnosis.cannot_tell):
        found.append(entry("  ? ", (doubt.cause, Tone.KEY), f"{claims}: {doubt.needs}", cause=doubt.cause))
    return found


def _how_sure(diagnosis: Diagnosis) -> list[Entry]:
    """What the confidence word means, and how the rule behind it was measured."""
    if diagnosis.confidence is None or diagnosis.cause is None:
        return []
    figures = measured(diagnosis.cause)
    found = [_fact("confidence", f"{diagnosis.confidence}: {_CONFIDENCE[diagnosis.confidence]}")]
    return [*found, _fact("measured", (figures.words, Tone.DIM))] if figures else found


def _look_alikes(diagnosis: Diagnosis) -> list[Entry]:
    """Two causes that the evidence supports equally, and the one observation that separates them."""
    held = [one for one in diagnosis.findings if not one.secondary and one.confidence is Confidence.POSSIBLE]
    causes = list(dict.fromkeys(one.cause for one in held if one.claim_id is None))
    if len(causes) < 2:
        return []
    needs = next((doubt.needs for doubt in diagnosis.cannot_tell if doubt.cause in causes), "not known")
    return [_fact("either", (" or ".join(causes), Tone.WARN)), _fact("settled by", needs)]


def _finding(finding: Finding, name: str) -> list[Entry]:
    claim = f" for claim {finding.claim_id}" if finding.claim_id is not None else ""
    role = "a later stage shows" if finding.secondary else f"{finding.stage.value} stage, {finding.owner.value}"
    words: Span = (finding.cause, Tone.BAD if not finding.secondary else Tone.WARN)
    first = finding.evidence[0].source if finding.evidence else None
    found = [_fact(name, words, f"{claim}  ({role}, {finding.confidence.value})", source=first)]
    for proof in finding.evidence:
        found.append(entry("  - ", proof.text, (f"  {proof.source}", Tone.DIM), source=proof.source))
    found += [_fact("next look", finding.next)] if finding.next else []
    return [blank(), *(one._replace(cause=finding.cause) for one in found)]


def _ruled(ruled_out: Sequence[RuledOut]) -> list[tuple[RuledOut, str]]:
    """What the very same record rules out for several claims is said once, with all of them."""
    claims: dict[RuledOut, list[str]] = {}
    for one in ruled_out:
        because = one.because.removeprefix(f"{one.claim_id}: ")
        named = claims.setdefault(one._replace(because=because, claim_id=None), [])
        named += [] if one.claim_id is None else [one.claim_id]
    return [(one, f" for {', '.join(named)}" if named else "") for one, named in claims.items()]


def _doubts(doubts: Sequence[CannotTell]) -> list[tuple[CannotTell, str]]:
    """Doubts that need the very same thing are said once, with all their claims."""
    claims: dict[tuple[str, str], list[str]] = {}
    for doubt in doubts:
        claims.setdefault((doubt.cause, doubt.needs), []).extend([] if doubt.claim_id is None else [doubt.claim_id])
    return [(CannotTell(*key), f" for {', '.join(named)}" if named else "") for key, named in claims.items()]
