"""Stage Identity: are these the reviewed candidates, and is what came back an order of them at all?"""

from triage.clues.ranking import Comparison, comparison, same_digest
from triage.metrics.ranking import candidate_digest, identity
from triage.model import Evidence, Source, Tone
from triage.model.lines import Span
from triage.text import shorten
from triage.views.entry import Entry, blank, entry, fact, heading

Order = tuple[str, ...]


def entries(evidence: Evidence) -> list[Entry]:
    """Every order checked against the expected ids, the digests at both boundaries, direction and criterion."""
    view = comparison(evidence)
    if view is None:
        return [entry("no ranking artifact was kept for this row: orders and candidates cannot be checked")]
    return [*_orders(view), *_attempts(view), blank(), *_digests(view), blank(), *_stated(view)]


def order_check(expected: Order, order: Order | None, unparsed: str | None = None) -> Span:
    """What keeps an order from being a permutation of the expected ids, all faults at once."""
    if unparsed is not None:
        return "x no list of ids: prose was returned", Tone.BAD
    if order is None:
        return "? not recorded", Tone.WARN
    if not expected:
        return "? no expected order to check it against", Tone.WARN
    faults = identity(expected, order)
    if not order:
        return f"x recorded, and empty: {faults.words()}", Tone.BAD
    return ("ok a permutation", Tone.GOOD) if faults.ok else (f"x {faults.words()}", Tone.BAD)


def _orders(view: Comparison) -> list[Entry]:
    artifact = view.artifact
    size = f"{len(view.expected)} ids" if view.expected else "not recorded"
    found = [heading(f"Orders against the expected ids ({size})")]
    checks = (
        ("presented", artifact.presented, None),
        ("raw", view.raw, None),
        ("returned", artifact.actual, artifact.unparsed),
    )
    for name, order, unparsed in checks:
        if name == "raw" and order is None:
            continue
        found.append(fact(name, order_check(view.expected, order, unparsed), source=artifact.source))
    if view.raw is not None and artifact.actual is not None:
        same = view.raw == artifact.actual
        verdict: Span = (
            ("ok equal to the returned order", Tone.GOOD) if same else ("x differs from the returned order", Tone.BAD)
        )
        found.append(
            fact("raw kept", verdict, " (lost between the metric's value and the saved file)" if not same else "")
        )
    if artifact.unparsed is not None:
        found.append(fact("reply", artifact.unparsed, source=artifact.source))
    return found + [
        fact("fault", (f"{one.field}: {one.problem}", Tone.WARN), source=one.source) for one in artifact.faults
    ]


def _attempts(view: Comparison) -> list[Entry]:
    attempts = view.artifact.attempts
    if not attempts:
        return []
    found = [blank(), heading(f"Attempts: {len(attempts)}")]
    for number, one in enumerate(attempts, start=1):
        ids = one.presented if one.kind == "pair" and one.presented else view.expected
        check = order_check(ids, one.actual, one.unparsed)
        found.append(entry(f"  {number} {one.kind}: ", check, source=view.source, item=f"attempt {number}"))
    return found


def _digests(view: Comparison) -> list[Entry]:
    artifact, case, green = view.artifact, view.case, view.green
    found = [heading("Digests of the candidates (SHA-256 over id and text, in the order of the ids)")]
    found.append(_digest("source", artifact.candidate_digest, artifact.source))
    fixture = candidate_digest(case.candidates) if case and case.candidates else None
    if case is not None:
        found.append(_digest("fixture", fixture, case.source))
    if green is not None:
        found.append(_digest("last green", green.candidate_digest, green.source))
    found.append(
        _digest(
            "rendered", view.rendered_digest, artifact.source, "" if artifact.rendered_digest else " (computed here)"
        )
    )
    found.append(
        _same("source is fixture", artifact.candidate_digest, fixture, "other text was judged than was reviewed")
    )
    found.append(
        _same("source is rendered", artifact.candidate_digest, view.rendered_digest, "the judge was shown other text")
    )
    if green is not None:
        found.append(
            _same("as last green", artifact.candidate_digest, green.candidate_digest, "the candidates changed since")
        )
    return found


def _digest(name: str, digest: str | None, source: Source, note: str = "") -> Entry:
    return fact(name, (f"{shorten(digest, 20)}{note}" if digest else "? not recorded"), source=source, width=18)


def _same(name: str, one: str | None, other: str | None, otherwise: str) -> Entry:
    same = same_digest(one, other)
    verdict: Span = ("ok the same", Tone.GOOD) if same else (f"x different: {otherwise}", Tone.BAD)
    if same is None:
        verdict = ("? one of the two was not kept", Tone.WARN)
    return fact(name, verdict, width=18)


def _stated(view: Comparison) -> list[Entry]:
    artifact, case = view.artifact, view.case
    pairs = (
        ("direction", artifact.direction, case.direction if case else None),
        ("criterion", artifact.criterion, case.criterion if case else None),
        ("criterion version", artifact.criterion_version, case.criterion_version if case else None),
    )
    found = [heading("Direction and criterion: judged, beside the reviewed fixture")]
    for name, judged, reviewed in pairs:
        words: Span = (f"{judged or '? not stated'}", Tone.PLAIN if judged else Tone.WARN)
        differs = reviewed is not None and judged != reviewed
        found.append(
            fact(name, words, (f"  x fixture: {reviewed}" if differs else "", Tone.BAD), source=view.source, width=18)
        )
    found.append(fact("gate", artifact.gate or "not stated: counted as blocking", source=view.source, width=18))
    return [*found, fact("judge", artifact.judge or "not recorded", source=view.source, width=18)]
