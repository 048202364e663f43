"""Evidence taken away from single faults: what is right then is to abstain, or to name at most a likely cause."""

from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.faults.domains import Domain
from benchmarks.faults.plan import FAULTS, single
from benchmarks.faults.specimen import Specimen
from benchmarks.faults.worlds import Trial, World


class Removal(NamedTuple):
    """``causes`` are planted and then lose ``what``; ``firm`` ones may still be named for certain without it."""

    what: str
    causes: tuple[str, ...]
    firm: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    has_baseline: bool = True


REMOVALS = (
    Removal(
        "attribution",
        (
            "answer-omits-claim",
            "support-mapper-dropped-claim",
            "uncited-claim",
            "wrong-citation",
            "retrieval-miss",
            "below-cutoff",
            "context-dropped",
            "not-in-corpus",
            "evidence-missing-from-chunk",
        ),
        ("retrieval-miss", "below-cutoff", "context-dropped", "not-in-corpus", "evidence-missing-from-chunk"),
    ),
    Removal(
        "retrieval",
        (
            "answer-omits-claim",
            "retrieval-miss",
            "below-cutoff",
            "context-dropped",
            "not-in-corpus",
            "evidence-missing-from-chunk",
        ),
    ),
    Removal("texts", ("retrieval-miss", "broken-id-join", "label-gap", "evidence-missing-from-chunk")),
    Removal("passages", ("retrieval-miss", "broken-id-join", "label-gap", "evidence-missing-from-chunk")),
    Removal("lists", ("answer-omits-claim", "retrieval-miss", "below-cutoff"), ("below-cutoff", "retrieval-miss")),
    Removal(
        "baseline",
        (
            "claim-vocabulary-migrated",
            "unknown-supported-claim",
            "denominator-drift",
            "contract-changed",
            "threshold-drift",
            "answer-omits-claim",
            "retrieval-miss",
        ),
        has_baseline=False,
    ),
    Removal(
        "corpus", ("retrieval-miss", "not-in-corpus", "label-gap", "broken-id-join"), ("broken-id-join",), ("corpus",)
    ),
)


def is_known_otherwise(made: Trial, what: str) -> bool:
    """No text is needed: nothing at all was ranked, or the inventory knows the moved document by alias or digest."""
    if what not in ("texts", "passages"):
        return False
    side, green = made.specimen.now, made.specimen.green
    ranked_nothing = made.planted[0][0] == "retrieval-miss" and side.retrieval and not side.retrieval["retrieved"]
    before = {document["sha256"]: document["doc_id"] for document in green.corpus}
    moved = (one for one in side.corpus if one["aliases"] or before.get(one["sha256"], one["doc_id"]) != one["doc_id"])
    return bool(ranked_nothing) or (made.planted[0][0] == "broken-id-join" and any(moved))


def take(what: str, specimen: Specimen) -> None:
    """Take the evidence away from both runs."""
    for side in (specimen.now, specimen.green):
        if what in ("attribution", "retrieval"):
            setattr(side, what, None)
        for chunk in side.retrieval["retrieved"] if what == "texts" and side.retrieval else ():
            chunk.pop("text", None)
        for label in side.case["claims"].values() if what == "passages" and side.case else ():
            label.pop("evidence", None)
        for name in ("required_claim_ids", "supported_claim_ids") if what == "lists" else ():
            side.row.pop(name)


def removed(domain: Domain, seed: int, each: int) -> Iterator[World]:
    """One world per kind of evidence, the same cases in all domains."""
    faults = {fault.cause: fault for fault in FAULTS}
    for removal in REMOVALS:
        world = World(
            f"{domain.name}-without-{removal.what}", without=removal.without, has_baseline=removal.has_baseline
        )
        for number, cause in enumerate(removal.causes * max(1, each // 3)):
            made = single(faults[cause], domain, seed, number, 1000 + number)
            firm, name = (
                cause in removal.firm or is_known_otherwise(made, removal.what),
                f"{made.name} without {removal.what}",
            )
            take(removal.what, made.specimen)
            world.trials.append(Trial(name, removal.what, made.specimen, made.planted, made.claims, firm=firm))
        yield world
