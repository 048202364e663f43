"""The stages of the walk in one visible tuple, and where in it a row's diagnosis stopped."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from triage.model import Diagnosis, Evidence, Line, Outcome, Stage, Tone
from triage.owners import Choice
from triage.views import attribution, contract, identity, metric, orders, request, retrieval, stability, suggestion
from triage.views.entry import Entry, blank, entry, heading, lines

Detail = Callable[[Evidence, str | None], list[Entry]]


class StageView(NamedTuple):
    """One stage: its facts, and where it has things to choose the ``detail`` of the chosen one."""

    stage: Stage
    title: str
    entries: Callable[[Evidence], list[Entry]]
    detail: Detail | None = None


COVERAGE_STAGES = (
    StageView(Stage.METRIC, "Metric", metric.entries),
    StageView(Stage.CONTRACT, "Contract", contract.entries),
    StageView(Stage.ATTRIBUTION, "Attribution", attribution.entries, attribution.detail),
    StageView(Stage.RETRIEVAL, "Retrieval", retrieval.entries, retrieval.detail),
)
RANKING_STAGES = (
    StageView(Stage.IDENTITY, "Identity", identity.entries),
    StageView(Stage.ORDERS, "Orders", orders.entries, orders.detail),
    StageView(Stage.REQUEST, "Request", request.entries, request.detail),
    StageView(Stage.STABILITY, "Stability", stability.entries),
)


class Mark(Enum):
    """What the walk says of one stage, as a sign, a word and a tone."""

    FAILED = ("x", "the cause lies here", Tone.BAD)
    RED = ("x", "the score is red", Tone.BAD)
    ALSO = ("x", "also shows a fault", Tone.WARN)
    OK = ("ok", "nothing found", Tone.GOOD)
    UNKNOWN = ("?", "cannot be told", Tone.WARN)
    UNREACHED = ("-", "not reached", Tone.DIM)

    @property
    def sign(self) -> str:
        """The sign as it stands in the stepper."""
        return self.value[0]

    @property
    def words(self) -> str:
        """The sign in words."""
        return self.value[1]

    @property
    def tone(self) -> Tone:
        """The tone of the sign."""
        return self.value[2]


def stages_of(evidence: Evidence) -> tuple[StageView, ...]:
    """The walk of this row: a ranking row has stages of its own."""
    return RANKING_STAGES if evidence.ranking is not None else COVERAGE_STAGES


def marks(diagnosis: Diagnosis, evidence: Evidence, stage_of_cause: Mapping[str, Stage]) -> dict[Stage, Mark]:
    """One mark per stage of the walk, in order.  ``stage_of_cause`` places the causes that cannot be told."""
    walk = [view.stage for view in stages_of(evidence)]
    primary = {_placed(one.stage, walk) for one in diagnosis.findings if not one.secondary}
    secondary = {_placed(one.stage, walk) for one in diagnosis.findings if one.secondary}
    stages = (stage_of_cause.get(one.cause) for one in diagnosis.cannot_tell)
    doubted = {_placed(stage, walk) for stage in stages if stage is not None}
    stop = max((walk.index(stage) for stage in primary), default=len(walk))
    found = {}
    for place, stage in enumerate(walk):
        if stage in primary:
            found[stage] = Mark.FAILED
        elif stage in secondary:
            found[stage] = Mark.ALSO
        elif place > stop:
            found[stage] = Mark.UNREACHED
        elif stage is Stage.METRIC and evidence.row.outcome in (Outcome.FAILED, Outcome.INVALID):
            found[stage] = Mark.RED
        elif (stage in doubted and not primary) or not _recorded(stage, evidence):
            found[stage] = Mark.UNKNOWN
        else:
            found[stage] = Mark.OK
    return found


def stop_of(diagnosis: Diagnosis, evidence: Evidence) -> Stage | None:
    """The stage at which the walk stops for the suggested cause; None when it does not."""
    if diagnosis.stage is None or not any(not one.secondary for one in diagnosis.findings):
        return None
    return _placed(diagnosis.stage, [view.stage for view in stages_of(evidence)])


def walk_lines(
    diagnosis: Diagnosis, evidence: Evidence, choice: Choice | None, stage_of_cause: Mapping[str, Stage]
) -> list[Line]:
    """The whole walk of one row for printing: every stage with all its details, then the suggestion."""
    found = suggestion.identity_entries(evidence)
    marked = marks(diagnosis, evidence, stage_of_cause)
    for view in stages_of(evidence):
        mark = marked[view.stage]
        found += [blank(), entry((f"{view.title}: ", Tone.KEY), (f"{mark.sign} {mark.words}", mark.tone))]
        shown = view.entries(evidence)
        found += shown
        for detail in _details(view, evidence, shown):
            found += [blank(), *detail]
    return lines([*found, blank(), heading("Suggestion"), *suggestion.entries(diagnosis, choice)])


def _details(view: StageView, evidence: Evidence, shown: Sequence[Entry]) -> list[list[Entry]]:
    """What each choice of a stage shows, and what it shows before any choice; the same thing once."""
    if view.detail is None:
        return []
    found: list[list[Entry]] = []
    for item in dict.fromkeys([None, *(one.item for one in shown)]):
        detail = view.detail(evidence, item)
        found += [detail] if detail and detail not in found else []
    return found


def _placed(stage: Stage, walk: list[Stage]) -> Stage:
    """The stage where this walk shows it: what belongs to no stage of the walk stands at its first one."""
    return stage if stage in walk else walk[0]


def _recorded(stage: Stage, evidence: Evidence) -> bool:
    ranking = evidence.ranking
    kept = {
        Stage.CONTRACT: evidence.green is not None,
        Stage.ATTRIBUTION: evidence.attribution is not None and evidence.attribution.claims is not None,
        Stage.RETRIEVAL: evidence.retrieval is not None and evidence.retrieval.retrieved is not None,
        Stage.REQUEST: ranking is not None and ranking.request is not None,
        Stage.STABILITY: ranking is not None and bool(ranking.attempts),
    }
    return kept.get(stage, True)
