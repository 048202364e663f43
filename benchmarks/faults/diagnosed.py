"""Worlds through the program's own readers and walk: what is said of each trial."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.faults.runs import RunTrial
from benchmarks.faults.worlds import Trial, World
from benchmarks.scoring import Said
from triage.causes import PASSING_CAUSES
from triage.examine import Examination, examine
from triage.model import Diagnosis, Outcome

SHOWN_IN_PASSING = frozenset(rule.CAUSE.slug for rule in PASSING_CAUSES)
Key = tuple[str | None, int | None]


def diagnosed(world: World, folder: Path) -> Iterator[Said]:
    """What is said of every trial of a world that is written below ``folder``."""
    examination = _examined(world, folder)
    bundle, places = examination.bundle, dict[Key, list[int]]()
    for number in range(len(bundle.rows)):
        case_id = bundle.rows.case_id(number)
        places.setdefault((case_id, None if case_id else bundle.row(number).line), []).append(number)
    for trial in world.trials:
        numbers = places.get(_key(trial), [])
        red = [one for one in numbers if bundle.rows.outcome(one) is not Outcome.PASSED]
        said = _said(trial, [examination.diagnosis(one) for one in red or numbers], bool(red))
        yield said._replace(place=f"{world.name}/run, case {_key(trial)[0] or _key(trial)[1]}")
    bundle.close()


def _examined(world: World, folder: Path) -> Examination:
    red, green = world.write(folder)
    return examine([red], baseline=str(green) if green else None)


def _key(trial: Trial) -> Key:
    side = trial.specimen.now
    if not side.rows:
        assert side.ranking is not None
        return side.ranking["case"], None
    return side.row.get("case_id"), None if "case_id" in side.row else side.row["line"]


def _said(trial: Trial, diagnoses: list[Diagnosis], is_red: bool) -> Said:
    """The worst of a trial's rows speaks for it: one that says something else than was planted."""
    planted = {cause for cause, _ in trial.planted}
    diagnosis = next((one for one in diagnoses if one.cause not in planted), diagnoses[0])
    first = diagnosis.findings[0].cause if diagnosis.findings else None
    return Said(
        trial.name,
        trial.kind,
        trial.planted,
        trial.claims,
        trial.either,
        trial.firm,
        diagnosis.cause or first,
        str(diagnosis.owner) if diagnosis.owner else None,
        str(diagnosis.confidence) if diagnosis.confidence else None,
        frozenset((one.cause, one.claim_id) for one in diagnosis.findings if not one.secondary),
        frozenset(one.cause for one in diagnosis.findings),
        frozenset(one.cause for one in diagnosis.cannot_tell),
        inert=bool(planted) and not is_red and not planted & SHOWN_IN_PASSING,
    )


def run_said(trial: RunTrial, folder: Path) -> Said:
    """What is said of a run as a whole: the planted cause must stand among its findings, and nothing unplanted."""
    red, green = trial.world.write(folder)
    if trial.fault:
        trial.fault.damage(trial.rng, red)
    examination = examine([red], baseline=str(green))
    found = {finding.cause: finding for finding in examination.findings}
    examination.bundle.close()
    planted = ((trial.fault.cause, _owner(trial.fault.cause)),) if trial.fault else ()
    expected = {trial.fault.cause, *trial.fault.also} if trial.fault else set()
    strange = next((one for cause, one in found.items() if cause not in expected), None)
    lead = strange or (found.get(trial.fault.cause) if trial.fault else None)
    return Said(
        trial.name,
        "single" if trial.fault else "healthy",
        planted,
        (),
        False,
        True,
        lead.cause if lead else None,
        str(lead.owner) if lead else None,
        str(lead.confidence) if lead else None,
        frozenset((cause, None) for cause in found),
        frozenset(found),
        frozenset(),
        place=f"{trial.world.name}/run",
    )


def _owner(cause: str) -> str:
    return "evaluation" if cause == "aggregate-hides-invalid" else "platform"
