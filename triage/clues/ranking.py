"""One judged comparison, seen from the frozen candidates to the returned order and over its attempts."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from triage.clues.passage import UNSPACED
from triage.metrics.ranking import Identity, candidate_digest, digests_match, identity, unlabel
from triage.model import Evidence, RankingArtifact, RankingCase, Source

Order = tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """A ranking row's artifact beside its reviewed fixture.  All orders are in the artifact's own direction."""

    evidence: Evidence
    artifact: RankingArtifact

    @property
    def case(self) -> RankingCase | None:
        """The reviewed fixture."""
        return self.evidence.ranking_case

    @property
    def green(self) -> RankingArtifact | None:
        """The same comparison in the last green run."""
        return self.evidence.green.ranking if self.evidence.green else None

    @property
    def source(self) -> Source:
        """Where the artifact stands."""
        return self.artifact.source

    @cached_property
    def expected(self) -> Order:
        """The reviewed order; the fixture's when the artifact does not repeat it."""
        return self.artifact.expected or (self.case.expected if self.case else None) or ()

    @cached_property
    def raw(self) -> Order | None:
        """The metric's raw value, mapped from shown labels (1, 2, ... or A, B, ...) to ids where it is in labels."""
        raw, presented = self.artifact.raw_order, self.artifact.presented
        if raw is None or self.artifact.raw_labels != "presented" or presented is None:
            return raw
        return tuple(unlabel(label, presented) for label in raw)

    @property
    def actual(self) -> Order | None:
        """The returned order as saved, else the raw one."""
        return self.artifact.actual if self.artifact.actual is not None else self.raw

    @cached_property
    def faults(self) -> Identity | None:
        """What keeps the returned order from being a permutation; None when nothing was returned."""
        return None if self.actual is None else identity(self.expected, self.actual)

    @property
    def is_valid(self) -> bool:
        """The returned order is a permutation of the expected ids."""
        return self.faults is not None and self.faults.ok and bool(self.expected)

    def winner(self, order: Order | None) -> str | None:
        """The best candidate of an order, by the stated direction (best-first when none is stated)."""
        if not order:
            return None
        return order[-1] if self.artifact.direction == "worst-first" else order[0]

    @property
    def expected_winner(self) -> str | None:
        """The candidate that must win."""
        return self.artifact.must_win_expected or self.winner(self.expected)

    @property
    def accepted(self) -> tuple[Order, ...]:
        """All orders that reviewers accept."""
        return (self.expected, *(self.case.acceptable if self.case else ()))

    def tied(self, one: str, other: str) -> bool:
        """Reviewers put neither of the two over the other."""
        return any(one in group and other in group for group in (self.case.ties if self.case else ()))

    @property
    def right(self) -> bool:
        """The winner is the reviewed one, or tied with it where no artifact names the one that must win."""
        winner, wanted = self.winner(self.actual), self.expected_winner
        if winner is None or wanted is None or self.artifact.must_win_expected:
            return winner == wanted
        return winner == wanted or self.tied(winner, wanted)

    @cached_property
    def frozen(self) -> dict[str, str] | None:
        """The reviewed candidates' text by id."""
        return dict(self.case.candidates) if self.case and self.case.candidates else None

    @cached_property
    def reviewed_digest(self) -> str | None:
        """Digest of the reviewed candidates."""
        return candidate_digest(self.case.candidates) if self.case and self.case.candidates else None

    @cached_property
    def rendered_digest(self) -> str | None:
        """Digest of what the judge was shown: recorded, else computed from the request."""
        if self.artifact.rendered_digest:
            return self.artifact.rendered_digest
        request = self.artifact.request
        return candidate_digest(request.candidates) if request and request.candidates else None

    @cached_property
    def permutations(self) -> tuple[tuple[Order, str], ...]:
        """(presented order, winner) of every verdict over other orders of the same candidates."""
        found = [
            (attempt.presented, str(self.winner(attempt.actual)))
            for attempt in self.artifact.attempts
            if attempt.kind in ("permutation", "pair")
            and attempt.presented
            and attempt.actual
            and identity(self.expected, attempt.actual).ok
            and identity(self.expected, attempt.presented).ok
        ]
        main = self.artifact.presented
        if main and self.is_valid and self.actual and identity(self.expected, main).ok and main not in dict(found):
            found.insert(0, (main, str(self.winner(self.actual))))
        return tuple(found)

    @cached_property
    def slots(self) -> Counter[int]:
        """How often the winner stood in each shown position (from 0), over :attr:`permutations`."""
        return Counter(presented.index(winner) for presented, winner in self.permutations)

    @cached_property
    def repeats(self) -> tuple[str, ...]:
        """Winners over repetitions of the very same presented order, the saved verdict first."""
        orders = [self.actual] if self.is_valid else []
        orders += [
            attempt.actual
            for attempt in self.artifact.attempts
            if attempt.kind == "repeat" and attempt.presented in (None, self.artifact.presented)
        ]
        return tuple(str(self.winner(order)) for order in orders if order and identity(self.expected, order).ok)

    @property
    def verdicts_elsewhere(self) -> int:
        """How many further verdicts there are, over repetitions and other seatings."""
        return max(len(self.permutations) - 1, 0) + max(len(self.repeats) - 1, 0)

    @property
    def stable_against_label(self) -> bool:
        """Every verdict, of which there are several, has the same winner, and it is not the reviewed one."""
        winners = {winner for _, winner in self.permutations} | set(self.repeats)
        return self.verdicts_elsewhere > 0 and len(winners) == 1 and not self.right

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Pairs (better, worse) by review that the returned order turns round; ties cannot be."""
        place = {candidate: rank for rank, candidate in enumerate(self.actual or ())}
        for better, worse in combinations(self.expected, 2):
            if place.get(better, 0) > place.get(worse, 0) and not self.tied(better, worse):
                yield better, worse


def comparison(evidence: Evidence) -> Comparison | None:
    """The ranking side of a row; None for a coverage row."""
    return _view(_This(evidence)) if evidence.ranking else None


class _This(NamedTuple):
    """A row's evidence as a key: the very object, since its records cannot be hashed."""

    evidence: Evidence

    def __hash__(self) -> int:
        return id(self.evidence)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and self.evidence is other.evidence


