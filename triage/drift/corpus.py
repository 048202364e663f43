"""Two inventories by their digests, apart from what their version labels say: the digest wins."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from triage.evidence import Bundle, other_run
from triage.model import Document, Evidence, Manifest, Proof, Source
from triage.text import count

MOST_DOCUMENTS = 50_000
_MOST_RUNS = 8
_NAMED = 8


class Entry(NamedTuple):
    """A document's digest as recorded, its place, its other ids.

    ``text`` and ``folded`` are digests of the kept text as it is and with LF line ends, None without a text.
    """

    sha256: str | None
    text: str | None
    folded: str | None
    source: Source
    aliases: tuple[str, ...] = ()


class Difference(NamedTuple):
    """Ids of documents that both inventories hold with a digest, and how they differ.

    ``changed`` have another digest, ``line_ends`` another digest and the same text after CRLF -> LF.  ``undigested``
    counts the shared documents that lack a digest on either side.  ``renamed`` (then, now) are gone under one id and
    there under another, by their aliases or by an equal digest; they are in neither ``added`` nor ``removed``.
    """

    compared: int
    changed: tuple[str, ...]
    line_ends: tuple[str, ...]
    undigested: int
    added: tuple[str, ...]
    removed: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]

    @property
    def moved(self) -> bool:
        """The documents are not the same ones under the same ids."""
        return bool(self.changed or self.added or self.removed or self.renamed)


def between_runs(now: Bundle, green: Bundle | None) -> Iterator[Proof]:
    """The inventory against the last green run's, and against that of every other run that the same files keep."""
    if green is not None:
        yield from _against(now, green)
    others = [one for one in now.manifests if one is not now.manifest and one.run_id not in (None, now.manifest.run_id)]
    told = green.manifest.source if green is not None else None
    for manifest in others[:_MOST_RUNS]:
        if manifest.source != told:
            yield from _against(now, other_run(now, manifest))


def compare(then: Mapping[str, Entry], now: Mapping[str, Entry]) -> Difference:
    """How one inventory came from another; ids in the order of the inventory now."""
    shared = [doc for doc in now if doc in then]
    pairs = [(doc, then[doc], now[doc]) for doc in shared]
    digested = [pair for pair in pairs if pair[1].sha256 and pair[2].sha256]
    differing = [pair for pair in digested if pair[1].sha256 != pair[2].sha256]
    line_ends = tuple(doc for doc, old, new in differing if _line_ends_alone(old, new))
    renamed = tuple(_renamed(then, now))
    known = {doc for pair in renamed for doc in pair}
    return Difference(
        len(digested),
        tuple(doc for doc, *_ in differing if doc not in line_ends),
        line_ends,
        len(shared) - len(digested),
        tuple(doc for doc in now if doc not in then and doc not in known),
        tuple(doc for doc in then if doc not in now and doc not in known),
        renamed,
    )


def entries(documents: Iterable[Document]) -> dict[str, Entry]:
    """Documents by id, the first of several; at most ``MOST_DOCUMENTS``."""
    found: dict[str, Entry] = {}
    for one in islice(documents, MOST_DOCUMENTS):
        found.setdefault(one.doc_id, entry(one))
    return found


def entry(document: Document) -> Entry:
    """What of a document is compared."""
    digest = document.sha256.casefold() if document.sha256 else None
    text = document.text
    if text is None:
        return Entry(digest, None, None, document.source, document.aliases)
    folded = _digest(text.replace("\r\n", "\n"))
    return Entry(digest, _digest(text), folded, document.source, document.aliases)


def words(difference: Difference, then: Manifest, now: Manifest) -> str | None:
    """The difference beside the labels, in words; None when neither moved."""
    before, after = then.corpus_version, now.corpus_version
    runs = f"{then.run_id or 'the last green run'} and {now.run_id or 'this run'}"
    if not difference.moved:
        return _documents_equal(difference, before, after)
    if before is None or after is None:
        label = "not both runs name a corpus_version"
    elif before == after:
        label = f"corpus_version is {after} in both runs, {runs}"
    else:
        label = f"corpus_version moved {before} -> {after}"
    drifted = ": the corpus drifted although its label is equal" if before is not None and before == after else ""
    return f"{label}; {_counts(difference)}{drifted}"


