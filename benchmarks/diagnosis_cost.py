"""What a diagnosis costs beside reading: the time to diagnose a row over the time to decode its records.

``python -m benchmarks.diagnosis_cost`` prints the ratio for the rows of every domain's world of faults.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import orjson

from benchmarks.faults.domains import Domain
from benchmarks.faults.held_out import ALL_DOMAINS
from benchmarks.faults.plan import singles
from benchmarks.faults.worlds import World
from benchmarks.measure import SEED
from triage.diagnosis import diagnose
from triage.examine import examine
from triage.model import Evidence

ROUNDS = 9


class Cost(NamedTuple):
    """Seconds over the same ``rows``: diagnosing them, and decoding the records they were diagnosed from."""

    domain: str
    rows: int
    diagnose: float
    decode: float

    @property
    def ratio(self) -> float:
        """Diagnosing in multiples of decoding."""
        return self.diagnose / self.decode


def cost(domain: Domain, rounds: int = ROUNDS) -> Cost:
    """The best of some rounds, over every red row of one world; all records are at hand before the clock starts."""
    with TemporaryDirectory() as folder:
        world = World(f"{domain.name}-cost", list(singles(domain, SEED, 2, 0)))
        red, green = world.write(Path(folder))
        examination = examine([red], baseline=str(green))
        rows = [examination.evidence(number) for number in examination.red]
        examination.bundle.close()
    encoded = [[orjson.dumps(record, default=float) for record in records(evidence)] for evidence in rows]
    diagnosing, decoding = best(
        rounds,
        lambda: [diagnose(evidence) for evidence in rows],
        lambda: [[orjson.loads(record) for record in of_row] for of_row in encoded],
    )
    return Cost(domain.name, len(rows), diagnosing, decoding)


def records(evidence: Evidence) -> Iterator[object]:
    """The records of a row in both runs, as read."""
    for side in (evidence, evidence.green):
        if side is None:
            continue
        found = (side.row, side.case, side.attribution, side.retrieval, side.ranking, side.ranking_case, *side.twins)
        yield from (record.raw for record in found if record is not None)


def best(rounds: int, *works: Callable[[], object]) -> list[float]:
    """The least time of each work in seconds; they take turns, so that a slow spell of the machine meets all."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, of_work in zip(works, times, strict=True):
            start = perf_counter()
            work()
            of_work.append(perf_counter() - start)
    return [min(of_work) for of_work in times]


def main(domains: Sequence[Domain] = ALL_DOMAINS) -> int:
    """Print one line a domain."""
    for one in map(cost, domains):
        microseconds = one.diagnose / one.rows * 1e6
        decode = one.decode / one.rows * 1e6
        line = f"{one.domain:12} {one.rows} rows: diagnose {microseconds:.0f} us, decode {decode:.0f} us a row"
        sys.stdout.write(f"{line}, ratio {one.ratio:.1f}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