@lru_cache(maxsize=2)
def _view(key: _This) -> Comparison:
    """One view for all rules that look at a row in turn: its orders are compared once."""
    assert key.evidence.ranking is not None
    return Comparison(key.evidence, key.evidence.ranking)


def addresses_rationale(view: Comparison) -> bool:
    """The explanation shares at least two content words with the reviewers' rationale."""
    argued = content_words(view.artifact.explanation or "")
    return view.case is not None and any(len(argued & content_words(line)) >= 2 for line in view.case.rationale)


def only_neighbours_swapped(view: Comparison) -> bool:
    """Every pair that is turned round stands side by side in the expected order, below the winner."""
    place = {candidate: rank for rank, candidate in enumerate(view.expected)}
    return all(
        place[worse] - place[better] == 1 and better != view.expected_winner for better, worse in view.disagreements()
    )


def same_digest(one: str | None, other: str | None) -> bool | None:
    """Do two recorded digests agree (by unambiguous prefix)?  None when one of them was not kept."""
    return None if not one or not other else digests_match(one, other)


_WORD = re.compile(r"[^\W\d_]{4,}(?:-[^\W\d_]+)*")
_UNSPACED = re.compile(f"[{UNSPACED}]+")
_SIGNS = re.compile("[\u30a0-\u30ff]{2,}|[\u3400-\u9fff]{2,}")
_COMMON = frozenset(
    word
    for line in (
        "that this with from than then they them their there which what when where have has been were will would",
        "should could must does more most less least over under because candidate answer response better best worse",
        "worst only both each other another into also while about some such very just",
    )
    for word in line.split()
)


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry meaning: four letters or more, case folded, common words left out.

    Han and katakana have no blanks between words: there every two neighbouring signs count as a word.
    """
    folded = text.casefold()
    signs = (run[at : at + 2] for run in _SIGNS.findall(folded) for at in range(len(run) - 1))
    return frozenset(_WORD.findall(_UNSPACED.sub(" ", folded))) - _COMMON | frozenset(signs)
