"""Worlds in which the conditions of measuring moved between the last green run and this one."""

from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.faults.comparison import comparison
from benchmarks.faults.domains import Domain
from benchmarks.faults.healthy import JUDGE, coverage, judged
from benchmarks.faults.judge_faults import other_judge
from benchmarks.faults.kinds import Grow, Inject
from benchmarks.faults.plan import seeded
from benchmarks.faults.specimen import Record, Side, Specimen, deliver, lose, unstate
from benchmarks.faults.worlds import Trial, World

WIDE, NARROW = 8, 4


def other_rubric(specimen: Specimen) -> tuple[str, ...]:
    """A judge's metric over the very same input gives another score."""
    row = judged(specimen)
    row["input_sha256"] = specimen.green.row["input_sha256"]
    return ()


def new_rubric(specimen: Specimen) -> tuple[str, ...]:
    """The rubric's version stands in the row as well."""
    specimen.now.row["rubric_version"] = "rubric-7"
    return other_rubric(specimen)


def _whole(side: Side, doc: str) -> Record:
    """A document as one chunk, so that no cutoff divides it."""
    first, *more = side.hits(doc)
    return {**first, "text": " ".join(hit["text"] for hit in (first, *more))}


def smaller_k(specimen: Specimen) -> tuple[str, ...]:
    """The ranked list is the last green one; the cutoff hides what stood at its end."""
    doc, now, green = specimen.homes[specimen.pick()], specimen.now, specimen.green
    assert now.retrieval is not None and green.retrieval is not None
    for side in (now, green):
        assert side.retrieval is not None
        whole = [_whole(side, one) for one in dict.fromkeys(hit["doc_id"] for hit in side.retrieval["retrieved"])]
        others = [one for one in whole if one["doc_id"] != doc]
        side.retrieval["retrieved"] = [*others[: WIDE - 1], *(one for one in whole if one["doc_id"] == doc)]
        deliver(side)
    now.retrieval["k"] = NARROW
    deliver(now)
    hidden = {one["doc_id"] for one in now.retrieval["retrieved"][NARROW:WIDE]}
    lost = [claim for claim, home in specimen.homes.items() if home in hidden]
    unstate(specimen, lost)
    return lose(specimen, lost)


class Moved(NamedTuple):
    """One condition: how a case shows it, and what the manifests of this run and the last green one say."""

    word: str
    inject: Inject
    now: Record
    green: Record
    grow: Grow = coverage
    cause: str = "conditions-differ"


MOVED = (
    Moved("rubric", new_rubric, {"rubric_version": "rubric-7"}, {}),
    Moved("ragas", other_rubric, {"versions": {"ragas": "0.4.4"}}, {}),
    Moved("prompt", other_rubric, {"judge": {"model": JUDGE, "prompt_version": "p-3"}}, {}),
    Moved("k", smaller_k, {"retrieval": {"k": NARROW}}, {"retrieval": {"k": WIDE}}),
    Moved("judge", other_judge, {"judge": {"model": "arbiter-xl"}}, {}, comparison, "judge-config-changed"),
)


def conditions(domain: Domain, seed: int, each: int) -> Iterator[World]:
    """One world per condition that moved, with a few cases each."""
    for moved in MOVED:
        world = World(f"{domain.name}-conditions-{moved.word}", now=moved.now, green=moved.green)
        for number in range(max(1, each // 4)):
            name = f"{domain.name}/{moved.cause}/{moved.word}-{number}"
            specimen = moved.grow(domain, seeded(seed, name), number, claims=3, k=WIDE)
            claims, planted = moved.inject(specimen), ((moved.cause, "evaluation"),)
            world.trials.append(Trial(name, "single", specimen, planted, claims))
        yield world
