"""Screen Walk: one row, stage by stage, with the suggestion always at the bottom."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from triage.console import keys
from triage.console.faults import shown
from triage.console.handoff_keys import HandoffKeys
from triage.console.keyed_screen import letters
from triage.console.reading_screen import ReadingScreen
from triage.console.stepper import stepper
from triage.console.text_screen import TextScreen
from triage.console.told import Told
from triage.console.widgets.line_view import LineView
from triage.console.widgets.panels import KeyLine, Panel
from triage.views import attribution, record, stages, suggestion
from triage.views.entry import lines
from triage.views.stages import StageView

HANDOFF = 4


class WalkScreen(HandoffKeys, ReadingScreen):
    """The stage's facts, the detail of what is chosen in them, and below what is said of the row."""

    PLACE = keys.WALK
    BINDINGS: ClassVar[list[BindingType]] = [*keys.bindings_of(keys.WALK)]

    def __init__(self, told: Told, stage: int = 0) -> None:
        super().__init__()
        self.told = told
        self.stage = stage
        self._places: dict[int, int] = {}

    def compose(self) -> ComposeResult:
        """The parts, top to bottom."""
        yield Panel("row")
        yield Panel("stepper")
        with Container(id="walk"):
            with Container(id="stage"):
                yield LineView("body")
                yield LineView("detail")
            yield LineView("suggestion")
        yield letters()
        yield KeyLine(self.PLACE)

    @property
    def body(self) -> LineView:
        """The stage's facts."""
        return self.query_one("#body", LineView)

    @property
    def detail(self) -> LineView:
        """The chosen thing of the stage."""
        return self.query_one("#detail", LineView)

    @property
    def view(self) -> StageView | None:
        """The stage that is shown; None at the handoff."""
        return None if self.stage == HANDOFF else stages.stages_of(self.told.evidence)[self.stage]

    def on_mount(self) -> None:
        """Show the row."""
        self.body.focus()
        self.show_row(self.told)

    def on_resize(self) -> None:
        """The stepper is worded for the width."""
        self._show_stepper()

    def show_row(self, told: Told) -> None:
        """Another row at the same stage, or the same row as it was read again."""
        if _which(told) == _which(self.told):
            self._places[self.stage] = self.body.cursor
        else:
            self._places.clear()
        self.told = told
        self.app.keep_place()
        self.query_one("#row", Panel).show(lines(suggestion.identity_entries(told.evidence)))
        self.query_one("#suggestion", LineView).show(shown(lambda: suggestion.entries(told.diagnosis, told.choice)))
        self._show_stage()

    def on_line_view_chose(self, event: LineView.Chose) -> None:
        """Something else was chosen in the stage's facts."""
        if event.view is self.body:
            self._show_detail(event.item)

    def doing(self, key_id: str) -> Callable[[], None]:
        """``stage-1`` to ``stage-5`` go there; all other keys have a method."""
        name, _, number = key_id.rpartition("-")
        return partial(self._go, int(number) - 1) if name == "stage" and number.isdigit() else super().doing(key_id)

    def why_not(self, key_id: str) -> str | None:
        """Some keys need a line with a record, or a row to go to."""
        if key_id == "record":
            chosen = self.pane.entry if isinstance(self.pane, LineView) else None
            return None if chosen is not None and chosen.source is not None else "this line has no record of its own"
        if key_id == "row-next" and self.app.queue.red_row(1) is None:
            return "this is the last red row of the list"
        if key_id == "row-previous" and self.app.queue.red_row(-1) is None:
            return "this is the first red row of the list"
        return super().why_not(key_id)

    def do_record(self) -> None:
        """The record behind the line."""
        chosen = self.pane.entry if isinstance(self.pane, LineView) else None
        source = chosen.source if chosen is not None else None
        if source is not None:
            self.app.push_screen(TextScreen("Record", shown(lambda: record.entries(self.told.evidence, source))))

    def do_stage_next(self) -> None:
        """One stage on."""
        self._go(min(self.stage + 1, HANDOFF))

    def do_stage_previous(self) -> None:
        """One stage back."""
        self._go(max(self.stage - 1, 0))

    def do_row_next(self) -> None:
        """The next red row."""
        self._go_red(1)

    def do_row_previous(self) -> None:
        """The previous red row."""
        self._go_red(-1)

    def do_back(self) -> None:
        """To the queue, with the cursor on the row that was walked last."""
        super().do_back()
        self.app.keep_place()

    def _go_red(self, step: int) -> None:
        number = self.app.queue.red_row(step)
        if number is not None:
            self.app.queue.rows.choose(number)

    def _go(self, stage: int) -> None:
        self._places[self.stage] = self.body.cursor
        self.stage = stage
        self._show_stage()
        self.body.focus()
        self.app.keep_place()

    def _show_stage(self) -> None:
        self._show_stepper()
        view = self.view
        entries = shown(self.handoff_entries if view is None else partial(view.entries, self.told.evidence))
        self.detail.display = view is None or view.detail is not None
        self.query_one("#suggestion", LineView).display = view is not None
        if self.detail.display:
            self._show_detail(None)
        self.body.show(entries, cursor=self._places.get(self.stage, 0))

    def _show_stepper(self) -> None:
        told = self.told
        marked = stages.marks(told.diagnosis, told.evidence, self.app.stage_of_cause)
        stop = stages.stop_of(told.diagnosis, told.evidence)
        titles = {view.stage: view.title for view in stages.stages_of(told.evidence)}
        self.query_one("#stepper", Panel).show([stepper(titles, marked, stop, self.stage, self.size.width)])

    def _show_detail(self, item: str | None) -> None:
        view = self.view
        if view is None:
            self.detail.show(shown(self.handoff_text))
            return
        if view.detail is None:
            return
        sign = attribution.anchor(self.told.evidence, item) if view.detail is attribution.detail else None
        self.detail.show(shown(partial(view.detail, self.told.evidence, item)), aim=sign)


def _which(told: Told) -> tuple[object, ...]:
    row = told.evidence.row
    return row.case_id, row.metric, row.system, row.attempt, row.line if row.case_id is None else None
