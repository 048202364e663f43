"""Orders of candidates: whether an order is one at all, and how far it is from another.

Agreement says something only between permutations of the same ids, so the identity check comes first.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from triage.metrics.judging import (
    Ratio,
    SlotCounts,
    echo_chance,
    echo_rate,
    exact_permutations,
    first_shown_win_rate,
    position_consistency,
    preference_fairness,
    repetition_stability,
    same_item_rate,
    slot_counts,
    slot_wins,
)

__all__ = [
    "Identity",
    "Ratio",
    "SlotCounts",
    "candidate_digest",
    "digests_match",
    "echo_chance",
    "echo_rate",
    "exact_permutations",
    "first_shown_win_rate",
    "identity",
    "kendall_tau",
    "moves",
    "pairwise_agreement",
    "position_consistency",
    "preference_fairness",
    "repetition_stability",
    "same_item_rate",
    "slot_counts",
    "slot_wins",
    "unlabel",
]

_UNIT, _RECORD = "\x1f", "\x1e"
_HEX = frozenset("0123456789abcdef")
_SHORTEST_PREFIX = 7


class Identity(NamedTuple):
    """What keeps an order from being a permutation of the reference; each id once, in order of appearance."""

    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    duplicate: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """The order is a permutation."""
        return not (self.missing or self.unknown or self.duplicate)

    def words(self) -> str:
        """Every fault at once, as ``missing b; unknown x, y; duplicate a``, or ``a permutation``."""
        faults = zip(self._fields, self, strict=True)
        named = (f"{name} {', '.join(one if one.strip() else '(blank)' for one in ids)}" for name, ids in faults if ids)
        return "; ".join(named) or "a permutation"


def identity(reference: Sequence[str], order: Sequence[str]) -> Identity:
    """The ids of the reference that the order lacks, those it adds, and those that either of the two repeats."""
    expected, given = Counter(reference), Counter(order)
    return Identity(
        missing=tuple(one for one in expected if one not in given),
        unknown=tuple(one for one in given if one not in expected),
        duplicate=tuple(one for one, times in (given | expected).items() if times > 1),
    )


def pairwise_agreement(expected: Sequence[str], actual: Sequence[str]) -> float:
    """Pairs in the same relative order / all pairs; 1.0 for fewer than two candidates.

    ValueError, naming every fault, unless ``actual`` is a permutation of ``expected``.
    """
    pairs = len(expected) * (len(expected) - 1) // 2
    discordant = _discordant(expected, actual)
    return (pairs - discordant) / pairs if pairs else 1.0


def kendall_tau(first: Sequence[str], second: Sequence[str]) -> float | None:
    """1 - 2D / (n(n-1)/2) with D the discordant pairs, in -1..1; None for fewer than two candidates.

    ValueError, naming every fault, unless the two are permutations of each other.
    """
    pairs = len(first) * (len(first) - 1) // 2
    discordant = _discordant(first, second)
    return (pairs - 2 * discordant) / pairs if pairs else None


def moves(presented: Sequence[str], returned: Sequence[str]) -> dict[str, int]:
    """How many places each id moved up (positive) or down, for the ids in both orders, in the returned order.

    Of a repeated id the first place counts.
    """
    shown = _places(presented)
    return {one: shown[one] - place for one, place in _places(returned).items() if one in shown}


def unlabel(label: str, presented: Sequence[str]) -> str:
    """The id behind a shown label (1, 2, ... or A, B, ...); the label itself when it names no shown place."""
    text = label.strip().strip("[]().")
    if text.isascii() and text.isdigit():
        place = int(text) - 1
    elif len(text) == 1 and text.isascii() and text.isalpha():
        place = ord(text.upper()) - ord("A")
    else:
        return label
    return presented[place] if 0 <= place < len(presented) else label


def candidate_digest(candidates: Iterable[tuple[str, str]]) -> str:
    """Lower-case hex SHA-256 over UTF-8 of id, U+001F, text, U+001E of every (id, text), by code point order of id.

    Repeated ids are ordered by their text.  A lone surrogate is hashed as its three-byte form.
    """
    joined = "".join(f"{one}{_UNIT}{text}{_RECORD}" for one, text in sorted(candidates))
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


def digests_match(one: str, other: str) -> bool:
    """One hex digest is the other, or a prefix of it with at least 7 characters; what is no hex never matches."""
    shorter, longer = sorted((one.lower(), other.lower()), key=len)
    return len(shorter) >= _SHORTEST_PREFIX and _HEX.issuperset(longer) and longer.startswith(shorter)


def _places(order: Sequence[str]) -> dict[str, int]:
    return {one: order.index(one) for one in dict.fromkeys(order)}


def _discordant(first: Sequence[str], second: Sequence[str]) -> int:
    compared = identity(first, second)
    if not compared.ok:
        raise ValueError(f"not a permutation: {compared.words()}")
    place = _places(second)
    return sum(place[ahead] > place[behind] for ahead, behind in combinations(first, 2))
