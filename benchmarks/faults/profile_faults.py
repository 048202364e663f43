"""Faults that show in a metric profile: four scores of one case, side by side."""

from copy import deepcopy
from random import Random

from benchmarks.faults.domains import Domain
from benchmarks.faults.healthy import coverage
from benchmarks.faults.kinds import Fault
from benchmarks.faults.specimen import Specimen

MINIMUMS = {"faithfulness": 0.7, "answer_relevancy": 0.7, "context_precision": 0.6, "context_recall": 0.7}


def profile(domain: Domain, rng: Random, number: int, claims: int = 1, k: int | None = None) -> Specimen:
    """A case whose four scores are good, with reference and context, and its twin."""
    specimen = coverage(domain, rng, number, claims, k)
    for side in (specimen.now, specimen.green):
        assert side.case is not None and side.retrieval is not None
        side.case["reference"] = domain.space.join(specimen.passages.values())
        scores = {name: round(rng.uniform(0.9, 0.99), 3) for name in MINIMUMS}
        side.rows = [{"case_id": side.case["case_id"], "scenario": domain.name, **scores}]
    return specimen


def _low(specimen: Specimen, limit: float) -> float:
    return round(specimen.rng.uniform(0.1, limit - 0.02), 3)


def hallucination(specimen: Specimen) -> tuple[str, ...]:
    specimen.now.row["faithfulness"] = _low(specimen, 0.7)
    return ()


def incomplete(specimen: Specimen) -> tuple[str, ...]:
    specimen.now.row["context_recall"] = _low(specimen, 0.7)
    return ()


def noisy(specimen: Specimen) -> tuple[str, ...]:
    specimen.now.row["context_precision"] = _low(specimen, 0.6)
    return ()


def both(specimen: Specimen) -> tuple[str, ...]:
    specimen.now.row.update(context_precision=_low(specimen, 0.6), faithfulness=_low(specimen, 0.7))
    return ()


def off_topic(specimen: Specimen) -> tuple[str, ...]:
    specimen.now.row["answer_relevancy"] = _low(specimen, 0.7)
    return ()


def _alone(specimen: Specimen, metric: str) -> None:
    """Only this metric was evaluated, and it came out empty or as zero."""
    for side in (specimen.now, specimen.green):
        side.rows = [{name: side.row[name] for name in ("case_id", "scenario", metric)}]
    specimen.now.row[metric] = specimen.rng.choice((None, float("nan"), 0.0))


def no_context(specimen: Specimen) -> tuple[str, ...]:
    side = specimen.now
    assert side.retrieval is not None and side.case is not None
    _alone(specimen, specimen.rng.choice(("faithfulness", "context_precision", "context_recall")))
    side.retrieval = None
    side.case = {**deepcopy(side.case), "context": []}
    return ()


def no_reference(specimen: Specimen) -> tuple[str, ...]:
    side = specimen.now
    assert side.case is not None
    _alone(specimen, "context_recall")
    side.case["reference"] = specimen.rng.choice((None, ""))
    return ()


PROFILE_FAULTS = tuple(
    Fault(cause, owner, inject, 1, profile)
    for cause, owner, inject in (
        ("hallucination-with-good-context", "application", hallucination),
        ("incomplete-context", "retrieval", incomplete),
        ("noisy-retrieval", "retrieval", noisy),
        ("retrieval-and-generation", "retrieval", both),
        ("off-topic-answer", "application", off_topic),
        ("context-missing", "test-data", no_context),
        ("reference-missing", "test-data", no_reference),
    )
)
