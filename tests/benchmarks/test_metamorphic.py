"""What does not concern a fault does not change its diagnosis: names of ids, order, unknown fields, files, neighbours.

Every transformation stands beside a near relative of it that does concern the fault: the comparison must see that one.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from benchmarks.faults.domains import APIARY, OBSERVATORY, Domain
from benchmarks.faults.held_out import ALL_DOMAINS
from benchmarks.faults.plan import healthy, singles
from benchmarks.faults.specimen import Record
from benchmarks.faults.worlds import World, files, manifest, planned, write_records
from triage.examine import examine

SEED = 7
Records = dict[str, list[Record]]


class Told(NamedTuple):
    """What is said of one row, without where its evidence stands."""

    case: str | None
    attempt: int | None
    score: str
    cause: str | None
    owner: str | None
    confidence: str | None
    missing: tuple[str, ...]
    findings: tuple[tuple[str, ...], ...]


def world_of(domain: Domain) -> World:
    """Every fault once, in one domain."""
    return World("faults", list(singles(domain, SEED, 1, 0)))


def runs_of(world: World) -> tuple[tuple[Record, Records], tuple[Record, Records]]:
    """(manifest, records by file) of the run and of its last green run."""
    sides = [[trial.specimen.now for trial in world.trials], [trial.specimen.green for trial in world.trials]]
    runs = [manifest("r-2", "02"), manifest("r-1", "01")]
    now, green = (
        ({**run, "planned_rows": planned(of_run)}, files(of_run)) for run, of_run in zip(runs, sides, strict=True)
    )
    return now, green


def told(folder: Path, now: tuple[Record, Records], green: tuple[Record, Records]) -> list[Told]:
    """The diagnoses of every row, in an order that does not depend on the files'."""
    write_records(folder / "run", *now)
    write_records(folder / "green", *green)
    examination = examine([folder / "run"], baseline=str(folder / "green"))
    found = [one(examination.diagnosis(number)) for number in range(len(examination.bundle.rows))]
    examination.bundle.close()
    return sorted(found, key=repr)


def one(diagnosis: Any) -> Told:
    row = diagnosis.row
    findings = {
        (finding.cause, finding.claim_id or "", str(finding.owner), str(finding.confidence), str(finding.secondary))
        for finding in diagnosis.findings
    }
    return Told(
        row.case_id,
        row.attempt,
        f"{row.score} {row.score_written}",
        diagnosis.cause,
        diagnosis.owner and str(diagnosis.owner),
        diagnosis.confidence and str(diagnosis.confidence),
        tuple(sorted(diagnosis.missing)),
        tuple(sorted(findings)),
    )


def renamed(found: list[Told], rename: Callable[[str], str]) -> list[Told]:
    """The same diagnoses under other case and claim ids."""
    return sorted(
        (
            each._replace(
                case=each.case and rename(each.case),
                missing=tuple(sorted(map(rename, each.missing))),
                findings=tuple(
                    sorted((cause, claim and rename(claim), *rest) for cause, claim, *rest in each.findings)
                ),
            )
            for each in found
        ),
        key=repr,
    )


def shuffled(value: Any, rng: Random) -> Any:
    """The same record with its keys in another order, at every depth."""
    if isinstance(value, dict):
        pairs = [(key, shuffled(inner, rng)) for key, inner in value.items()]
        rng.shuffle(pairs)
        return dict(pairs)
    return [shuffled(inner, rng) for inner in value] if isinstance(value, list) else value


def reordered(records: Mapping[str, list[Record]], rng: Random) -> Records:
    """Records and keys in another order.  A case's own comparisons of attempts do not depend on it."""
    found = {name: [shuffled(record, rng) for record in of_name] for name, of_name in records.items()}
    for of_name in found.values():
        rng.shuffle(of_name)
    return found


def extended(value: Any, inside: str = "") -> Any:
    """Unknown fields wherever a record, a claim, a chunk or an attempt stands; not where keys are ids."""
    if isinstance(value, list):
        return [extended(inner, inside) for inner in value]
    if not isinstance(value, dict):
        return value
    fields = {key: extended(inner, key) for key, inner in value.items()}
    return fields if inside in ("claims", "versions") and "claim_id" not in value else {**fields, "x_trace": ["7f", {}]}


def divided(records: Mapping[str, list[Record]]) -> Records:
    """Every file as two."""
    halves: Records = {}
    for name, of_name in records.items():
        middle = len(of_name) // 2
        halves |= {f"{name}-a": of_name[:middle], f"{name}-b": of_name[middle:]}
    return halves


def joined(some: Mapping[str, list[Record]], others: Mapping[str, list[Record]]) -> Records:
    """Records of two worlds in the same files, taking turns."""
    found: Records = {}
    for name in some:
        one_side, other_side = list(some[name]), list(others[name])
        shared = min(len(one_side), len(other_side))
        mixed = [record for pair in zip(other_side, one_side, strict=False) for record in pair]
        found[name] = mixed + one_side[shared:] + other_side[shared:]
    return found


