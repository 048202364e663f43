"""What a run says of itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from triage.model.records import NOWHERE, Fault, Source


@dataclass(frozen=True, slots=True)
class Policy:
    """The gate's policy: minimum per metric, and whether it blocks at all (``report_only``)."""

    version: str | None = None
    minimum: Mapping[str, float] = field(default_factory=dict)
    report_only: bool = False


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a run says of itself.  ``reported`` maps metric to the mean and row count a dashboard showed.

    ``conditions`` are all further settings flattened to dotted keys, as text, for comparing two runs.
    """

    source: Source = NOWHERE
    run_id: str | None = None
    date: str | None = None
    planned_rows: int | None = None
    baseline: str | None = None
    k: int | None = None
    context_cutoff: int | None = None
    contract_version: str | None = None
    rubric_version: str | None = None
    corpus_version: str | None = None
    question_set_version: str | None = None
    policy: Policy = field(default_factory=Policy)
    reported: Mapping[str, tuple[float | None, int | None]] = field(default_factory=dict)
    conditions: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict)
