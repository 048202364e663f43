"""The text that is handed over: what, where, evidence, probable cause, owner, how to check.

It pastes into chat and tickets: no tables, lines under 100 characters, under 3,000 characters together, everything
that came from the evidence in code spans.  It holds ids, numbers, ranks and what the findings quote, never the
question, the answer or a chunk.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from triage.causes import CAUSES
from triage.clues.words import counts
from triage.handoff.coverage import missing_claims
from triage.handoff.orders import orders
from triage.handoff.select import selector
from triage.handoff.words import code, command, item, prose
from triage.model import Diagnosis, Evidence, Finding, Outcome, Row
from triage.owners import Choice
from triage.text import clean, number, versus

if TYPE_CHECKING:
    from triage.examine import Examination

TEXT_LIMIT = 2998
_COMMAND_LIMIT = 900
_DROP_ORDER = ("Also seen", "Ruled out", "Cannot tell", "Orders", "Missing claims", "Evidence", "Owner", "What")


class Origin(NamedTuple):
    """Where the evidence came from: paths as given, the last green run's path, the teams file and its SHA-256."""

    paths: tuple[str, ...]
    baseline: str | None = None
    baseline_run: str | None = None
    teams_name: str = ""
    teams_digest: str = ""


class Section(NamedTuple):
    """A heading and its list items."""

    title: str
    items: tuple[str, ...]
    left_out: int = 0

    def __str__(self) -> str:
        more = [f"- {self.left_out} more left out to keep this short"] if self.left_out else []
        return "\n".join([f"**{self.title}**", *self.items, *more])


def origin_of(examination: "Examination") -> Origin:
    """The origin of an examination's evidence."""
    green, teams = examination.baseline, examination.teams
    path = _from_here(green.bundle.paths[0]) if green and green.bundle.paths else None
    run = green.bundle.manifest.run_id if green else None
    return Origin(examination.bundle.paths, path, run, teams.name, teams.digest)


def _from_here(path: str) -> str:
    """The path as one would type it in the working folder, where it lies below that."""
    given, here = Path(path), Path.cwd()
    return str(given.relative_to(here)) if given.is_relative_to(here) else path


def handoff_text(examination: "Examination", number: int) -> str:
    """The text for one row of an examination."""
    diagnosis = examination.diagnosis(number)
    evidence = examination.evidence(number)
    return compose(diagnosis, evidence, examination.choice(diagnosis), origin_of(examination))


def compose(diagnosis: Diagnosis, evidence: Evidence, choice: Choice | None, origin: Origin) -> str:
    """The text for one row; whole items are left out, and counted, from the least important section if it is long."""
    row = diagnosis.row
    title = f"RAG gate: {code(row_name(row))} {row.outcome.word}"
    sections = [
        Section("What", tuple(_what(evidence, origin))),
        Section("Missing claims", tuple(missing_claims(diagnosis, evidence))),
        Section("Orders", tuple(orders(evidence))),
        Section("Evidence", tuple(_evidence(diagnosis))),
        Section("Probable cause", tuple(_cause(diagnosis))),
        Section("Ruled out", tuple(_ruled_out(diagnosis))),
        Section("Cannot tell", tuple(_cannot_tell(diagnosis))),
        Section("Also seen", tuple(_also(diagnosis))),
        Section("Owner", tuple(_owner(diagnosis, choice, origin))),
    ]
    return _fit(title, sections, _check(diagnosis, origin))


def row_name(row: Row) -> str:
    """The case id, else where the row stands."""
    return row.case_id if row.case_id else str(row.source)


def _fit(title: str, sections: list[Section], check: str) -> str:
    def text() -> str:
        return "\n".join([title, *(str(one) for one in sections if one.items or one.left_out), check])

    for name in _DROP_ORDER:
        at = next(at for at, one in enumerate(sections) if one.title == name)
        while len(text()) > TEXT_LIMIT and sections[at].items:
            sections[at] = Section(name, sections[at].items[:-1], sections[at].left_out + 1)
    return text() + "\n"


def _what(evidence: Evidence, origin: Origin) -> Iterator[str]:
    row, manifest = evidence.row, evidence.manifest
    run = code(manifest.run_id) if manifest.run_id else "without a run id"
    case = ["case", code(row.case_id) + ","] if row.case_id else ["without a case id,"]
    blocks = "blocking" if row.blocking else "not blocking"
    yield item("run", run + ",", *case, code(row.metric) + ":", *_score(row), blocks)
    named = (
        ("scenario", row.scenario),
        ("system", row.system),
        ("attempt", str(row.attempt or "")),
        ("input line", str(row.line or "")),
    )
    if parts := [f"{name} {code(value)}" for name, value in named if value]:
        yield item(*parts)
    if text := _reason(row):
        yield item("reason:", *prose(clean(text)[:300]))
    if parts := [f"{name} {code(value, 40)}" for name, value in _versions(evidence) if value]:
        yield item("versions:", *parts)
    yield item("row", code(str(row.source)))
    if origin.baseline_run:
        yield item("last green run", code(origin.baseline_run))


