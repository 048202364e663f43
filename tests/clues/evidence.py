"""One case about a bicycle pump, as the clues see it: labels, an answer with its claims, a ranking."""

from collections.abc import Sequence

from triage.model import (
    Attribution,
    Case,
    Chunk,
    Document,
    Evidence,
    Label,
    Outcome,
    Retrieval,
    Row,
    Source,
    StatedClaim,
)

ANSWER = "Pump it to four bar. Check it every month."
FOUR_BAR, MONTHLY = (0, 20), (21, 42)


class Corpus:
    """An inventory of these ids, some with aliases."""

    def __init__(self, **aliases: Sequence[str]) -> None:
        at = Source("corpus.jsonl", 1)
        self._documents = [Document(at, doc, aliases=tuple(others)) for doc, others in aliases.items()]

    def __bool__(self) -> bool:
        return bool(self._documents)

    def document(self, doc_id: str) -> Document | None:
        return next((one for one in self._documents if one.doc_id == doc_id), None)

    def aliased(self, doc_id: str) -> Document | None:
        return next((one for one in self._documents if doc_id in one.aliases), None)


def ranked(*documents: str | Chunk, k: int | None = 2, delivered: tuple[str, ...] | None = None) -> Retrieval:
    """A ranking of bare ids or whole chunks."""
    chunks = [
        one if isinstance(one, Chunk) else Chunk(rank, one, f"{one}#1") for rank, one in enumerate(documents, start=1)
    ]
    return Retrieval(Source("retrieval.jsonl", 3), "pump", k=k, retrieved=tuple(chunks), delivered=delivered)


def attributed(*claims: StatedClaim, answer: str | None = ANSWER) -> Attribution:
    """The mapper's record of these claims."""
    return Attribution(Source("attribution.jsonl", 2), "pump", answer, claims=claims)


def labelled(**sources: Sequence[str]) -> Case:
    """Labels without passages."""
    claims = {claim: Label(claim, tuple(docs)) for claim, docs in sources.items()}
    return Case(Source("cases.jsonl", 4), "pump", claims=claims)


def about(row: Row | None = None, **records: object) -> Evidence:
    """The evidence of a failed row with these records."""
    return Evidence(row or scored(), **records)  # type: ignore[arg-type]


def scored(outcome: Outcome = Outcome.FAILED, **values: object) -> Row:
    """A row of the case."""
    return Row(Source("rows.jsonl", 1), outcome, "pump", **values)  # type: ignore[arg-type]
