"""Faults of a whole bundle: files cut off or garbled, rows that never came, a mean that hides invalid rows."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import orjson

from benchmarks.faults.domains import Domain
from benchmarks.faults.healthy import coverage
from benchmarks.faults.plan import seeded
from benchmarks.faults.worlds import Trial, World

SIZE = 6
GARBLED = (b'{"case_id" "x"}\n', b"<html>502</html>\n", b'{"a": "\xff"}\n')


class RunFault(NamedTuple):
    """``damage`` changes the written files of a run; ``also`` are causes that follow from the damage."""

    cause: str
    damage: Callable[[Random, Path], None]
    also: tuple[str, ...] = ()


class RunTrial(NamedTuple):
    """A world and the causes that its run must show; none for an untouched one."""

    name: str
    world: World
    fault: RunFault | None
    rng: Random


def _cut(rng: Random, path: Path) -> None:
    content = path.read_bytes().rstrip(b"\n")
    path.write_bytes(content[: -rng.randrange(8, 40)])


def truncated(rng: Random, run: Path) -> None:
    _cut(rng, run / rng.choice(("attribution.jsonl", "retrieval.jsonl", "corpus.jsonl")))


def truncated_rows(rng: Random, run: Path) -> None:
    _cut(rng, run / "rows.jsonl")


def planned_more(rng: Random, run: Path) -> None:
    path = run / "run.json"
    record = orjson.loads(path.read_bytes())
    record["planned_rows"] += rng.randrange(1, 9)
    path.write_bytes(orjson.dumps(record))


def lost_rows(rng: Random, run: Path) -> None:
    path = run / "rows.jsonl"
    rows = path.read_bytes().splitlines(keepends=True)
    rows.pop(rng.randrange(len(rows)))
    path.write_bytes(b"".join(rows))


def garbled(rng: Random, run: Path) -> None:
    path = run / rng.choice(("attribution.jsonl", "retrieval.jsonl", "cases.jsonl", "rows.jsonl"))
    rows = path.read_bytes().splitlines(keepends=True)
    rows.insert(rng.randrange(len(rows) - 1), rng.choice(GARBLED))
    path.write_bytes(b"".join(rows))


def _with_invalid(run: Path) -> tuple[float, int]:
    """Two rows without a score; the sum over the valid ones and how many those are."""
    path = run / "rows.jsonl"
    rows = [orjson.loads(row) for row in path.read_bytes().splitlines()]
    for row in rows[:2]:
        row.update(score=None, status="invalid", reason="ReadTimeout: the judge did not answer")
    path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    scores = [row["score"] for row in rows if row["score"] is not None]
    return sum(scores), len(scores)


def _report(run: Path, mean: float, rows: int) -> None:
    path = run / "run.json"
    reported = {"evidence_coverage": {"mean": round(mean, 4), "rows": rows}}
    path.write_bytes(orjson.dumps({**orjson.loads(path.read_bytes()), "reported": reported}))


def invalid_as_zero(_rng: Random, run: Path) -> None:
    total, valid = _with_invalid(run)
    _report(run, total / (valid + 2), valid + 2)


def invalid_dropped(_rng: Random, run: Path) -> None:
    total, valid = _with_invalid(run)
    _report(run, total / valid, valid + 2)


RUN_FAULTS = (
    RunFault("truncated-artifact", truncated),
    RunFault("truncated-artifact", truncated_rows, ("planned-rows-missing",)),
    RunFault("planned-rows-missing", planned_more),
    RunFault("planned-rows-missing", lost_rows),
    RunFault("unreadable-artifact", garbled),
    RunFault("aggregate-hides-invalid", invalid_as_zero),
    RunFault("aggregate-hides-invalid", invalid_dropped),
)


def run_trials(domain: Domain, seed: int, each: int) -> Iterator[RunTrial]:
    """Small healthy worlds under one fault of the run, and untouched ones."""
    for fault in (*RUN_FAULTS, None):
        for place in range(max(1, each // 4)):
            word = f"{fault.cause}-{fault.damage.__name__}" if fault else "untouched"
            rng = seeded(seed, f"{domain.name}/{word}/{place}")
            cases = [coverage(domain, rng, number) for number in range(SIZE)]
            trials = [Trial(f"{word}-{number}", "healthy", case) for number, case in enumerate(cases)]
            yield RunTrial(f"{domain.name}/{word}/{place}", World(f"{domain.name}-{word}-{place}", trials), fault, rng)
