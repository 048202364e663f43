"""The line of stages at the top of the walk, in as many words as fit."""

from collections.abc import Mapping

from triage.model import Line, Stage, Tone
from triage.model.lines import Span
from triage.views.columns import cells
from triage.views.entry import line
from triage.views.stages import Mark

_HANDOFF = "Handoff"


def stepper(
    titles: Mapping[Stage, str], marks: Mapping[Stage, Mark], stop: Stage | None, chosen: int, width: int
) -> Line:
    """``1 Metric x -> [2 Contract ok] -> 3 Attribution x <- stops here -> ...``; the chosen stage in brackets."""
    for arrow, stops, short in (
        (" -> ", " <- stops here", False),
        (" > ", " <- stops here", False),
        (" ", " <-stop", False),
        (" ", "<", True),
    ):
        made = _made(titles, marks, stop, chosen, arrow, stops, short=short)
        if sum(cells(text) for text, _ in made) <= width:
            return made
    return made


def _made(
    titles: Mapping[Stage, str],
    marks: Mapping[Stage, Mark],
    stop: Stage | None,
    chosen: int,
    arrow: str,
    stops: str,
    *,
    short: bool,
) -> Line:
    spans: list[Span] = []
    for place, (stage, title) in enumerate(titles.items()):
        mark = marks[stage]
        name = f"{place + 1}" if short and place != chosen else f"{place + 1} {title}"
        spans += _step(name, (f" {mark.sign}", mark.tone), stage is stop, place == chosen, stops)
        spans.append((arrow, Tone.DIM))
    last = len(titles)
    spans += _step(
        f"{last + 1}" if short and last != chosen else f"{last + 1} {_HANDOFF}",
        ("", Tone.PLAIN),
        False,
        last == chosen,
        "",
    )
    return line(*spans)


def _step(name: str, mark: Span, stops: bool, chosen: bool, words: str) -> list[Span]:
    tone = Tone.MARK if chosen else Tone.PLAIN
    found: list[Span] = [("[" if chosen else "", Tone.KEY), (name, tone), mark, ("]" if chosen else "", Tone.KEY)]
    return [*found, (words, Tone.WARN)] if stops else found
