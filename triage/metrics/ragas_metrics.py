"""The coverage and ranking contracts as Ragas metrics: the only module that imports ragas, and only when called.

Score them through ``.score(...)`` with named arguments.  Ragas validates nothing when a metric is called directly.
An instance keeps the inputs of its last call, so every thread needs its own.
"""

import os
import warnings
from types import ModuleType
from typing import Any, Protocol

from triage.metrics.coverage import evidence_coverage
from triage.metrics.ranking import identity

COVERAGE_NAME = "evidence_coverage"
COVERAGE_RANGE = (0.0, 1.0)
RANKING_NAME = "candidate_order"


class RagasUnavailable(Exception):
    """Ragas cannot be imported here, with the reason; every plain formula works without it."""


class Result(Protocol):
    """What Ragas returns: ``value`` None is an invalid evaluation, and ``reason`` then holds its fault."""

    value: Any
    reason: str | None


class Metric(Protocol):
    """A Ragas metric made from a function."""

    name: str
    allowed_values: Any

    def score(self, **inputs: Any) -> Result:
        """TypeError names a missing or mistyped argument; every other fault is a result with value None."""
        ...


def import_ragas() -> ModuleType:
    """``ragas.metrics``, imported with its usage tracking switched off.

    RagasUnavailable when the import fails for whatever reason.
    """
    os.environ["RAGAS_DO_NOT_TRACK"] = "true"
    try:
        with warnings.catch_warnings():
            # Deprecations inside ragas's own dependencies would end up between the lines of a report.
            warnings.simplefilter("ignore", DeprecationWarning)
            import ragas.metrics
    except Exception as error:
        raise RagasUnavailable(f"ragas cannot be imported ({type(error).__name__}: {error})") from error
    metrics: ModuleType = ragas.metrics
    return metrics


def coverage_metric() -> Metric:
    """A numeric metric over ``required_claim_ids`` and ``supported_claim_ids``, both lists of text.

    The value and the reason are those of ``coverage.evidence_coverage``; an invalid input gives value None and a
    reason that holds ours.  RagasUnavailable without ragas.
    """
    ragas_metrics = import_ragas()

    def measure(required_claim_ids: list[str], supported_claim_ids: list[str]) -> Any:
        measured = evidence_coverage(required_claim_ids, supported_claim_ids)
        if measured.value is None:
            # A returned None would be replaced by Ragas's own complaint, which loses the reason.
            raise ValueError(measured.reason)
        return ragas_metrics.MetricResult(value=measured.value, reason=measured.reason)

    metric: Metric = ragas_metrics.numeric_metric(name=COVERAGE_NAME, allowed_values=COVERAGE_RANGE)(measure)
    return metric


def order_metric(candidates: int) -> Metric:
    """A ranking metric for exactly so many candidates, over ``reference_order`` and ``returned_order``.

    The value is the returned order when it is a permutation of the reference; otherwise None, with every missing,
    unknown and repeated id in the reason.  Ragas itself would check the length alone.

    ValueError unless ``candidates`` is a whole number from 1.  RagasUnavailable without ragas.
    """
    if isinstance(candidates, bool) or not isinstance(candidates, int) or candidates < 1:
        raise ValueError(f"the number of candidates must be a whole number from 1, not {candidates!r}")
    ragas_metrics = import_ragas()

    def check(reference_order: list[str], returned_order: list[str]) -> Any:
        if len(reference_order) != candidates:
            raise ValueError(f"the reference has {len(reference_order)} candidates, the metric is for {candidates}")
        compared = identity(reference_order, returned_order)
        if not compared.ok:
            raise ValueError(f"not a permutation: {compared.words()}")
        return ragas_metrics.MetricResult(value=list(returned_order), reason=compared.words())

    metric: Metric = ragas_metrics.ranking_metric(name=RANKING_NAME, allowed_values=candidates)(check)
    return metric
