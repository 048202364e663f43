"""A handoff before it is written: every byte of its folder in memory, so that it can be looked at first."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from triage.cover.ids import as_shown, ids_of
from triage.evidence.frozen import FACTS, INPUTS
from triage.fingerprint import fingerprint
from triage.handoff.compose import Folder, compose
from triage.handoff.encode import pretty, teams_file
from triage.handoff.facts import Handed, Mask, facts
from triage.handoff.freeze import Frozen, Record, freeze, records_of, witness
from triage.handoff.origin import Origin, origin_of
from triage.handoff.quotes import decisive, passages, shared_words, told
from triage.handoff.reread import difference, read_again
from triage.handoff.withhold import Field, Keep, Withholding
from triage.handoff.write import HandoffError, folder_name, write_folder
from triage.model import Diagnosis, Evidence, Outcome, Owner, Source
from triage.owners import Choice
from triage.redaction import TOUCHED, Redactor
from triage.text import clean

if TYPE_CHECKING:
    from triage.examine import Examination

TEXT = "handoff.md"
_BASELINE = "baseline"


@dataclass(frozen=True)
class Plan:
    """One handoff.  ``files`` are the folder's, by their name in it; ``numbers`` the rows that it speaks for.

    ``fields`` are the texts that are covered or redacted; ``notes`` say in words what whoever writes it should know.
    """

    name: str
    numbers: tuple[int, ...]
    text: str
    files: dict[str, bytes]
    fields: tuple[Field, ...]
    notes: tuple[str, ...]


def plan_all(
    examination: "Examination",
    numbers: Iterable[int],
    *,
    to: Owner | None = None,
    with_text: bool = False,
    redactor: Redactor | None = None,
) -> list[Plan]:
    """One handoff for every fingerprint among these rows, in the order of the rows; as :func:`plan`."""
    groups: dict[str, list[int]] = {}
    for number in dict.fromkeys(numbers):
        groups.setdefault(fingerprint(examination.diagnosis(number)), []).append(number)
    return [plan(examination, group, to=to, with_text=with_text, redactor=redactor) for group in groups.values()]


def plan(
    examination: "Examination",
    numbers: Sequence[int],
    *,
    to: Owner | None = None,
    with_text: bool = False,
    redactor: Redactor | None = None,
) -> Plan:
    """One handoff that lists all these rows, of which the first is told in full.

    ``to`` is the role that it goes to instead of the suggested one.  Question, answer and chunk text are covered but
    for the passages that decide, unless ``with_text``; everything is redacted, by the patterns of the teams file too
    where no ``redactor`` is given.  HandoffError when a row's record
    cannot be read any more, ValueError without rows.
    """
    if not numbers:
        raise ValueError("a handoff needs a row")
    evidences = [examination.evidence(number) for number in numbers]
    diagnoses = [examination.diagnosis(number) for number in numbers]
    if gone := next((one.row for one in evidences if not one.row.raw), None):
        raise HandoffError(f"{gone.source}: the record of this row cannot be read any more; open the run again")
    withholding = Withholding(_keep(evidences, diagnoses), redactor or Redactor(examination.teams.patterns), with_text)
    inputs, places = _inputs(examination, evidences, diagnoses, withholding)
    handed = _handed(evidences, diagnoses, inputs, places, withholding.mask)
    choices = [choice_for(examination, one, to) for one in diagnoses]
    notes = (*_notes(withholding, handed), *_teams(choices))
    origin = origin_of(examination)._replace(teams_name=Path(examination.teams.name).name)
    text = _text(handed, choices[0], origin, notes, withholding.mask)
    files = {TEXT: text.encode("utf-8"), **{f"{INPUTS}/{name}": content for name, content in inputs.items()}}
    told_of = facts(handed, choices[0], origin, withholding.fields, withholding.mask)
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    files[FACTS] = pretty(told_of | {"notes": list(notes), "files": digests})
    name = folder_name(evidences[0].manifest.run_id, [one.row for one in evidences])
    return Plan(name, tuple(numbers), text, files, tuple(withholding.fields), notes)


def write(made: Plan, out: str | Path) -> Path:
    """Write the folder below ``out`` and return its path; nothing is overwritten.  HandoffError when it cannot be."""
    return write_folder(made.name, made.files, Path(out))


def _keep(evidences: Sequence[Evidence], diagnoses: Sequence[Diagnosis]) -> Keep:
    kept = dict.fromkeys(passage for one in evidences for passage in passages(one))
    shown = dict.fromkeys(passage for one in evidences for passage in decisive(one))
    words = frozenset().union(*map(shared_words, evidences))
    ids = as_shown(name for one in evidences for name in ids_of(one))
    return Keep(tuple(kept), tuple(shown), words, tuple(text for one in diagnoses for text in told(one)), ids)


def _inputs(
    examination: "Examination",
    evidences: Sequence[Evidence],
    diagnoses: Sequence[Diagnosis],
    withholding: Withholding,
) -> tuple[dict[str, bytes], dict[Source, tuple[str, int]]]:
    """The frozen files by name, the last green run's below ``baseline/``, and where each record of this run stands."""
    now = freeze([*records_of(evidences), *_verdicts(examination, evidences)], withholding)
    files = dict(now.files)
    if green := _green(examination, evidences, withholding):
        files |= {f"{_BASELINE}/{name}": content for name, content in green.files.items()}
    choices = [choice for one in diagnoses if (choice := examination.choice(one)) and choice.team]
    if choices:
        files["triage.yaml"] = teams_file(choices, examination.teams.teams)
    return files, now.places


