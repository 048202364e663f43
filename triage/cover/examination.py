"""A whole examination with its texts masked, for reports: they are exports, and logs are a public place."""

from typing import TYPE_CHECKING, Any, cast

from triage.cover.ids import ids_of
from triage.cover.rows import RowCover
from triage.evidence import Bundle
from triage.examine import Examination
from triage.metrics.aggregates import Aggregate
from triage.model import CannotTell, Diagnosis, Evidence, Finding, Manifest, Proof, Unread
from triage.redaction import Redactor

if TYPE_CHECKING:
    from triage.compare import DeltaStep


class CoveredBundle:
    """The bundle with the words about it masked; everything else is the bundle's own."""

    def __init__(self, bundle: Bundle, cover: RowCover) -> None:
        self._bundle = bundle
        self._cover = cover

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bundle, name)

    @property
    def manifest(self) -> Manifest:
        """The newest manifest."""
        return self._bundle.manifest

    @property
    def unread(self) -> list[Unread]:
        """What was not read."""
        return [one._replace(problem=self._cover.mask(one.problem)) for one in self._bundle.unread]

    @property
    def notes(self) -> list[Proof]:
        """What is worth knowing."""
        return [one._replace(text=self._cover.mask(one.text)) for one in self._bundle.notes]


class CoveredExamination(Examination):
    """Asks another examination, and masks what it says."""

    def __init__(self, inner: Examination) -> None:
        self._inner = inner
        self._cover = RowCover(Redactor(inner.teams.patterns))
        self.bundle = cast("Bundle", CoveredBundle(inner.bundle, self._cover))
        self.baseline = inner.baseline
        self.baseline_refused = inner.baseline_refused
        self.teams = inner.teams
        self.notes = tuple(map(self._cover.mask, inner.notes))
        self.verdict = inner.verdict

    @property
    def delta(self) -> "tuple[DeltaStep, ...]":
        """The red-delta ledger: ids and numbers."""
        return self._inner.delta

    @property
    def drift(self) -> tuple[Proof, ...]:
        """What moved around the product."""
        return tuple(one._replace(text=self._cover.mask(one.text)) for one in self._inner.drift)

    @property
    def red(self) -> list[int]:
        """Row numbers that failed or are invalid."""
        return self._inner.red

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What holds for the bundle as a whole."""
        return tuple(self._cover.finding(one) for one in self._inner.findings)

    @property
    def cannot_tell(self) -> tuple[CannotTell, ...]:
        """What cannot be told of the bundle as a whole."""
        return tuple(one._replace(needs=self._cover.mask(one.needs)) for one in self._inner.cannot_tell)

    def evidence(self, number: int) -> Evidence:
        """All records of one row."""
        return self._cover.evidence(self._inner.evidence(number))

    def diagnosis(self, number: int) -> Diagnosis:
        """What is said of one row."""
        return self._cover.diagnosis(self._inner.diagnosis(number), lambda: ids_of(self._inner.evidence(number)))

    def aggregates(self) -> tuple[Aggregate, ...]:
        """Means and judge behaviour over the run."""
        return self._inner.aggregates()
