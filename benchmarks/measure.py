"""How right the diagnosis is: faults are planted in healthy evidence, and what the walk says of them is counted.

``python -m benchmarks.measure`` prints the figures; ``--write`` ships them with the package.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from benchmarks.faults.conditions import conditions
from benchmarks.faults.diagnosed import diagnosed, run_said
from benchmarks.faults.domains import Domain
from benchmarks.faults.held_out import ALL_DOMAINS
from benchmarks.faults.plan import FAULTS, healthy, pairs, singles
from benchmarks.faults.removed import removed
from benchmarks.faults.runs import run_trials
from benchmarks.faults.worlds import World
from benchmarks.printed import report
from benchmarks.scoring import Said, figures, totals

SEED, PER_CAUSE = 20310301, 25
SHIPPED = Path(__file__).resolve().parents[1] / "triage" / "measured.json"
PRINTED = SHIPPED.parents[1] / "docs" / "measured.txt"


def measure(seed: int = SEED, per_cause_count: int = PER_CAUSE, keep: Path | None = None) -> list[Said]:
    """Everything that was said of every planted fault, ``per_cause_count`` of each over all domains.

    With ``keep``, a folder that does not exist yet, the bundles stay there.
    """
    each = max(1, per_cause_count // len(ALL_DOMAINS))
    said: list[Said] = []
    with TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        for domain in ALL_DOMAINS:
            for world in worlds(domain, seed, each):
                said += diagnosed(world, folder)
            said += (run_said(trial, folder) for trial in run_trials(domain, seed, each))
    return said


def worlds(domain: Domain, seed: int, each: int) -> Iterator[World]:
    """All bundles of one domain: the faults, the pairs, the sound rows, moved conditions, evidence taken away."""
    main = World(f"{domain.name}-faults")
    main.trials += singles(domain, seed, each, 0)
    start = len(main.trials)
    count = each * len(FAULTS) // 4
    main.trials += pairs(domain, seed, count, start)
    main.trials += healthy(domain, seed, count, start + count)
    yield main
    yield from conditions(domain, seed, each)
    yield from removed(domain, seed, each)


def shipped(said: Sequence[Said], seed: int, per_cause_count: int) -> bytes:
    """The figures as the package ships them: JSON with sorted keys."""
    causes = {cause: found._asdict() for cause, found in figures(said).items()}
    measured: dict[str, Any] = {
        "seed": seed,
        "per_cause": per_cause_count,
        "domains": [domain.name for domain in ALL_DOMAINS],
        "causes": causes,
        "totals": totals(said),
    }
    return orjson.dumps(measured, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the shipped figures when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measure", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--per-cause", type=int, default=PER_CAUSE, help="faults of each cause over all domains")
    parser.add_argument(
        "--write", action="store_true", help=f"write {SHIPPED.name} into the package, docs/{PRINTED.name} beside it"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the bundles there, to be opened by triage")
    options = parser.parse_args(arguments)
    said = measure(options.seed, options.per_cause, options.keep)
    printed = "\n".join(report(said, options.seed)) + "\n"
    sys.stdout.write(printed)
    if options.write:
        SHIPPED.write_bytes(shipped(said, options.seed, options.per_cause))
        PRINTED.write_text(printed, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