def _verdicts(examination: "Examination", evidences: Sequence[Evidence]) -> Iterator[Record]:
    """For every metric of a row without a score, what tells how such a row is read.

    A passing verdict where the metric gives no scores: alone, a failing one looks like a lost score.  A scored row
    where it does: alone, a verdict beside a lost score looks like one of a metric that gives none.
    """
    rows = examination.bundle.rows
    for metric, outcome in {(one.row.metric, one.row.outcome) for one in evidences if one.row.score is None}:
        scored = outcome is Outcome.INVALID
        passed = range(len(rows)) if scored else rows.numbers(Outcome.PASSED)
        known = (one for one in passed if rows.metric(one) == metric and (rows.score(one) is not None) is scored)
        if (number := next(known, None)) is not None:
            yield witness(examination.bundle.row(number))


def _handed(
    evidences: Sequence[Evidence],
    diagnoses: Sequence[Diagnosis],
    inputs: dict[str, bytes],
    places: dict[Source, tuple[str, int]],
    mask: Mask,
) -> list[Handed]:
    """The rows with their diagnoses in redacted words, and what the frozen inputs say otherwise."""
    reread = read_again(inputs, [(places[one.row.source], one.row.metric) for one in evidences])
    return [
        Handed(_masked(before, mask), evidence, places[evidence.row.source], difference(before, after))
        for evidence, before, after in zip(evidences, diagnoses, reread, strict=True)
    ]


def _green(examination: "Examination", evidences: Sequence[Evidence], withholding: Withholding) -> Frozen | None:
    twins = [one.green for one in evidences if one.green is not None]
    if twins:
        return freeze(records_of(twins), withholding)
    if examination.baseline is None or not any(one.has_baseline for one in evidences):
        return None
    bundle = examination.baseline.bundle
    named = {"run_id": bundle.manifest.run_id}
    run = [Record("run", named, bundle.manifest.source)] if bundle.manifest.run_id else []
    return freeze([*run, witness(bundle.row(0))], withholding)


def _notes(withholding: Withholding, handed: Sequence[Handed]) -> Iterable[str]:
    covered = any(one.withheld for one in withholding.fields)
    hidden = any(one.redacted for one in withholding.fields)
    why = "texts withheld" if covered else "texts redacted" if hidden else "only these rows kept"
    for one in handed:
        if one.differs:
            row = one.evidence.row
            yield f"with {why}, {clean(row.case_id or str(row.source))[:80]} reads otherwise: {one.differs}"
    kept = (*withholding.keep.passages, *withholding.keep.decisive)
    if any(withholding.touches(passage) for passage in kept):
        yield TOUCHED


def _teams(choices: Sequence[Choice | None]) -> Iterable[str]:
    """That rows of one cause belong to several teams; the handoff goes to the first one's."""
    names = dict.fromkeys(one.team.name if one.team else str(one.owner) for one in choices if one is not None)
    if len(names) > 1:
        yield f"by the teams file these rows belong to several teams: {', '.join(map(clean, names))}"


def choice_for(examination: "Examination", diagnosis: Diagnosis, to: Owner | None) -> Choice | None:
    """The suggested choice, or the one for the role that is named instead."""
    suggested = examination.choice(diagnosis)
    if suggested is not None and (name := examination.teams.name):
        # The file's place on this machine helps nobody else.
        suggested = suggested._replace(why=suggested.why.replace(name, Path(name).name))
    if to is None or (suggested is not None and suggested.owner is to):
        return suggested
    instead = f"suggested was {suggested.owner}" if suggested else "nobody was suggested"
    return Choice(to, examination.teams.teams.get(to.value), f"named when it was handed over; {instead}")


def _masked(diagnosis: Diagnosis, mask: Mask) -> Diagnosis:
    """The diagnosis with its words redacted before anything is cut or escaped."""
    row = diagnosis.row
    findings = (
        replace(one, evidence=tuple(proof._replace(text=mask(proof.text)) for proof in one.evidence))
        for one in diagnosis.findings
    )
    reason, error, written = (text and mask(text) for text in (row.reason, row.error, row.score_written))
    return replace(
        diagnosis,
        row=replace(row, reason=reason, error=error, score_written=written),
        findings=tuple(findings),
        ruled_out=tuple(one._replace(because=mask(one.because)) for one in diagnosis.ruled_out),
    )


def _text(handed: Sequence[Handed], choice: Choice | None, origin: Origin, notes: Sequence[str], mask: Mask) -> str:
    first, *others = handed
    evidence = replace(first.evidence, row=first.diagnosis.row)
    folder = Folder([one.diagnosis for one in others], notes, mask)
    return compose(first.diagnosis, evidence, choice, origin, folder)
