"""The corpus inventory of a bundle, looked up on demand."""

from collections.abc import Iterator

from triage.evidence.corpus import parse_document
from triage.evidence.fields import as_text
from triage.evidence.index import Index
from triage.evidence.kinds import Kind
from triage.model import Document


class CorpusInventory:
    """Documents by id and by alias; the first of several with one id.

    With a ``run``, documents whose record names another run id are left out: one file may keep two runs.
    """

    def __init__(self, index: Index, run: str | None = None) -> None:
        self._index = index
        self._run = run

    def __bool__(self) -> bool:
        if self._run is None:
            return len(self) > 0
        return next(self.documents(), None) is not None

    def __len__(self) -> int:
        """How many documents stand in the bundle, those of other runs among them."""
        return len(self._index.places[Kind.CORPUS])

    def document(self, doc_id: str) -> Document | None:
        """The document with this very id."""
        for place in self._index.places[Kind.CORPUS].find(doc_id):
            document = parse_document(self._index.load(place))
            if document.doc_id == doc_id and self._own(document):
                return document
        return None

    def aliased(self, doc_id: str) -> Document | None:
        """The document that lists this id among its aliases."""
        for place in self._index.aliases.find(doc_id):
            document = parse_document(self._index.load(place))
            if doc_id in document.aliases and self._own(document):
                return document
        return None

    def documents(self) -> Iterator[Document]:
        """All documents, in reading order, one at a time; ValueError or OSError when a file changed meanwhile."""
        places = self._index.places[Kind.CORPUS]
        for number in range(len(places)):
            document = parse_document(self._index.load(places[number]))
            if self._own(document):
                yield document

    def _own(self, document: Document) -> bool:
        return self._run is None or as_text(document.raw.get("run_id")) in (None, self._run)
