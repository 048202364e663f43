"""The denominators of the means: over how many of how many rows, then and now."""

from collections.abc import Iterator
from math import fsum
from typing import NamedTuple

from triage.evidence import Bundle
from triage.model import Outcome, Proof, Source
from triage.text import count, number


class Mean(NamedTuple):
    """Rows of one metric and system with a valid score, all its rows, and the mean over the valid ones."""

    valid: int
    rows: int
    mean: float | None
    lost: int | None

    @property
    def words(self) -> str:
        """``0.8 over 1 of 3``."""
        return f"{number(self.mean)} over {self.valid} of {self.rows}"


Key = tuple[str, str | None]


def mean_facts(now: Bundle, green: Bundle | None) -> Iterator[Proof]:
    """Every metric and system whose mean is over other rows than then, in share or in number.

    Where no row has a score on either side there are verdicts without scores, and no mean.
    """
    if green is None:
        return
    before = means(green)
    for key, after in means(now).items():
        then = before.get(key)
        if then is None or (then.valid, then.rows) == (after.valid, after.rows) or not then.valid + after.valid:
            continue
        metric = key[0] if key[1] is None else f"{key[0]} of {key[1]}"
        valid = f"a valid score in {then.valid} of {count(then.rows, 'row')} then, {after.valid} of {after.rows} now"
        drifted = ": the denominator of the mean drifted" if _share(then) != _share(after) else ""
        text = f"{metric}: {valid}{drifted} (mean {then.words} then, {after.words} now)"
        yield Proof(text, _source(now, after))


def means(bundle: Bundle) -> dict[Key, Mean]:
    """The mean of every metric and system over its valid scores, from the columns alone.

    ``lost`` is the first row without a valid score.
    """
    scores: dict[Key, list[float]] = {}
    rows, lost, table = dict[Key, int](), dict[Key, int](), bundle.rows
    for at in range(len(table)):
        key, score = (table.metric(at), table.system(at)), table.score(at)
        rows[key] = rows.get(key, 0) + 1
        if score is None or table.outcome(at) is Outcome.INVALID:
            lost.setdefault(key, at)
        else:
            scores.setdefault(key, []).append(score)
    return {key: _mean(scores.get(key, []), total, lost.get(key)) for key, total in rows.items()}


def _mean(scores: list[float], rows: int, lost: int | None) -> Mean:
    return Mean(len(scores), rows, fsum(scores) / len(scores) if scores else None, lost)


def _share(mean: Mean) -> float:
    return mean.valid / mean.rows


def _source(bundle: Bundle, mean: Mean) -> Source:
    return bundle.manifest.source if mean.lost is None else bundle.row(mean.lost).source
