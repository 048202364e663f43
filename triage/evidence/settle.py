"""What only the whole bundle can decide, once everything is read."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from triage.evidence.fields import as_text
from triage.evidence.index import Index
from triage.evidence.intake import take_row
from triage.evidence.kinds import Kind
from triage.evidence.outcome import against
from triage.evidence.ranking import parse_ranking, parse_ranking_case
from triage.evidence.ranking_rows import is_ranking_metric, ranking_row
from triage.evidence.row_columns import CONFLICT, FOREIGN, LOWER, RANKING, RECORDED_FAIL, RECORDED_PASS, VERDICT
from triage.evidence.rows import Context, Limit
from triage.evidence.sources import BLOCK, ByteSource
from triage.evidence.table import RowTable
from triage.metrics.ranking import digests_match
from triage.model import Manifest, Outcome, RankingCase, Source
from triage.text import clean

_MOST_NOTED = 100


def settle(index: Index) -> None:
    """Rank rows, apply the policy's minimums, let verdicts without scores stand, find conflicts, check digests."""
    manifest = newest(index.manifests)
    context = context_of(index, manifest)
    for places in (*index.places.values(), index.aliases):
        places.hashes.settle()
    index.rows.close()
    if index.places[Kind.RANKING]:
        _add_ranking_rows(index, context)
        index.rows.close()
    _apply_verdicts(index, context)
    _apply_minimums(index, context)
    _find_conflicts(index)
    _note_repeats(index)
    for one in index.manifests:
        _check_digests(index, one)
    if len(index.manifests) > 1:
        names = ", ".join(clean(one.run_id or "without run_id") for one in index.manifests[:_MOST_NOTED])
        why = "the newest" if manifest.date else "the first (none is dated)"
        words = f"{len(index.manifests)} run manifests ({names}); {clean(manifest.run_id or '')} is {why} and used"
        index.note(words, manifest.source)


def settle_minimums(index: Index) -> None:
    """Apply the person's own minimums to a bundle that has been read."""
    _apply_minimums(index, context_of(index, newest(index.manifests)))


def newest(manifests: list[Manifest]) -> Manifest:
    """The manifest with the latest date as text; the first among equals, an empty one for none."""
    return max(manifests, key=lambda one: one.date or "", default=Manifest())


def context_of(index: Index, manifest: Manifest) -> Context:
    """How single rows are read in this bundle.

    A metric gives verdicts only when no row has a score, nothing else stands in a score's place, and a pass beside no
    score shows that the verdict does not come from the score.
    """
    return Context(
        manifest.policy.minimum, frozenset(index.verdicts - index.finite - index.odd), index.limits_of_metrics
    )


def ranking_case(index: Index, case_id: str) -> RankingCase | None:
    """The reviewed comparison of a case."""
    for place in index.places[Kind.RANKING_CASE].find(case_id):
        found = parse_ranking_case(index.load(place))
        if found.case_id == case_id:
            return found
    return None


def _add_ranking_rows(index: Index, context: Context) -> None:
    places = index.places[Kind.RANKING]
    covered = len(index.rows)
    for number in range(len(places)):
        record = index.load(places[number])
        artifact = parse_ranking(record)
        own = [row for row in index.rows.of_case(artifact.case_id) if row < covered]
        if not any(is_ranking_metric(index.rows.metric(row)) for row in own):
            row = ranking_row(artifact, record, ranking_case(index, artifact.case_id), context)
            take_row(index, row, places[number], RANKING)


def _apply_verdicts(index: Index, context: Context) -> None:
    rows = index.rows
    if not context.verdict_only:
        return
    for row in rows.numbers(Outcome.INVALID):
        flags = rows.flags(row)
        if flags & VERDICT and rows.metric(row) in context.verdict_only:
            outcome = Outcome.PASSED if flags & RECORDED_PASS else Outcome.FAILED
            rows.settle(row, outcome, rows.minimum(row), contradicts=False)


def _apply_minimums(index: Index, context: Context) -> None:
    rows = index.rows
    for row in rows.without_minimum() if context.minimums or context.configured else ():
        limit, score, outcome = context.limit(rows.metric(row))[0], rows.score(row), rows.outcome(row)
        if limit is None or rows.flags(row) & RANKING:
            continue
        minimum = limit.value
        if rows.flags(row) & FOREIGN:
            rows.settle(row, _foreign(rows, row, limit), minimum, contradicts=False)
            continue
        if score is None or outcome is Outcome.INVALID:
            rows.settle(row, outcome, minimum, contradicts=False)
            continue
        computed = Outcome.PASSED if score >= minimum else Outcome.FAILED
        recorded = _recorded(rows.flags(row))
        contradicts = recorded is not None and recorded is not computed
        rows.settle(row, Outcome.FAILED if contradicts else computed, minimum, contradicts)


