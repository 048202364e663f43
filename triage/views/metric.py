"""Stage Metric: the number, its minimum, how it comes about, and the id lists it was computed from."""

from collections import Counter

from triage.clues.recompute import recompute, tie_of
from triage.metrics.coverage import evidence_coverage
from triage.model import Evidence, InvalidKind, Outcome, Row, Tone
from triage.model.lines import Span
from triage.text import clean_lines, number, versus
from triage.views.columns import spread, widest
from triage.views.entry import Entry, blank, entry, fact, heading, listed, quoted, seen

OUTCOME_SPANS: dict[Outcome, Span] = {
    Outcome.PASSED: ("ok PASS", Tone.GOOD),
    Outcome.FAILED: ("x FAIL", Tone.BAD),
    Outcome.INVALID: ("! INVALID", Tone.WARN),
    Outcome.NOT_JUDGED: ("? NOT JUDGED", Tone.DIM),
}
_INVALID_WORDS = {
    InvalidKind.ERROR: "the evaluation broke: nothing was measured, so this is no failure of the product",
    InvalidKind.NOT_SCORED: "no value, and the record does not say why",
}
_SAME = 1e-9


def entries(evidence: Evidence) -> list[Entry]:
    """Value and minimum, the recomputation, the id lists, attempts and what the record says in words."""
    row = evidence.row
    return [*_value(row), *_recomputed(evidence), *_lists(row), *_words(row), *_attempts(evidence)]


def outcome(row: Row) -> Span:
    """The outcome as glyph and word."""
    return OUTCOME_SPANS[row.outcome]


def _origin(row: Row) -> str:
    if row.minimum is None:
        return ""
    side = " (lower is better)" if row.lower_is_better else ""
    if row.minimum_given:
        return f", given by --minimum, --maximum or triage.yaml{side}"
    return f", from the policy{side}" if row.minimum_from_policy else f", in the row{side}"


def _value(row: Row) -> list[Entry]:
    written = f" (written: {row.score_written})" if row.score_written is not None else ""
    shown = versus(row.score, row.minimum) if row.score is not None else f"none{written}"
    own = f"none written: the verdict is {row.tool}'s" if row.tool and row.status_written else None
    nothing = own or "none anywhere: nothing to judge against"
    minimum = number(row.minimum, row.score) if row.minimum is not None else nothing
    origin = _origin(row)
    found = [
        fact("outcome", outcome(row), *_why(row), source=row.source),
        fact("value", shown, source=row.source),
        fact("minimum", minimum, origin),
    ]
    if not row.blocking:
        found.append(fact("blocking", "no: reported, and never turns the gate red"))
    if row.status_written is not None:
        found.append(fact("status", f'written "{row.status_written}"', source=row.source))
    return found


def _why(row: Row) -> list[str]:
    if row.outcome is Outcome.INVALID and row.invalid_kind:
        return [f"  {row.invalid_kind.value}: {_INVALID_WORDS[row.invalid_kind]}"]
    return []


def _recomputed(evidence: Evidence) -> list[Entry]:
    row, again = evidence.row, recompute(evidence)
    if again is None:
        return [fact("recomputed", (f"no: {_not_recomputed(row)}", Tone.DIM))]
    found = [fact("formula", f"{again.formula} = {number(again.value, row.minimum)}", source=again.sources[0])]
    tie = tie_of(evidence)
    found += [fact("tie", (tie.text, Tone.WARN), source=tie.source)] if tie else []
    if again.value is None:
        return [*found, fact("recomputed", "n/a: nothing is labelled relevant")]
    if row.score is None:
        return [*found, fact("recomputed", (f"{number(again.value)}, though the row has no value", Tone.WARN))]
    equal = abs(again.value - row.score) <= _SAME
    verdict: Span = ("ok equal to the recorded value", Tone.GOOD)
    if not equal:
        verdict = (f"x differs: recorded {number(row.score, again.value)}", Tone.BAD)
    shown = number(again.value, row.minimum if equal else row.score)
    return [*found, fact("recomputed", f"{shown}  ", verdict, source=row.source)]


