"""Stage Contract: what was asked of this row now, beside what was asked of it in the last green run."""

from typing import NamedTuple

from triage.drift import of_row
from triage.model import Evidence, Row, Tone
from triage.text import number, signed
from triage.views.columns import spread, widest
from triage.views.entry import Entry, blank, entry, fact, heading, listed, seen

_HOW = "give one with --baseline PATH, or keep it beside the run as baseline/"


class Pair(NamedTuple):
    """One setting now and in the last green run, as text; None = not recorded."""

    name: str
    now: str | None
    green: str | None


def entries(evidence: Evidence) -> list[Entry]:
    """The required set, versions, threshold and conditions, now against last green, differences marked in words."""
    if evidence.green is None:
        return [*_no_baseline(evidence), blank(), heading("This row now"), *_now_only(evidence), *_drift(evidence)]
    now, green = evidence.row, evidence.green.row
    run = evidence.green.manifest.run_id or "without a run id"
    found = [fact("last green", run, source=green.source), _verdict(now, green), *_score(now, green)]
    found += [blank(), heading("Versions and threshold: now against last green"), *_pairs(_versions(evidence))]
    found += [blank(), *_required(now, green)]
    conditions = [pair for pair in _conditions(evidence) if pair.now != pair.green]
    title = "Conditions of the two runs that differ" if conditions else "Conditions of the two runs: no difference"
    return [*found, blank(), heading(title), *_pairs(conditions), *_drift(evidence)]


def comparable(now: Row, green: Row) -> str | None:
    """Why the two rows must not be compared by their score, in words; None when they may."""
    if now.required is None or green.required is None:
        return None
    if set(now.required) == set(green.required):
        return None
    if now.contract_version != green.contract_version:
        return "the required claims and the contract version both changed: another question was asked"
    return "the required claims changed while the contract version did not: the denominators differ"


def _drift(evidence: Evidence) -> list[Entry]:
    facts = of_row(evidence)
    lines = [entry("  ", (fact.text, Tone.WARN), source=fact.source) for fact in facts]
    return [blank(), heading("What moved around this row"), *lines] if facts else []


def _no_baseline(evidence: Evidence) -> list[Entry]:
    if evidence.has_baseline:
        text = "the last green run does not hold this row: nothing to compare it with"
    else:
        text = f"no last green run is known, so no drift can be told: {_HOW}"
    return [fact("last green", ("? ", Tone.WARN), text)]


def _now_only(evidence: Evidence) -> list[Entry]:
    row = evidence.row
    found = [fact(pair.name, pair.now or "not recorded", width=18) for pair in _versions(evidence)]
    required = (
        "not recorded" if row.required is None else listed(row.required) if row.required else "recorded, and empty"
    )
    return [*found, fact("required claims", required, source=row.source, width=18)]


def _verdict(now: Row, green: Row) -> Entry:
    why = comparable(now, green)
    if why:
        return fact("comparable", ("x not comparable: ", Tone.BAD), why)
    if now.required is None or green.required is None:
        return fact("comparable", ("? ", Tone.WARN), "one of the two rows does not record its required claims")
    return fact("comparable", ("ok the same claims were required", Tone.GOOD))


def _score(now: Row, green: Row) -> list[Entry]:
    if now.score is None or green.score is None:
        words = f"{number(green.score)} -> {number(now.score)}: one of the two was never measured"
        return [fact("score", (words, Tone.WARN))]
    slide = now.score - green.score
    words = f"{number(green.score, now.score)} -> {number(now.score, green.score)} "
    change = f"({signed(slide)})" if slide else "(equal)"
    found = [fact("score", words, (change, Tone.BAD if slide < 0 else Tone.PLAIN), source=green.source)]
    if now.minimum is not None:
        margins = [f"{signed(score - now.minimum)}" for score in (green.score, now.score)]
        words = f"{margins[0]} -> {margins[1]}, measured against the minimum of now, {number(now.minimum)}"
        found.append(fact("margin", words))
    return found


def _versions(evidence: Evidence) -> list[Pair]:
    now, green = evidence.row, evidence.green.row if evidence.green else None
    mine, theirs = evidence.manifest, evidence.green.manifest if evidence.green else None
    found = [
        Pair("contract version", now.contract_version or mine.contract_version, None),
        Pair("policy version", now.policy_version or mine.policy.version, None),
        Pair("rubric version", now.rubric_version or mine.rubric_version, None),
        Pair("minimum", None if now.minimum is None else number(now.minimum, now.score), None),
        Pair("judge", now.judge, None),
    ]
    if green is None or theirs is None:
        return found
    before = (
        green.contract_version or theirs.contract_version,
        green.policy_version or theirs.policy.version,
        green.rubric_version or theirs.rubric_version,
        None if green.minimum is None else number(green.minimum, now.score),
        green.judge,
    )
    return [pair._replace(green=old) for pair, old in zip(found, before, strict=True)]


def _conditions(evidence: Evidence) -> list[Pair]:
    now, green = evidence.manifest, evidence.green.manifest if evidence.green else evidence.manifest
    named = [
        Pair("k", _text(now.k), _text(green.k)),
        Pair("context_cutoff", _text(now.context_cutoff), _text(green.context_cutoff)),
        Pair("corpus_version", now.corpus_version, green.corpus_version),
        Pair("question_set_version", now.question_set_version, green.question_set_version),
    ]
    keys = sorted({*now.conditions, *green.conditions} - {pair.name for pair in named})
    return named + [Pair(key, now.conditions.get(key), green.conditions.get(key)) for key in keys]


def _text(value: int | None) -> str | None:
    return None if value is None else str(value)


def _pairs(pairs: list[Pair]) -> list[Entry]:
    if not pairs:
        return []
    width = widest((pair.name for pair in pairs), least=10, most=26)
    return [entry("  ", *spread([((pair.name, Tone.DIM), width), (_change(pair), 0)])) for pair in pairs]


def _change(pair: Pair) -> tuple[str, Tone]:
    now, green = pair.now or "not recorded", pair.green or "not recorded"
    if pair.now == pair.green:
        return f"= {now}", Tone.DIM if pair.now is None else Tone.PLAIN
    return f"! now {now}; last green {green}", Tone.WARN


def _required(now: Row, green: Row) -> list[Entry]:
    if now.required is None or green.required is None:
        which = "now" if now.required is None else "in the last green run"
        return [heading(f"Required claims: not recorded {which}")]
    added = [claim for claim in now.required if claim not in green.required]
    removed = [claim for claim in green.required if claim not in now.required]
    changes = f"{len(added)} added, {len(removed)} removed" if added or removed else "the same set"
    found = [heading(f"Required claims: {len(green.required)} -> {len(now.required)}, {changes}")]
    supported = set(now.supported or ())
    for claim in now.required:
        missing = "  x missing now" if now.supported is not None and claim not in supported else ""
        sign, tone, words = ("+", Tone.WARN, "  added since") if claim in added else ("=", Tone.PLAIN, "")
        found.append(
            entry(f"  {sign} ", (seen(claim), tone), words, (missing, Tone.BAD), source=now.source, item=claim)
        )
    found += [entry("  - ", (seen(claim), Tone.WARN), "  no longer required", source=green.source) for claim in removed]
    return found