domains = pytest.mark.parametrize("domain", ALL_DOMAINS, ids=lambda domain: domain.name)


@domains
def test_other_names_for_all_ids(domain: Domain, tmp_path: Path) -> None:
    def rename(name: str) -> str:
        return f"«{sha256(name.encode()).hexdigest()[:12]}»é" if name.strip() else name

    other = replace(domain, make_id=lambda *about: rename(domain.make_id(*about)))
    before = told(tmp_path / "before", *runs_of(world_of(domain)))
    assert told(tmp_path / "after", *runs_of(world_of(other))) == renamed(before, rename)


def test_other_names_on_one_side_are_seen(tmp_path: Path) -> None:
    before = told(tmp_path / "before", *runs_of(world_of(OBSERVATORY)))
    (run, records), green = runs_of(world_of(OBSERVATORY))
    for retrieval in records["retrieval"]:
        for chunk in retrieval["retrieved"]:
            chunk["doc_id"] += "-moved"
    assert told(tmp_path / "after", (run, records), green) != before


@domains
def test_another_order_of_records_and_keys(domain: Domain, tmp_path: Path) -> None:
    (run, records), (green_run, green) = runs_of(world_of(domain))
    before = told(tmp_path / "before", (run, records), (green_run, green))
    after = (run, reordered(records, Random(1))), (green_run, reordered(green, Random(2)))
    assert told(tmp_path / "after", *after) == before


def test_another_order_of_ranks_is_seen(tmp_path: Path) -> None:
    before = told(tmp_path / "before", *runs_of(world_of(APIARY)))
    (run, records), green = runs_of(world_of(APIARY))
    for retrieval in records["retrieval"]:
        retrieval["retrieved"].reverse()
    assert told(tmp_path / "after", (run, records), green) != before


@domains
def test_unknown_fields(domain: Domain, tmp_path: Path) -> None:
    (run, records), (green_run, green) = runs_of(world_of(domain))
    before = told(tmp_path / "before", (run, records), (green_run, green))
    after = {name: extended(of_name) for name, of_name in records.items()}
    assert told(tmp_path / "after", ({**run, "x_host": "node-3"}, after), (green_run, green)) == before


def test_a_known_field_is_seen(tmp_path: Path) -> None:
    before = told(tmp_path / "before", *runs_of(world_of(OBSERVATORY)))
    (run, records), green = runs_of(world_of(OBSERVATORY))
    shown = {one["case_id"]: one["retrieved"] for one in records["retrieval"]}
    for case in records["cases"]:
        case["restricted"] = [chunk["doc_id"] for chunk in shown.get(case["case_id"], [])[:1]]
    assert told(tmp_path / "after", (run, records), green) != before


@domains
def test_files_in_two(domain: Domain, tmp_path: Path) -> None:
    (run, records), (green_run, green) = runs_of(world_of(domain))
    before = told(tmp_path / "before", (run, records), (green_run, green))
    assert told(tmp_path / "after", (run, divided(records)), (green_run, divided(green))) == before


def test_a_lost_half_is_seen(tmp_path: Path) -> None:
    (run, records), green = runs_of(world_of(APIARY))
    before = told(tmp_path / "before", (run, records), green)
    halves = {name: of_name for name, of_name in divided(records).items() if name != "retrieval-a"}
    assert told(tmp_path / "after", (run, halves), green) != before


@domains
def test_unrelated_rows(domain: Domain, tmp_path: Path) -> None:
    neighbour = ALL_DOMAINS[(ALL_DOMAINS.index(domain) + 1) % len(ALL_DOMAINS)]
    others = World("others", list(healthy(neighbour, SEED, 12, 500)))
    (run, records), (green_run, green) = runs_of(world_of(domain))
    before = told(tmp_path / "before", (run, records), (green_run, green))
    (more, now), (_, then) = runs_of(others)
    wider = {**run, "planned_rows": run["planned_rows"] + more["planned_rows"]}
    after = told(tmp_path / "after", (wider, joined(records, now)), (green_run, joined(green, then)))
    alone = told(tmp_path / "alone", (more, now), (green_run, then))
    assert after == sorted([*before, *alone], key=repr)


def test_a_row_of_the_same_case_is_seen(tmp_path: Path) -> None:
    (run, records), green = runs_of(world_of(OBSERVATORY))
    before = told(tmp_path / "before", (run, records), green)
    failing = next(row for row in records["rows"] if row["status"] == "fail" and "attempt" not in row)
    records["rows"].append({**failing, "score": 0.123, "reason": "another"})
    after = told(tmp_path / "after", (run, records), green)
    assert {each for each in after if each.case == failing["case_id"]} != {
        each for each in before if each.case == failing["case_id"]
    }