def _not_recomputed(row: Row) -> str:
    if row.metric == "evidence_coverage" and row.required is not None and row.supported is not None:
        return evidence_coverage(row.required, row.supported).reason
    if row.metric == "evidence_coverage":
        lacking = [name for name, ids in (("required", row.required), ("supported", row.supported)) if ids is None]
        return f"the row holds no {' and no '.join(lacking)} claim ids"
    return f"the inputs of {row.metric} are not kept here, or the metric needs a judge"


def _lists(row: Row) -> list[Entry]:
    if row.required is None and row.supported is None:
        return []
    required, supported = row.required or (), row.supported or ()
    width = widest((*required, *supported, "required"), least=9, most=28)
    titles: list[tuple[Span, int]] = [((title, Tone.DIM), width) for title in ("required", "supported", "")]
    title = entry("  ", *spread(titles))
    table = [_pair(claim, claim in supported, required, supported, width) for claim in dict.fromkeys(required)]
    strangers = [claim for claim in dict.fromkeys(supported) if claim not in required]
    table += [_stranger(claim, supported, width) for claim in strangers]
    lengths = f"required {_size(row.required)}, supported {_size(row.supported)}"
    return [blank(), heading(f"Claim ids: {lengths}"), title, *table]


def _size(ids: tuple[str, ...] | None) -> str:
    return "not recorded" if ids is None else str(len(ids)) if ids else "0 (recorded, and empty)"


def _pair(claim: str, held: bool, required: tuple[str, ...], supported: tuple[str, ...], width: int) -> Entry:
    marks: list[str] = [] if held else ["x missing: required, not supported"]
    for name, ids in (("required", required), ("supported", supported)):
        marks += [f"! duplicate in {name}"] if Counter(ids)[claim] > 1 else []
    marks += ["! blank id"] if not claim.strip() else []
    tone = Tone.BAD if marks else Tone.GOOD
    return _pair_line(seen(claim), seen(claim) if held else "-", ", ".join(marks) or "ok", tone, width, claim)


def _stranger(claim: str, supported: tuple[str, ...], width: int) -> Entry:
    mark = "! blank id" if not claim.strip() else "! unknown: not among the required"
    if Counter(supported)[claim] > 1:
        mark = f"{mark}, ! duplicate in supported"
    return _pair_line("-", seen(claim), mark, Tone.WARN, width, claim)


def _pair_line(left: str, right: str, mark: str, tone: Tone, width: int, claim: str) -> Entry:
    cells: list[tuple[Span, int]] = [((left, Tone.PLAIN), width), ((right, Tone.PLAIN), width), ((mark, tone), 0)]
    return entry("  ", *spread(cells), item=claim)


def _words(row: Row) -> list[Entry]:
    found: list[Entry] = []
    for name, text in (("error", row.error), ("reason", row.reason), ("judge text", row.judge_text)):
        if text:
            parts = clean_lines(text)
            found.append(fact(name, parts[0], source=row.source))
            found += [entry(" " * 14, part) for part in parts[1:]]
    found += [fact("note", (note, Tone.WARN)) for note in row.notes]
    found += [
        fact("fault", (f"{fault.field}: {fault.problem}", Tone.WARN), source=fault.source) for fault in row.faults
    ]
    return [blank(), heading("In the record's own words"), *found] if found else []


def _attempts(evidence: Evidence) -> list[Entry]:
    if not evidence.twins:
        return []
    rows = sorted((evidence.row, *evidence.twins), key=lambda one: (one.attempt or 0, one.source))
    named = all(row.attempt is not None for row in rows)
    title = "Attempts: every one kept, none averaged" if named else "Same case, metric and system more than once"
    found = [blank(), heading(title)]
    for row in rows:
        label = f"attempt {row.attempt}" if row.attempt is not None else "no attempt number"
        here = "  <- this row" if row is evidence.row else ""
        found.append(
            entry(f"  {label}: ", outcome(row), f"  {versus(row.score, row.minimum)}{here}", source=row.source)
        )
        if row.supported is not None:
            found += quoted(f"supported: {listed(row.supported)}", "    ", Tone.DIM)
    return found
