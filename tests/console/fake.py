"""An examination without files: rows and evidence in memory, diagnosed by the real rules."""

from dataclasses import dataclass, field
from types import SimpleNamespace

from triage.diagnosis import diagnose
from triage.model import Diagnosis, Evidence, Manifest, Outcome, Policy, Unread
from triage.owners import NO_TEAMS, Choice
from triage.verdict import judge


class Rows:
    """The columns that the console reads."""

    def __init__(self, evidences: list[Evidence]) -> None:
        self._rows = [one.row for one in evidences]

    def __len__(self) -> int:
        return len(self._rows)

    def outcome(self, at: int) -> Outcome:
        return self._rows[at].outcome

    def numbers(self, outcome: Outcome) -> list[int]:
        return [at for at, row in enumerate(self._rows) if row.outcome is outcome]

    def find(self, case_id: str, metric: str, system: str | None) -> list[int]:
        wanted = (case_id, metric, system)
        return [at for at, row in enumerate(self._rows) if (row.case_id, row.metric, row.system) == wanted]

    def __getattr__(self, name: str):
        return lambda at: getattr(self._rows[at], name)


@dataclass
class Examination:
    """The same face as the real one."""

    evidences: list[Evidence]
    manifest: Manifest = field(default_factory=lambda: Manifest(run_id="nightly-41", policy=Policy("p2")))
    unread: list[Unread] = field(default_factory=list)
    baseline: object = None
    baseline_refused: str | None = "none was given"
    delta: tuple = ()
    findings: tuple = ()
    cannot_tell: tuple = ()
    notes: tuple = ()
    drift: tuple = ()
    drift: tuple = ()
    teams: object = NO_TEAMS

    def __post_init__(self) -> None:
        rows = Rows(self.evidences)
        self.bundle = SimpleNamespace(
            rows=rows,
            manifest=self.manifest,
            unread=self.unread,
            name="nightly",
            paths=("nightly",),
            planned=None,
            notes=[],
        )
        self.red = sorted(rows.numbers(Outcome.FAILED) + rows.numbers(Outcome.INVALID))
        self.verdict = judge([(one.row.outcome, one.row.blocking) for one in self.evidences])

    def evidence(self, number: int) -> Evidence:
        return self.evidences[number]

    def diagnosis(self, number: int) -> Diagnosis:
        return diagnose(self.evidences[number])

    def choice(self, diagnosis: Diagnosis) -> Choice | None:
        if diagnosis.owner is None:
            return None
        return Choice(diagnosis.owner, None, "no teams file: the role itself")

    def aggregates(self) -> tuple:
        return ()