def _foreign(rows: RowTable, row: int, limit: Limit) -> Outcome:
    """Another tool's row under our own minimum: its verdict stands where it gave one."""
    score, flags = rows.score(row), rows.flags(row)
    if _recorded(flags) is not None or score is None or rows.outcome(row) is Outcome.INVALID:
        return rows.outcome(row)
    return against(score, limit.value, lower_is_better=limit.most or bool(flags & LOWER))


def _recorded(flags: int) -> Outcome | None:
    return Outcome.PASSED if flags & RECORDED_PASS else Outcome.FAILED if flags & RECORDED_FAIL else None


def _find_conflicts(index: Index) -> None:
    rows = index.rows
    for group in rows.groups():
        contents = [_content(index, row) for row in group]
        if any(content != contents[0] for content in contents):
            for row in group:
                rows.flag(row, CONFLICT)
        else:
            places = ", ".join(str(index.load(rows.place(row)).source) for row in group[:_MOST_NOTED])
            index.note(f"{len(group)} identical rows of one case: {places}", index.load(rows.place(group[0])).source)


def _content(index: Index, row: int) -> object:
    try:
        return index.load(index.rows.place(row)).value
    except (ValueError, OSError):
        return row


def _note_repeats(index: Index) -> None:
    """Two records of one kind and id: the first is used.

    Ranking artifacts are exempt, each has its own row; so are two that name different runs of the same files.
    """
    kinds = [kind for kind in index.places if kind is not Kind.RANKING]
    repeats = [(kind, numbers) for kind in kinds for numbers in index.places[kind].hashes.repeated()]
    for kind, numbers in repeats[:_MOST_NOTED]:
        first, *others = (index.load(index.places[kind][number]) for number in numbers)
        for other in others[:_MOST_NOTED]:
            apart = len(index.manifests) > 1 and other.known.get("run_id") != first.known.get("run_id")
            if (same := _id(other.known)) == _id(first.known) and not apart:
                words = f"a second {kind} record of {clean(same)}: the one at {first.source} is used"
                index.note(words, other.source)
    if len(repeats) > _MOST_NOTED:
        words = f"{len(repeats) - _MOST_NOTED} more ids have two records of one kind; the first is used"
        index.note(words, Source(index.files[0].source.name))


def _id(record: Mapping[str, Any]) -> str:
    for name in ("case_id", "case", "doc_id"):
        if (text := as_text(record.get(name))) is not None:
            return text
    return ""


def _check_digests(index: Index, manifest: Manifest) -> None:
    files = manifest.raw.get("files")
    sources = {file.source.name: file.source for file in index.files}
    for name, wanted in files.items() if isinstance(files, Mapping) else ():
        digest = as_text(wanted.get("sha256")) if isinstance(wanted, Mapping) else as_text(wanted)
        source = sources.get(str(name)) or sources.get(str(name).removesuffix(".gz"))
        if digest is None:
            continue
        if source is None:
            index.note(f"{clean(str(name))} is named with a digest and was not read", manifest.source)
        elif words := _digest_words(source, digest):
            index.note(words, Source(source.name))


def _digest_words(source: ByteSource, wanted: str) -> str:
    """What differs from the digest; nothing when it is equal."""
    if source.path is None:
        return ""
    as_is, folded = hashlib.sha256(), hashlib.sha256()
    for block in _whole_lines(source):
        as_is.update(block)
        folded.update(block.replace(b"\r\n", b"\n"))
    if digests_match(as_is.hexdigest(), wanted):
        return ""
    if digests_match(folded.hexdigest(), wanted):
        return "bytes differ from the manifest's digest, but equal after CRLF -> LF"
    return f"bytes differ from the manifest: sha256 {as_is.hexdigest()[:12]}, manifest {clean(wanted)[:12]}"


def _whole_lines(source: ByteSource) -> Iterator[bytes]:
    """The bytes in blocks that never end between CR and LF."""
    with source.open() as file:
        while block := file.read(BLOCK):
            yield block + (file.read(1) if block.endswith(b"\r") else b"")
