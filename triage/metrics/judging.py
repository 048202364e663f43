"""How steadily a judge decides: the same question again, or with the slots swapped.

Verdicts are slot letters: A the first shown won, B the second shown won, C a tie.  Anything else is an unparsed
verdict, which is left out and counted apart, never taken for a tie.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import factorial
from typing import NamedTuple

Orders = tuple[Sequence[str], Sequence[str]]
"""(presented, returned) ids of one verdict."""

_CONSISTENT = frozenset({("A", "B"), ("B", "A"), ("C", "C")})
_PRIMACY = frozenset({("A", "A"), ("A", "C"), ("C", "A")})
_RECENCY = frozenset({("B", "B"), ("B", "C"), ("C", "B")})


class Ratio(NamedTuple):
    """A share with its denominator, which says how much it was measured over."""

    numerator: float
    denominator: int

    @property
    def value(self) -> float | None:
        """The quotient; None over nothing."""
        return self.numerator / self.denominator if self.denominator else None


class SlotCounts(NamedTuple):
    """Pairs of verdicts (first, after the swap) by what they show; ``unparsed`` pairs are no evidence of anything."""

    consistent: int
    primacy: int
    recency: int
    unparsed: int

    @property
    def valid(self) -> int:
        """Pairs of which both verdicts could be read."""
        return self.consistent + self.primacy + self.recency


def slot_counts(pairs: Iterable[tuple[str, str]]) -> SlotCounts:
    """AB, BA, CC are consistent; AA, AC, CA favour the first slot; BB, BC, CB the last (Shi et al. 2024)."""
    tally = Counter(pairs)
    consistent, primacy, recency = (sum(tally[pair] for pair in kind) for kind in (_CONSISTENT, _PRIMACY, _RECENCY))
    return SlotCounts(consistent, primacy, recency, tally.total() - consistent - primacy - recency)


def position_consistency(pairs: Iterable[tuple[str, str]]) -> Ratio:
    """Consistent pairs / valid pairs (Shi et al. 2024); ``same_item_rate`` keeps the unparsed in the denominator."""
    counts = slot_counts(pairs)
    return Ratio(counts.consistent, counts.valid)


def same_item_rate(pairs: Iterable[tuple[str, str]]) -> Ratio:
    """Consistent pairs / all pairs: a pair with an unparsed verdict then counts as not consistent."""
    counts = slot_counts(pairs)
    return Ratio(counts.consistent, counts.valid + counts.unparsed)


def preference_fairness(pairs: Iterable[tuple[str, str]]) -> Ratio:
    """(recency * irr - primacy * ipr) / valid pairs, in -1..1; negative favours the first slot, 0 neither.

    ipr = primacy / (primacy + recency), irr = 1 - ipr (Shi et al. 2024, arXiv 2406.07791, without their rescaling);
    the numerator is then recency - primacy.
    """
    counts = slot_counts(pairs)
    return Ratio(counts.recency - counts.primacy, counts.valid)


def first_shown_win_rate(verdicts: Iterable[str]) -> Ratio:
    """Verdicts A / decided verdicts (A or B); one half is no preference.  Ties and unparsed verdicts are left out."""
    tally = Counter(verdicts)
    return Ratio(tally["A"], tally["A"] + tally["B"])


def repetition_stability(winners: Sequence[str]) -> Ratio:
    """Repeats that name the most frequent winner / all repeats (Shi et al. 2024)."""
    return Ratio(max(Counter(winners).values(), default=0), len(winners))


def exact_permutations(orders: Iterable[Orders]) -> Ratio:
    """Returned orders that hold exactly the presented ids, each once / all returned orders."""
    exact = [sorted(returned) == sorted(set(presented)) for presented, returned in orders]
    return Ratio(sum(exact), len(exact))


def echo_rate(orders: Iterable[Orders]) -> Ratio:
    """Returned orders equal to the presented one / all returned orders."""
    echoes = [list(returned) == list(presented) for presented, returned in orders]
    return Ratio(sum(echoes), len(echoes))


def slot_wins(orders: Iterable[Orders]) -> dict[int, int]:
    """Slot in the presented order, from 1, -> how often its candidate won, over (presented, returned) orders.

    A pair without a returned winner, or with one that was not presented, is left out.
    """
    shown = [(list(presented), returned[0]) for presented, returned in orders if returned]
    return dict(Counter(sorted(presented.index(winner) + 1 for presented, winner in shown if winner in presented)))


def echo_chance(candidates: int, rows: int) -> float:
    """(1 / n!)^m: the chance that an indifferent judge returns the presented order of n candidates on all m rows."""
    return float((1 / factorial(candidates)) ** rows)
