"""One examination: a run, the last green run beside it, the verdict, and a diagnosis for every row on demand."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from triage import totals
from triage.baseline import choose, verdict_of
from triage.causes import RUN_CAUSES, SLUGS
from triage.clues.run import RunFacts
from triage.compare import Baseline, DeltaStep, red_delta
from triage.diagnosis import ask, diagnose
from triage.drift import drift
from triage.evidence import Bundle, EvidenceError, Limit, Watch, open_bundle, set_limits, shelf
from triage.evidence.archives import is_archive
from triage.evidence.frozen import holds_handoff, is_handoff, open_handoff
from triage.metrics.aggregates import Aggregate
from triage.model import CannotTell, Diagnosis, Evidence, Finding, Outcome, Proof
from triage.owners import NO_TEAMS, Choice, Teams, find_teams, load_teams
from triage.text import count
from triage.verdict import Verdict

MOST_KEPT = 4096


class Examination:
    """Everything that reports, handoffs and screens read.

    ``baseline_refused`` says in words why there is no baseline; ``notes`` are facts about the reading itself.
    Diagnoses are made when first asked for and kept, the most recent ``MOST_KEPT`` of them.
    """

    def __init__(
        self, bundle: Bundle, baseline: Baseline | None, refused: str | None, teams: Teams, notes: Sequence[str] = ()
    ) -> None:
        self.bundle = bundle
        self.baseline = baseline
        self.baseline_refused = refused
        self.teams = teams
        self.notes = tuple(notes)
        self.verdict: Verdict = verdict_of(bundle)
        self._diagnoses: dict[int, Diagnosis] = {}

    @cached_property
    def delta(self) -> tuple[DeltaStep, ...]:
        """The red-delta ledger; empty without a baseline."""
        return red_delta(self.bundle, self.baseline.bundle) if self.baseline else ()

    @cached_property
    def drift(self) -> tuple[Proof, ...]:
        """What moved around the product, against the last green run and within this one."""
        return drift(self.bundle, self.baseline.bundle if self.baseline else None)

    @cached_property
    def red(self) -> list[int]:
        """Row numbers that failed or are invalid, blocking ones first, otherwise in reading order."""
        rows = self.bundle.rows
        numbers = sorted(rows.numbers(Outcome.FAILED) + rows.numbers(Outcome.INVALID))
        return sorted(numbers, key=lambda number: not rows.blocking(number))

    @cached_property
    def _run(self) -> tuple[tuple[Finding, ...], tuple[CannotTell, ...]]:
        said = list(ask(RUN_CAUSES, self._facts()))
        findings = tuple(word for word in said if isinstance(word, Finding))
        return findings, tuple(word for word in said if isinstance(word, CannotTell))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What holds for the bundle as a whole."""
        return self._run[0]

    @property
    def cannot_tell(self) -> tuple[CannotTell, ...]:
        """What cannot be told of the bundle as a whole."""
        return self._run[1]

    def _facts(self) -> RunFacts:
        bundle = self.bundle
        return RunFacts(
            rows=len(bundle.rows),
            unread=tuple(bundle.unread),
            faults=bundle.manifest.faults,
            planned=bundle.planned,
            unrowed=bundle.unrowed_cases(),
            manifest=bundle.manifest,
            aggregates=self.aggregates(),
        )

    def evidence(self, number: int) -> Evidence:
        """All records of one row, and of its twin in the last green run."""
        paired = self.baseline is not None and len(self.baseline.bundle.rows) > 0
        return self.bundle.evidence(number, self.baseline.bundle if self.baseline and paired else None)

    def diagnosis(self, number: int) -> Diagnosis:
        """What is said of one row."""
        known = self._diagnoses.pop(number, None)
        if known is None:
            known = diagnose(self.evidence(number))
        self._diagnoses[number] = known
        if len(self._diagnoses) > MOST_KEPT:
            self._diagnoses.pop(next(iter(self._diagnoses)), None)
        return known

    def choice(self, diagnosis: Diagnosis) -> Choice | None:
        """The team behind the suggested owner and the rule that chose it; None where no owner is suggested."""
        if diagnosis.owner is None or diagnosis.cause is None or diagnosis.stage is None:
            return None
        row = diagnosis.row
        return self.teams.choose(
            diagnosis.owner,
            cause=diagnosis.cause,
            stage=diagnosis.stage,
            case_id=row.case_id,
            scenario=row.scenario,
            metric=row.metric,
            system=row.system,
        )

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Means and judge behaviour over the run."""
        return self._aggregates

    @cached_property
    def _aggregates(self) -> tuple[Aggregate, ...]:
        return totals.aggregates(self.bundle)


def examine(
    paths: Sequence[str | Path],
    *,
    baseline: str | None = None,
    teams: str | None = None,
    stdin: BinaryIO | None = None,
    watch: Watch | None = None,
    limits: Mapping[str, Limit] | None = None,
) -> Examination:
    """Read a run and what belongs to it.  EvidenceError, one plain sentence, when a path cannot be read at all.

    Through ``watch`` another thread sees how far reading is, and may end it; what was read is then examined.
    ``limits`` by metric, before those of the teams file, are for rows whose tool wrote no threshold.
    """
    chosen_paths, shelf_notes = _from_handoff(paths) or _from_shelf(paths)
    bundle = open_bundle(chosen_paths, stdin=stdin, watch=watch)
    found = _teams(bundle, chosen_paths, teams)
    limits = {**found.limits, **(limits or {})}
    if limits:
        set_limits(bundle, limits)
    chosen = choose(bundle, baseline, watch, limits)
    return Examination(bundle, chosen.baseline, chosen.refused, found, [*shelf_notes, *chosen.notes])


def _from_handoff(paths: Sequence[str | Path]) -> tuple[Sequence[str | Path], list[str]] | None:
    """The frozen inputs of a handoff folder, and notes on every file that is not as it was written."""
    if len(paths) == 1 and is_archive(str(paths[0])) and holds_handoff(Path(paths[0])):
        raise EvidenceError(
            f"{paths[0]}: an archive of a handoff; unpack it and open the folder, so it can be verified"
        )
    if len(paths) != 1 or str(paths[0]) == "-" or not is_handoff(paths[0]):
        return None
    folder = open_handoff(paths[0])
    if not folder.faults:
        return [folder.inputs], [f"a handoff folder: all {count(folder.files, 'file')} are as they were written"]
    return [folder.inputs], [f"not as it was handed over: {fault}" for fault in folder.faults]


def _from_shelf(paths: Sequence[str | Path]) -> tuple[Sequence[str | Path], list[str]]:
    """The newest run of a folder that only holds runs, and a note that says so; other paths as they are."""
    if len(paths) != 1 or str(paths[0]) == "-":
        return paths, []
    runs = shelf(Path(paths[0]))
    if not runs:
        return paths, []
    dated = []
    for path in runs:
        manifest = open_bundle([path]).manifest
        dated.append((manifest.date or "", path.name, path))
    newest = max(dated)[2]
    return [newest], [f"{len(runs)} runs in {paths[0]}: opened {newest.name}, the newest"]


def _teams(bundle: Bundle, paths: Sequence[str | Path], named: str | None) -> Teams:
    """The named teams file, else the bundle's own, else the nearest one upward from the working folder."""
    if named is not None:
        try:
            return load_teams(Path(named).read_bytes(), named, SLUGS)
        except OSError as error:
            raise EvidenceError(f"{named}: the teams file cannot be read ({error.strerror or error})") from error
    if bundle.teams is not None:
        return load_teams(bundle.teams[1], bundle.teams[0], SLUGS)
    found = find_teams(Path.cwd())
    if found is None:
        return NO_TEAMS
    try:
        return load_teams(found.read_bytes(), found.name, SLUGS)
    except OSError:
        return NO_TEAMS
