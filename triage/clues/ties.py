"""Equal retrieval scores where a ranking metric looks: the saved rank is then not the only right one.

Tools order equal scores by their own rule, often by id, so a metric that reads scores instead of ranks may see another
list than the one that was saved.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from triage.model import Chunk, Evidence, Proof, Retrieval
from triage.text import number

Score = Callable[[Sequence[str | None]], float | None]

RULES: tuple[tuple[str, bool], ...] = (("score, then id descending", True), ("score, then id ascending", False))
"""Tie rules in words, and whether the ids of equal scores run backwards."""


class Tie(NamedTuple):
    """Chunks next to each other with one score; ``ranks`` count from 1.

    ``crosses`` tells that some of them are within the first k and some are not.
    """

    score: float
    ids: tuple[str, ...]
    ranks: tuple[int, int]
    crosses: bool

    @property
    def words(self) -> str:
        """Score, ranks and ids."""
        return f"score {number(self.score)} at ranks {self.ranks[0]} to {self.ranks[1]}: {', '.join(self.ids)}"


def ties(retrieval: Retrieval, k: int) -> tuple[Tie, ...]:
    """Groups of equal scores that reach into the first k, best first; a hit without a score ties with nothing."""
    return tuple(
        Tie(
            group[0].score or 0.0,
            tuple(chunk.doc_id or "(no id)" for chunk in group),
            (group[0].rank, group[-1].rank),
            group[0].rank <= k < group[-1].rank,
        )
        for group in _groups(retrieval.retrieved or ())
        if len(group) > 1 and group[0].rank <= k
    )


def tie_at_cut(retrieval: Retrieval, k: int) -> Tie | None:
    """The tie that the last rank within the cut belongs to; None when its score is its own."""
    last = min(k, len(retrieval.retrieved or ()))
    return next((tie for tie in ties(retrieval, k) if tie.ranks[0] <= last <= tie.ranks[1]), None)


def by_rule(chunks: Sequence[Chunk], *, descending: bool) -> list[str | None]:
    """Document ids with equal scores put in the order of their ids, everything else where it was saved."""
    ordered: list[str | None] = []
    for group in _groups(chunks):
        ids = [chunk.doc_id for chunk in group]
        ordered += sorted(ids, key=lambda one: one or "", reverse=descending) if len(ids) > 1 else ids
    return ordered


def tie_proof(evidence: Evidence, k: int, score: Score) -> Proof | None:
    """That a score depends on the tie rule, with its value by every rule; None when it is the same by each."""
    retrieval = evidence.retrieval
    tied = ties(retrieval, k) if retrieval else ()
    if retrieval is None or not tied:
        return None
    chunks = retrieval.retrieved or ()
    saved = score([chunk.doc_id for chunk in chunks])
    values = [(words, score(by_rule(chunks, descending=descending))) for words, descending in RULES]
    if all(value == saved for _, value in values):
        return None
    told = ", ".join(f"by {words} {number(value, saved)}" for words, value in values)
    cut = "tie at the cut" if tie_at_cut(retrieval, k) else f"tie within the first {k}"
    words = f"{cut}: the result depends on the tie rule; {'; '.join(tie.words for tie in tied)}"
    return Proof(
        f"{words}; by saved rank {number(saved, values[0][1])}, {told}{_recorded(evidence, saved, values)}",
        retrieval.source,
    )


def _recorded(evidence: Evidence, saved: float | None, values: Sequence[tuple[str, float | None]]) -> str:
    """Which rule gives the recorded score, up to the digits it was written with."""
    score = evidence.row.score
    if score is None or saved is None or _same(score, saved):
        return ""
    rules = [words for words, value in values if value is not None and _same(score, value)]
    return f"; the recorded {number(score, saved)} is the value by {rules[0]}" if rules else ""


def _same(recorded: float, value: float) -> bool:
    digits = len(repr(recorded).partition(".")[2]) if "e" not in repr(recorded) else 12
    return abs(recorded - value) <= 0.5 * 10.0 ** -max(digits, 3) + 1e-9


def _groups(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    """Neighbours with one score together, everything else alone."""
    keyed = groupby(chunks, key=lambda chunk: ("alone", chunk.rank) if chunk.score is None else ("score", chunk.score))
    return (list(group) for _, group in keyed)