def document_facts(evidence: Evidence) -> Iterator[Proof]:
    """Documents that this row's claims are labelled with or that were retrieved, changed since the last green run."""
    green = evidence.green
    if green is None or not evidence.inventory or not green.inventory:
        return
    for doc in _of_row(evidence):
        now, then = evidence.inventory.document(doc), green.inventory.document(doc)
        if now is None or then is None:
            continue
        difference = compare({doc: entry(then)}, {doc: entry(now)})
        if difference.changed:
            yield Proof(f"{doc} has another sha256 than in the last green run{_label(evidence, green)}", now.source)
        elif difference.line_ends:
            yield Proof(f"{doc} differs from the last green run's only in its line ends (CRLF, LF)", now.source)


def _against(now: Bundle, then: Bundle) -> Iterator[Proof]:
    if not now.inventory or not then.inventory:
        return
    before, after = entries(then.inventory.documents()), entries(now.inventory.documents())
    told = words(difference := compare(before, after), then.manifest, now.manifest)
    if told is None:
        return
    ids = (*difference.changed, *difference.line_ends, *(new for _, new in difference.renamed))
    first = next(iter((*ids, *difference.added, *difference.removed)), None)
    places = (after.get(first) or before.get(first)) if first is not None else None
    cut = "" if len(now.inventory) <= MOST_DOCUMENTS else f" (only the first {MOST_DOCUMENTS} were compared)"
    yield Proof(told + cut, places.source if places else now.manifest.source)


def _renamed(then: Mapping[str, Entry], now: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    gone = {doc: old for doc, old in then.items() if doc not in now}
    by_digest = {old.sha256: doc for doc, old in gone.items() if old.sha256}
    for doc, new in now.items():
        if doc in then:
            continue
        before = next((alias for alias in new.aliases if alias in gone), None)
        before = before or (by_digest.get(new.sha256) if new.sha256 else None)
        if before is not None and gone.pop(before, None) is not None:
            yield before, doc


def _documents_equal(difference: Difference, before: str | None, after: str | None) -> str | None:
    same = f"all {count(difference.compared, 'document')} that both inventories hold"
    if difference.line_ends:
        told = f"{len(difference.line_ends)} of {difference.compared} differ in line ends only: CRLF -> LF makes them"
        return f"{told} equal, so this is no corpus drift ({_named(difference.line_ends)})"
    if before is None or after is None or before == after or not difference.compared:
        return None
    rest = f", {difference.undigested} more have no digest to compare" if difference.undigested else ""
    return f"corpus_version moved {before} -> {after}, and {same} have equal sha256{rest}: the documents are the same"


def _counts(difference: Difference) -> str:
    parts = []
    if difference.compared:
        named = f" ({_named(difference.changed)})" if difference.changed else ""
        total = count(difference.compared, "document")
        parts.append(f"another sha256 in {len(difference.changed)} of {total}{named}")
    for name, ids in (("only now", difference.added), ("gone", difference.removed)):
        parts += [f"{len(ids)} {name} ({_named(ids)})"] if ids else []
    moves = tuple(f"{old} -> {new}" for old, new in difference.renamed)
    parts += [f"{len(moves)} under another id ({_named(moves)})"] if moves else []
    parts += [f"line ends only in {len(difference.line_ends)} more"] if difference.line_ends else []
    parts += [f"no digest to compare in {difference.undigested}"] if difference.undigested else []
    return ", ".join(parts)


def _named(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return ", ".join(ids[:_NAMED]) + more


def _of_row(evidence: Evidence) -> list[str]:
    labels = (evidence.case.claims or {}).values() if evidence.case else ()
    chunks = evidence.retrieval.retrieved or () if evidence.retrieval else ()
    named = (doc for label in labels for doc in label.sources)
    return list(dict.fromkeys((*named, *(chunk.doc_id for chunk in chunks if chunk.doc_id))))


def _label(evidence: Evidence, green: Evidence) -> str:
    before, after = green.manifest.corpus_version, evidence.manifest.corpus_version
    if before is None or after is None:
        return ""
    if before == after:
        return f", though corpus_version is {after} in both"
    return f" (corpus_version {before} -> {after})"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _line_ends_alone(old: Entry, new: Entry) -> bool:
    """The texts differ, and are equal after CRLF -> LF; equal texts under two digests differ in something else."""
    return old.folded is not None and old.folded == new.folded and old.text != new.text
