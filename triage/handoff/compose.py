"""The text that is handed over: what, where, evidence, probable cause, owner, how to check.

It pastes into chat and tickets: no tables, lines under 100 characters, under 3,000 characters together, everything
that came from the evidence in code spans.  It holds ids, numbers, ranks and what the findings quote, never the
question, the answer or a chunk.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from triage.causes import CAUSES
from triage.clues.words import counts
from triage.handoff.check import check
from triage.handoff.coverage import missing_claims
from triage.handoff.orders import orders
from triage.handoff.origin import Origin as Origin
from triage.handoff.origin import origin_of as origin_of
from triage.handoff.words import code, fill, item, listed, prose
from triage.model import Diagnosis, Evidence, Finding, Outcome, Row
from triage.owners import Choice
from triage.text import clean, count, number, versus

if TYPE_CHECKING:
    from triage.examine import Examination

TEXT_LIMIT = 2998
_LONGEST_NUMBER = 60
# What is left out first, and how many items stay: another owner is worth more than the tenth look-alike.
_DROP_ORDER = (
    *(("Ruled out", 6), ("Also seen", 0), ("Ruled out", 0), ("Cannot tell", 0), ("Orders", 0)),
    *(("Missing claims", 0), ("Evidence", 0), ("Rows", 0), ("Owner", 0), ("Note", 0), ("What", 0)),
)


class Section(NamedTuple):
    """A heading and its list items."""

    title: str
    items: tuple[str, ...]
    left_out: int = 0

    def masked(self, mask: Callable[[str], str]) -> "Section":
        """The section with every item redacted."""
        return self._replace(items=tuple(map(mask, self.items)))

    def __str__(self) -> str:
        more = [f"- {self.left_out} more left out to keep this short"] if self.left_out else []
        return "\n".join([f"**{self.title}**", *self.items, *more])


def handoff_text(examination: "Examination", number: int) -> str:
    """The text for one row of an examination."""
    diagnosis = examination.diagnosis(number)
    evidence = examination.evidence(number)
    return compose(diagnosis, evidence, examination.choice(diagnosis), origin_of(examination))


class Folder(NamedTuple):
    """What only the text of a handoff folder holds: further rows of the same fingerprint, and remarks on the folder.

    ``mask`` redacts everything but the owner, who must be reached.
    """

    others: Sequence[Diagnosis] = ()
    notes: Sequence[str] = ()
    mask: Callable[[str], str] = str


def compose(
    diagnosis: Diagnosis, evidence: Evidence, choice: Choice | None, origin: Origin, folder: Folder | None = None
) -> str:
    """The text for one row; whole items are left out, and counted, from the least important section if it is long.

    With a ``folder`` it is the text that lies in it, which speaks for all its rows.
    """
    inside = folder or Folder()
    others = f" and {count(len(inside.others), 'more row')} of the same cause" if inside.others else ""
    said = f"{diagnosis.row.outcome.word}{others}".split()
    title = "\n".join(fill(["RAG gate:", code(row_name(diagnosis.row)), *said]))
    sections = [
        Section("What", tuple(_what(evidence, origin))),
        Section("Rows", tuple(_rows(inside.others))),
        Section("Missing claims", tuple(missing_claims(diagnosis, evidence))),
        Section("Orders", tuple(orders(evidence))),
        Section("Evidence", tuple(_evidence(diagnosis))),
        Section("Probable cause", tuple(_cause(diagnosis))),
        Section("Ruled out", tuple(_ruled_out(diagnosis))),
        Section("Cannot tell", tuple(_cannot_tell(diagnosis))),
        Section("Also seen", tuple(_also(diagnosis))),
        Section("Owner", tuple(_owner(diagnosis, choice, origin))),
        Section("Note", tuple(item(*prose(note)) for note in inside.notes)),
    ]
    shown = [
        one if one.title == "Owner" else one._replace(items=tuple(map(inside.mask, one.items))) for one in sections
    ]
    last = inside.mask(check(diagnosis, origin, in_folder=folder is not None))
    return _fit(inside.mask(title), shown, last)


def row_name(row: Row) -> str:
    """The case id, else where the row stands."""
    return row.case_id if row.case_id else str(row.source)


def _fit(title: str, sections: list[Section], last: str) -> str:
    def text() -> str:
        return "\n".join([title, *(str(one) for one in sections if one.items or one.left_out), last])

    for name, stay in _DROP_ORDER:
        at = next(at for at, one in enumerate(sections) if one.title == name)
        while len(text()) > TEXT_LIMIT and len(sections[at].items) > stay:
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


def _rows(others: Sequence[Diagnosis]) -> Iterator[str]:
    """The further rows, each with its score and what it misses."""
    for diagnosis in others:
        row = diagnosis.row
        missing = ["missing", *listed([code(claim) for claim in diagnosis.missing])] if diagnosis.missing else []
        yield item(code(row_name(row)) + ",", code(row.metric) + ":", *_score(row), *missing)


def _reason(row: Row) -> str | None:
    """Error texts and the counts of the contract; a judge's free words may quote the answer, so they stay at home."""
    return row.error or (row.reason if row.outcome is Outcome.INVALID or counts(row.reason) else None)


def _score(row: Row) -> list[str]:
    if row.score is not None and row.minimum is None and row.status_written:
        return [*_narrow(f"{number(row.score)},"), "no minimum,", "recorded", code(row.status_written) + ","]
    if row.score is not None:
        return _narrow(f"{versus(row.score, row.minimum)},")
    minimum = f"minimum {number(row.minimum)}," if row.minimum is not None else "no minimum,"
    written = row.score_written and code(row.score_written, _LONGEST_NUMBER)
    return [f"no score ({written} was written)," if written else "no score,", *_narrow(minimum)]


def _narrow(words: str) -> list[str]:
    """The words in one piece, unless a number in them has more digits than a line has room for."""
    return [words] if len(words) <= _LONGEST_NUMBER else prose(words)


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
    for cause, owner in dict.fromkeys((one.cause, one.owner) for one in diagnosis.findings if one.secondary):
        yield item(code(cause) + ",", f"owner {owner}")


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


def _primary(diagnosis: Diagnosis) -> list[Finding]:
    return [finding for finding in diagnosis.findings if not finding.secondary]
