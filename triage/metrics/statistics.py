"""How far counts carry: intervals, paired tests, agreement of reviewers, overlap of orders."""

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import permutations
from math import comb, sqrt

Z_95 = 1.96
"""The customary, rounded normal quantile of a two-sided 95 % interval."""


def wilson_interval(successes: int, n: int, z: float = Z_95) -> tuple[float, float] | None:
    """Wilson score interval (low, high) of a proportion, 95 % by default; None over nothing.

    ValueError unless 0 <= successes <= n.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} is no proportion")
    if not n:
        return None
    share, square = successes / n, z * z
    centre = share + square / (2 * n)
    spread = z * sqrt(share * (1 - share) / n + square / (4 * n * n))
    low, high = ((centre + side * spread) / (1 + square / n) for side in (-1, 1))
    # Rounding must not move the two ends that are exact.
    return low if successes else 0.0, high if successes < n else 1.0


def mcnemar_exact(b: int, c: int) -> float:
    """Two-sided exact p of b flips one way against c the other: 2 P(Bin(b + c, 1/2) <= min(b, c)), at most 1.

    The sign test of two counts is the same number.  1.0 without any flip.  ValueError for a negative count.
    """
    if min(b, c) < 0:
        raise ValueError("a number of flips must not be negative")
    tail = sum(comb(b + c, flips) for flips in range(min(b, c) + 1))
    return float(min(1.0, 2 * tail / 2 ** (b + c)))


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """(po - pe) / (1 - pe) of two raters over the same items in the same order.

    None without items, or when both raters used one and the same category throughout.  ValueError for unequal lengths.
    """
    if len(first) != len(second):
        raise ValueError("both raters must have rated the same items")
    n = len(first)
    one, other = Counter(first), Counter(second)
    by_chance = sum(times * other[category] for category, times in one.items())
    if by_chance == n * n:
        return None
    agreed = sum(mine == theirs for mine, theirs in zip(first, second, strict=True))
    return (agreed * n - by_chance) / (n * n - by_chance)


def krippendorff_alpha(items: Sequence[Sequence[Hashable | None]]) -> float | None:
    """1 - Do / De for nominal categories; per item its ratings, None where a rater gave none.

    Items with fewer than two ratings are left out.  None when fewer than two categories remain.
    """
    coincidences: dict[tuple[Hashable, Hashable], float] = {}
    for ratings in items:
        given = [rating for rating in ratings if rating is not None]
        for pair in permutations(given, 2):
            coincidences[pair] = coincidences.get(pair, 0.0) + 1 / (len(given) - 1)
    totals: dict[Hashable, float] = {}
    for (one, _), weight in coincidences.items():
        totals[one] = totals.get(one, 0.0) + weight
    n = sum(totals.values())
    if len(totals) < 2:
        return None
    observed = sum(weight for (one, other), weight in coincidences.items() if one != other)
    expected = (n * n - sum(total * total for total in totals.values())) / (n - 1)
    return 1 - observed / expected


def kendall_tau_b(first: Sequence[float], second: Sequence[float]) -> float | None:
    """(C - D) / sqrt((n0 - n1)(n0 - n2)) over two lists of ranks or scores of the same items, ties allowed.

    n1 and n2 are the pairs tied in the first and in the second list.  None when either list ties all its pairs.
    ValueError for unequal lengths.
    """
    if len(first) != len(second):
        raise ValueError("both lists must rank the same items")
    pairs = [(i, j) for i in range(len(first)) for j in range(i)]
    signs = [(_sign(first[i] - first[j]), _sign(second[i] - second[j])) for i, j in pairs]
    untied = sum(one != 0 for one, _ in signs) * sum(other != 0 for _, other in signs)
    return sum(one * other for one, other in signs) / sqrt(untied) if untied else None


def rbo_ext(first: Sequence[str], second: Sequence[str], p: float = 0.9) -> float | None:
    """Extrapolated rank-biased overlap of two orders of distinct ids: (X_k/k) p^k + ((1-p)/p) sum_d (X_d/d) p^d.

    X_d is the overlap of the first d of both, k the shorter length (Webber et al. 2010).  None when either is empty.
    ValueError unless 0 < p < 1.
    """
    if not 0 < p < 1:
        raise ValueError(f"the persistence p must lie between 0 and 1, not {p!r}")
    k = min(len(first), len(second))
    if not k:
        return None
    shares = [len(set(first[:d]) & set(second[:d])) / d for d in range(1, k + 1)]
    weighed = sum(share * p**d for d, share in enumerate(shares, start=1))
    return shares[-1] * p**k + (1 - p) / p * weighed


def _sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)
