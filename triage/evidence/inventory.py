"""The corpus inventory of a bundle, looked up on demand."""

from triage.evidence.corpus import parse_document
from triage.evidence.index import Index
from triage.evidence.kinds import Kind
from triage.model import Document


class CorpusInventory:
    """Documents by id and by alias; the first of several with one id."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __bool__(self) -> bool:
        return len(self._index.places[Kind.CORPUS]) > 0

    def document(self, doc_id: str) -> Document | None:
        """The document with this very id."""
        for place in self._index.places[Kind.CORPUS].find(doc_id):
            document = parse_document(self._index.load(place))
            if document.doc_id == doc_id:
                return document
        return None

    def aliased(self, doc_id: str) -> Document | None:
        """The document that lists this id among its aliases."""
        for place in self._index.aliases.find(doc_id):
            document = parse_document(self._index.load(place))
            if doc_id in document.aliases:
                return document
        return None

    def documents(self) -> list[Document]:
        """All documents, in reading order."""
        places = self._index.places[Kind.CORPUS]
        return [parse_document(self._index.load(places[number])) for number in range(len(places))]
