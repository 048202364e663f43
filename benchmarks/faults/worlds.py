"""A world: many cases of one domain, each under its own fault, written as a run and its last green run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import orjson

from benchmarks.faults.healthy import CONTRACT, JUDGE, POLICY, RUBRIC
from benchmarks.faults.profile_faults import MINIMUMS
from benchmarks.faults.specimen import Record, Side, Specimen

PROFILE = tuple(MINIMUMS)


class Trial(NamedTuple):
    """One diagnosed case and what is right to say of it.

    ``planted`` are (cause, owner) pairs; the first is the primary one by walk order, unless the two are equal there
    (``either``).  ``claims`` go missing by a single fault.  ``name`` reproduces the trial.
    """

    name: str
    kind: str
    specimen: Specimen
    planted: tuple[tuple[str, str], ...] = ()
    claims: tuple[str, ...] = ()
    either: bool = False
    firm: bool = True


@dataclass
class World:
    """Trials that share a bundle.  ``now`` and ``green`` change the manifests, ``without`` names files left out."""

    name: str
    trials: list[Trial] = field(default_factory=list)
    now: Record = field(default_factory=dict)
    green: Record = field(default_factory=dict)
    has_baseline: bool = True
    without: tuple[str, ...] = ()

    def write(self, folder: Path) -> tuple[Path, Path | None]:
        """Write the run, and its last green run; the folders of both."""
        red, green = folder / self.name / "run", folder / self.name / "green"
        write_side(
            red, [trial.specimen.now for trial in self.trials], {**manifest("r-2", "02"), **self.now}, self.without
        )
        if not self.has_baseline:
            return red, None
        sides = [trial.specimen.green for trial in self.trials]
        write_side(green, sides, {**manifest("r-1", "01"), **self.green}, self.without)
        return red, green


def manifest(run_id: str, day: str) -> Record:
    """What a run says of itself."""
    return {
        "run_id": run_id,
        "date": f"2031-03-{day}",
        "corpus_version": "books-7",
        "question_set_version": "q-5",
        "contract_version": CONTRACT,
        "rubric_version": RUBRIC,
        "retrieval": {"retriever": "dense"},
        "judge": {"model": JUDGE, "prompt_version": "p-2"},
        "policy": {"version": POLICY, "minimum": {**MINIMUMS, "pairwise_agreement": 0.95}},
        "versions": {"ragas": "0.4.3"},
    }


def files(sides: Sequence[Side]) -> dict[str, list[Record]]:
    """The records of a bundle by file name."""
    return {
        "rows": [row for side in sides for row in side.rows],
        "cases": [side.case for side in sides if side.case],
        "attribution": [side.attribution for side in sides if side.attribution],
        "retrieval": [side.retrieval for side in sides if side.retrieval],
        "corpus": [document for side in sides for document in side.corpus],
        "ranking": [side.ranking for side in sides if side.ranking],
        "ranking-cases": [side.ranking_case for side in sides if side.ranking_case],
    }


def planned(sides: Iterable[Side]) -> int:
    """How many rows the run evaluates: one a column of a profile, one a comparison."""
    return sum(sum(row_count(row) for row in side.rows) or bool(side.ranking) for side in sides)


def row_count(row: Record) -> int:
    """How many rows a record of rows.jsonl becomes."""
    columns = sum(name in row for name in PROFILE)
    return columns if columns and "metric" not in row else 1


def write_side(folder: Path, sides: Sequence[Side], run: Record, without: tuple[str, ...] = ()) -> None:
    """Write one run as a bundle folder."""
    kept = {name: records for name, records in files(sides).items() if name not in without}
    write_records(folder, {"planned_rows": planned(sides), **run}, kept)


def write_records(folder: Path, run: Record, records: Mapping[str, Sequence[Record]]) -> None:
    """Write a manifest, and a file of JSON Lines for every name that has records."""
    folder.mkdir(parents=True)
    (folder / "run.json").write_bytes(orjson.dumps(run))
    for name, of_name in records.items():
        if of_name:
            (folder / f"{name}.jsonl").write_bytes(b"".join(lines(of_name)))


def lines(records: Iterable[Record]) -> Iterator[bytes]:
    """JSON Lines; what is no finite number is written as a bare NaN or Infinity, as many writers do."""
    for record in records:
        text = orjson.dumps(marked(record))
        for name in ("NaN", "Infinity"):
            text = text.replace(f'"\\u0000{name}"'.encode(), name.encode())
        yield text + b"\n"


def marked(record: Record) -> Record:
    """The record with its non-finite numbers under a mark."""
    found = {key: value for key, value in record.items() if isinstance(value, float) and value - value != 0}
    return {**record, **{key: "\0NaN" if value != value else "\0Infinity" for key, value in found.items()}}