def _reason(row: Row) -> str | None:
    """Error texts and the counts of the contract; a judge's free words may quote the answer, so they stay at home."""
    return row.error or (row.reason if row.outcome is Outcome.INVALID or counts(row.reason) else None)


def _score(row: Row) -> list[str]:
    if row.score is not None:
        return [versus(row.score, row.minimum) + ","]
    minimum = f"minimum {number(row.minimum)}," if row.minimum is not None else "no minimum,"
    written = f"no score ({code(row.score_written)} was written)," if row.score_written else "no score,"
    return [written, minimum]


def _versions(evidence: Evidence) -> Iterator[tuple[str, str | None]]:
    row, manifest, ranking = evidence.row, evidence.manifest, evidence.ranking
    yield "contract", row.contract_version or manifest.contract_version
    yield "policy", row.policy_version or manifest.policy.version
    yield "rubric", row.rubric_version or manifest.rubric_version
    yield "corpus", manifest.corpus_version
    yield "mapper", evidence.attribution.mapper_version if evidence.attribution else None
    yield "judge", row.judge or (ranking.judge if ranking else None)
    yield "input sha256", row.input_sha256 and row.input_sha256[:16]


def _evidence(diagnosis: Diagnosis) -> Iterator[str]:
    proofs = [proof for finding in _primary(diagnosis) for proof in finding.evidence]
    for proof in dict.fromkeys(proofs):
        yield item(*prose(proof.text), f"({code(str(proof.source), 70)})")


def _cause(diagnosis: Diagnosis) -> Iterator[str]:
    primary = _primary(diagnosis)
    named = {finding.cause: finding for finding in reversed(primary)}
    if not primary:
        yield item(code(diagnosis.cause or "none found"))
    for finding in sorted(named.values(), key=lambda one: one.cause != diagnosis.cause):
        yield item(code(finding.cause) + ",", f"{finding.confidence},", "found at", finding.stage)


def _ruled_out(diagnosis: Diagnosis) -> Iterator[str]:
    """Look-alikes of the cause first: they are what the next team would think of."""
    alike = {slug for cause in CAUSES if cause.slug == diagnosis.cause for slug in cause.look_alikes}
    entries = dict.fromkeys(one._replace(claim_id=None) for one in diagnosis.ruled_out)
    for entry in sorted(entries, key=lambda one: one.cause not in alike):
        yield item(code(entry.cause) + ":", *prose(entry.because), f"({code(str(entry.source), 70)})")


def _cannot_tell(diagnosis: Diagnosis) -> Iterator[str]:
    for entry in dict.fromkeys(one._replace(claim_id=None) for one in diagnosis.cannot_tell):
        yield item(code(entry.cause), "needs", *prose(entry.needs))


def _also(diagnosis: Diagnosis) -> Iterator[str]:
    for finding in diagnosis.findings:
        if finding.secondary:
            yield item(code(finding.cause) + ",", f"owner {finding.owner}")


def _owner(diagnosis: Diagnosis, choice: Choice | None, origin: Origin) -> Iterator[str]:
    if choice is None:
        yield item("no owner is suggested: the evidence that would name one is missing")
        return
    if choice.team:
        contact = [code(choice.team.contact)] if choice.team.contact else []
        yield item(code(choice.team.name), *contact, f"(role {choice.owner})")
    else:
        yield item(f"role {choice.owner}")
    yield item("why:", *prose(choice.why))
    if others := [owner for owner in diagnosis.owners if owner is not choice.owner]:
        yield item("also concerned:", ", ".join(others))
    if origin.teams_name:
        yield item("teams file", code(origin.teams_name), "sha256", code(origin.teams_digest[:12]))


def _check(diagnosis: Diagnosis, origin: Origin) -> str:
    row = diagnosis.row
    words: list[str | tuple[str, str]] = ["triage", *origin.paths]
    if origin.baseline:
        words.append(("--baseline", origin.baseline))
    words.append(("--row", selector(row)))
    shown = command(words)
    typed = (*origin.paths, origin.baseline or "", selector(row))
    if len(shown) > _COMMAND_LIMIT or any(clean(word) != word for word in typed):
        shown = item("`triage` with the paths of the run, and", f"`--row` {code(selector(row))}")
    lines = ["**Check**", shown, item(*prose(_fixed_when(row)))]
    if looks := list(dict.fromkeys(finding.next for finding in _primary(diagnosis))):
        lines.append(item("next look:", *prose(clean(looks[0])[:300])))
    return "\n".join(lines)


def _primary(diagnosis: Diagnosis) -> list[Finding]:
    return [finding for finding in diagnosis.findings if not finding.secondary]


def _fixed_when(row: Row) -> str:
    same = "the same command on the next run shows this row"
    if row.outcome is Outcome.INVALID:
        return f"fixed when {same} with a valid score, passed or failed"
    if row.minimum is not None and row.score is not None:
        return f"fixed when {same} passed, at {row.minimum!r} or above under the same contract version"
    return f"fixed when {same} passed"
