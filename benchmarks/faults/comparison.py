"""Healthy ranking comparisons: a judge that puts the reviewed winner first in every seating and repetition."""

from copy import deepcopy
from itertools import permutations
from random import Random

from benchmarks.faults.domains import Domain
from benchmarks.faults.healthy import JUDGE
from benchmarks.faults.specimen import Record, Specimen
from triage.metrics.ranking import candidate_digest, pairwise_agreement

Order = list[str]


def comparison(domain: Domain, rng: Random, number: int, claims: int = 3, k: int | None = None) -> Specimen:
    """A must-win comparison of ``claims`` to 5 candidates, and its twin in the last green run."""
    del k
    specimen = Specimen(domain, rng, number, 1)
    case_id, size = specimen.new_id("case"), rng.randrange(claims, 6)
    order = [specimen.new_id("candidate") for _ in range(size)]
    fact = rng.choice(domain.facts).format(n=specimen.unique())
    candidates = [{"id": one, "text": _text(specimen)} for one in rng.sample(order, size)]
    shared = {"criterion": domain.criterion, "criterion_version": "c-3", "direction": "best-first"}
    specimen.now.ranking_case = {
        "case_id": case_id,
        **shared,
        "user_input": domain.questions[0].format(n=number),
        "context": [fact],
        "candidates": candidates,
        "expected_order": order,
        "rationale": [domain.rationale],
        "decisive_passages": [fact],
        "gate": "must-win",
    }
    specimen.now.ranking = _artifact(specimen, case_id, shared)
    specimen.green.ranking = deepcopy(specimen.now.ranking)
    specimen.green.ranking_case = deepcopy(specimen.now.ranking_case)
    return specimen


def _text(specimen: Specimen) -> str:
    domain = specimen.domain
    told = specimen.rng.sample(domain.told, 2)
    return domain.space.join(one.format(n=specimen.unique()) for one in told)


def _artifact(specimen: Specimen, case_id: str, shared: Record) -> Record:
    case = specimen.now.ranking_case
    assert case is not None
    order, shown = case["expected_order"], [one["id"] for one in case["candidates"]]
    artifact: Record = {
        "case": case_id,
        **shared,
        "gate": "must-win",
        "presented_order": shown,
        "expected_order": order,
        "raw_order": list(order),
        "actual_order": list(order),
        "must_win_expected": order[0],
        "must_win_actual": order[0],
        "explanation": specimen.domain.explains,
        "request": {
            "criterion": shared["criterion"],
            "context": list(case["context"]),
            "candidates": [dict(one) for one in case["candidates"]],
            "truncated": False,
        },
        "judge": JUDGE,
        "versions": {"ragas": "0.4.3"},
    }
    digest_of(artifact, case["candidates"])
    attempt(specimen, artifact, [order] * 2, [order] * 5)
    return artifact


def digest_of(artifact: Record, candidates: list[Record]) -> None:
    """Freeze these candidates, and what the request shows of them."""
    artifact["candidate_digest"] = candidate_digest((one["id"], one["text"]) for one in candidates)
    shown = artifact["request"]["candidates"]
    artifact["rendered_digest"] = candidate_digest((one["id"], one["text"]) for one in shown)


def seatings(specimen: Specimen, artifact: Record, count: int) -> list[Order]:
    """Other orders in which the same candidates are presented."""
    others = [
        list(one) for one in permutations(artifact["presented_order"]) if list(one) != artifact["presented_order"]
    ]
    return specimen.rng.sample(others, min(count, len(others)))


def attempt(specimen: Specimen, artifact: Record, repeats: list[Order], permuted: list[Order]) -> None:
    """Keep attempts: repetitions of the presented order, then one order for each other seating."""
    seats = seatings(specimen, artifact, len(permuted))
    pairs = [("repeat", artifact["presented_order"], order) for order in repeats]
    pairs += [("permutation", seat, order) for seat, order in zip(seats, permuted, strict=False)]
    artifact["attempts"] = [
        {"kind": kind, "presented_order": shown, "actual_order": list(order), "explanation": artifact["explanation"]}
        for kind, shown, order in pairs
    ]


def returned(artifact: Record, order: Order) -> None:
    """Let the judge return this order."""
    artifact.update(raw_order=list(order), actual_order=list(order), must_win_actual=order[0])
    if sorted(order) == sorted(artifact["expected_order"]):
        artifact["pairwise_agreement"] = pairwise_agreement(artifact["expected_order"], order)


def wrong_order(specimen: Specimen, artifact: Record) -> Order:
    """A permutation with another winner that is not the exact reverse."""
    expected = artifact["expected_order"]
    wrong = [
        list(one)
        for one in permutations(expected)
        if one[0] != expected[0] and list(one) not in (expected[::-1], artifact["presented_order"])
    ]
    return specimen.rng.choice(wrong)


def against(specimen: Specimen, repeats: int = 2, permuted: int = 5) -> Record:
    """The judge returns one wrong order, always the same, and says nothing of substance."""
    artifact = specimen.now.ranking
    assert artifact is not None
    order = wrong_order(specimen, artifact)
    artifact["explanation"] = specimen.domain.bare
    returned(artifact, order)
    attempt(specimen, artifact, [order] * repeats, [order] * permuted)
    return artifact
