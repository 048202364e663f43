"""A small examination with one row of every outcome, made by hand: what the report must say of it is plain to see."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from triage.metrics.aggregates import Aggregate
from triage.model import (
    CannotTell,
    Confidence,
    Diagnosis,
    Evidence,
    Finding,
    InvalidKind,
    Manifest,
    Outcome,
    Owner,
    Policy,
    Proof,
    Row,
    RuledOut,
    Source,
    Stage,
    Unread,
)
from triage.owners import NO_TEAMS, Choice, Teams
from triage.verdict import Verdict


class Table:
    """The columns that a report reads."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def outcome(self, number: int) -> Outcome:
        return self._rows[number].outcome

    def case_id(self, number: int) -> str | None:
        return self._rows[number].case_id

    def metric(self, number: int) -> str:
        return self._rows[number].metric

    def system(self, number: int) -> str | None:
        return self._rows[number].system


@dataclass
class Bundle:
    diagnoses: list[Diagnosis]
    paths: tuple[str, ...] = ("nightly-red",)
    name: str = "nightly-red"
    manifest: Manifest = field(
        default_factory=lambda: Manifest(run_id="nightly-12", contract_version="c-3", policy=Policy("p-2"))
    )
    unread: list[Unread] = field(default_factory=list)
    notes: list[Proof] = field(default_factory=list)
    planned: tuple[int, str] | None = (6, "run.yaml planned_rows")

    @property
    def rows(self) -> Table:
        return Table([diagnosis.row for diagnosis in self.diagnoses])

    def row(self, number: int) -> Row:
        return self.diagnoses[number].row


@dataclass
class Examined:
    """A stand-in for an examination, every part of which a test may replace."""

    bundle: Bundle
    verdict: Verdict
    baseline: Any = None
    baseline_refused: str | None = "no green run beside this one"
    teams: Teams = NO_TEAMS
    delta: tuple[Any, ...] = ()
    findings: tuple[Finding, ...] = ()
    cannot_tell: tuple[CannotTell, ...] = ()
    notes: tuple[str, ...] = ()
    drift: tuple[Proof, ...] = ()
    means: tuple[Aggregate, ...] = ()

    @property
    def red(self) -> list[int]:
        wanted = (Outcome.FAILED, Outcome.INVALID)
        return [at for at, one in enumerate(self.bundle.diagnoses) if one.row.outcome in wanted]

    def diagnosis(self, number: int) -> Diagnosis:
        return self.bundle.diagnoses[number]

    def evidence(self, number: int) -> Evidence:
        return Evidence(self.bundle.row(number), manifest=self.bundle.manifest)

    def choice(self, diagnosis: Diagnosis) -> Choice | None:
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
        return self.means


def failed(case_id: str | None = "parcel-4", **changes: Any) -> Diagnosis:
    facts: dict[str, Any] = {"score": 2 / 3, "minimum": 0.8, "line": 4, "scenario": "shipping"}
    facts |= {"required": ("fee", "window", "place"), "supported": ("fee", "place")}
    row = Row(Source("rows.jsonl", 1), Outcome.FAILED, case_id, **(facts | changes))
    proof = Proof("doc-9 stands at rank 5, the cutoff is k=3", Source("retrieval.jsonl", 2))
    finding = Finding(
        "below-cutoff", Stage.RETRIEVAL, Owner.RETRIEVAL, Confidence.LIKELY, (proof,), "compare the ranks", "window"
    )
    later = Finding("noisy-context", Stage.RETRIEVAL, Owner.RETRIEVAL, Confidence.LIKELY, (), "", secondary=True)
    ruled_out = RuledOut("retrieval-miss", "doc-9 was ranked", Source("retrieval.jsonl", pointer="/0/retrieved"))
    doubt = CannotTell("threshold-drift", "the last green run", "window")
    return Diagnosis(
        row,
        (finding, later),
        (ruled_out,),
        (doubt,),
        "below-cutoff",
        Owner.RETRIEVAL,
        Confidence.LIKELY,
        Stage.RETRIEVAL,
    )


def invalid() -> Diagnosis:
    row = Row(
        Source("rows.jsonl", 2),
        Outcome.INVALID,
        line=9,
        invalid_kind=InvalidKind.ERROR,
        reason="Expecting value",
    )
    return Diagnosis(row, cannot_tell=(CannotTell("undetermined", "the evaluator's log"),), cause="undetermined")


def quiet(outcome: Outcome, case_id: str) -> Diagnosis:
    return Diagnosis(Row(Source("rows.jsonl", 3), outcome, case_id, score=1.0, minimum=0.8))


VERDICT = Verdict("incomplete", 2, 4, 1, 1, 1, 1, 1, 0, 1 / 3, 2 / 3, 6, ("1 blocking row not evaluated",))


@pytest.fixture
def made() -> SimpleNamespace:
    """The makers of rows, for tests that need other ones."""
    return SimpleNamespace(
        failed=failed, invalid=invalid, quiet=quiet, examined=Examined, bundle=Bundle, verdict=VERDICT
    )


@pytest.fixture
def examined() -> Examined:
    """One failed, one invalid, one passed and one not judged row."""
    rows = [failed(), invalid(), quiet(Outcome.PASSED, "parcel-1"), quiet(Outcome.NOT_JUDGED, "parcel-2")]
    return Examined(Bundle(rows), VERDICT)
