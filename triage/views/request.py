"""Stage Request: what the judge was shown, beside the frozen candidates; what was lost on the way is marked."""

from difflib import SequenceMatcher
from typing import NamedTuple

from triage.clues.ranking import Comparison, comparison
from triage.model import Evidence, Request, Tone
from triage.model.lines import Span
from triage.text import count
from triage.views.columns import spread, widest
from triage.views.entry import Entry, blank, entry, fact, heading, quoted
from triage.views.marked import Mark, marked_lines

_LONGEST_DIFF = 4_000


class Rendering(NamedTuple):
    """One candidate at both boundaries; ``shown`` holds every text it was shown with."""

    candidate: str
    frozen: str | None
    shown: tuple[str, ...]

    @property
    def verdict(self) -> Span:
        """What became of the candidate between the fixture and the judge."""
        if not self.shown:
            return "x not shown to the judge", Tone.BAD
        if self.frozen is None:
            return "? no frozen text to compare with", Tone.WARN
        if len(self.shown) > 1:
            return f"x shown {len(self.shown)} times", Tone.BAD
        text = self.shown[0]
        if text == self.frozen:
            return f"ok complete, {count(len(text), 'character')}", Tone.GOOD
        if self.frozen.startswith(text):
            return f"x clipped: {len(text)} of {len(self.frozen)} characters shown", Tone.BAD
        return f"x other text: {len(text)} characters shown, {len(self.frozen)} frozen", Tone.BAD


def entries(evidence: Evidence) -> list[Entry]:
    """Every candidate and every decisive passage with what became of it, lost ones first; then both boundaries."""
    view = comparison(evidence)
    if view is None:
        return [entry("no ranking artifact was kept for this row: there is no request to show")]
    request = view.artifact.request
    if request is None:
        text = "not kept: whether the judge saw the whole candidates cannot be told"
        return [fact("request", ("? ", Tone.WARN), text), *_frozen_only(view)]
    pairs = _faulty_first(view)
    width = widest((pair.candidate for pair in pairs), least=6, most=26)
    found = [heading("Candidates as shown, beside the frozen ones")]
    for pair in pairs:
        cells: list[tuple[Span, int]] = [((pair.candidate, Tone.KEY), width), (pair.verdict, 0)]
        found.append(entry("  ", *spread(cells), source=view.source, item=pair.candidate))
    return [*found, *_decisive(view, request), blank(), *_boundary(view, request)]


def _faulty_first(view: Comparison) -> list[Rendering]:
    """What was lost comes before what is complete, each in the order shown."""
    return sorted(renderings(view), key=lambda pair: pair.verdict[1] is not Tone.BAD)


def detail(evidence: Evidence, item: str | None) -> list[Entry]:
    """The frozen text of the chosen candidate with the lost parts marked, and the text that the judge was shown."""
    view = comparison(evidence)
    pairs = _faulty_first(view) if view else []
    pair = next((one for one in pairs if one.candidate == item), pairs[0] if pairs else None)
    if view is None or pair is None:
        return []
    source = view.case.source if view.case else view.source
    if pair.frozen is None:
        return [heading(f"Candidate {pair.candidate}: no frozen text kept"), *_shown(pair, view)]
    marks = lost(pair.frozen, pair.shown[0] if pair.shown else "")
    title = f"Frozen text of {pair.candidate}" + (
        f", {count(len(marks), 'lost part')} marked «lost| ... |lost»" if marks else ""
    )
    found = [heading(title), *(Entry(one, source) for one in marked_lines(pair.frozen, marks))]
    return found if pair.shown == (pair.frozen,) else [*found, *_shown(pair, view)]


def renderings(view: Comparison) -> list[Rendering]:
    """Every candidate of the fixture, then those that only the request holds, in order of appearance."""
    frozen = view.frozen or {}
    shown = view.artifact.request.candidates if view.artifact.request else ()
    names = dict.fromkeys((*frozen, *(candidate for candidate, _ in shown)))
    return [
        Rendering(one, frozen.get(one), tuple(text for candidate, text in shown if candidate == one)) for one in names
    ]


def lost(frozen: str, shown: str) -> list[Mark]:
    """The parts of the frozen text that the shown one lacks; only the tail is told apart in very long texts."""
    if not shown or frozen.startswith(shown):
        return [Mark(len(shown), len(frozen), "lost")] if len(shown) < len(frozen) else []
    if max(len(frozen), len(shown)) > _LONGEST_DIFF:
        same = next(
            (at for at, (one, other) in enumerate(zip(frozen, shown, strict=False)) if one != other), len(shown)
        )
        return [Mark(same, len(frozen), "lost")] if same < len(frozen) else []
    changes = SequenceMatcher(None, frozen, shown, autojunk=False).get_opcodes()
    return [Mark(start, end, "lost") for kind, start, end, _, _ in changes if kind in ("delete", "replace")]


def _frozen_only(view: Comparison) -> list[Entry]:
    if not view.frozen or view.case is None:
        return []
    source = view.case.source
    found = [blank(), heading("Frozen candidates")]
    return found + [entry("  ", (one, Tone.KEY), source=source, item=one) for one in view.frozen]


def _boundary(view: Comparison, request: Request) -> list[Entry]:
    found = [
        fact("truncated", _truncated(request), source=view.source),
        fact("tokens", _tokens(request), source=view.source),
    ]
    criterion = request.criterion or "not in the request"
    differs = view.case is not None and view.case.criterion is not None and request.criterion != view.case.criterion
    note = (f"  x fixture: {view.case.criterion}" if differs and view.case else "", Tone.BAD)
    found.append(fact("criterion", criterion, note, source=view.source))
    context = count(len(request.context), "context entry", "context entries")
    return [*found, fact("context", context if request.context else "none in the request", source=view.source)]


def _truncated(request: Request) -> Span:
    if request.truncated is None:
        return "? not recorded", Tone.WARN
    if request.truncated:
        return "x the provider says it was cut off", Tone.BAD
    return "ok the provider says it was not cut off", Tone.GOOD


def _tokens(request: Request) -> Span:
    sent, seen = request.tokens_sent, request.tokens_seen
    if sent is None or seen is None:
        return "? not recorded on both sides", Tone.DIM
    return (f"x {seen} of {sent} arrived", Tone.BAD) if seen < sent else (f"ok all {sent} arrived", Tone.GOOD)


def _decisive(view: Comparison, request: Request) -> list[Entry]:
    if view.case is None or not view.case.decisive_passages:
        return []
    texts = [*request.context, *(text for _, text in request.candidates)]
    found = [blank(), heading("Decisive passages: must have been in front of the judge")]
    for passage in view.case.decisive_passages:
        verdict: Span = ("ok shown: ", Tone.GOOD)
        if not any(passage in text for text in texts):
            verdict = ("x not in the request: ", Tone.BAD)
        found.append(entry("  ", verdict, passage, source=view.case.source))
    return found


def _shown(pair: Rendering, view: Comparison) -> list[Entry]:
    if not pair.shown:
        return [entry(("the judge was not shown this candidate", Tone.BAD))]
    found: list[Entry] = []
    for place, text in enumerate(pair.shown, start=1):
        again = f" ({place} of {len(pair.shown)})" if len(pair.shown) > 1 else ""
        found += [heading(f"As shown to the judge{again}"), *(one._replace(source=view.source) for one in quoted(text))]
    return found
