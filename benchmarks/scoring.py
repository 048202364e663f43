"""From planted and diagnosed causes to shares: precision, recall, abstention, owners, false alarms."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from triage.model.findings import UNDETERMINED

ABSTAINING = {"attribution": "attribution-missing", "retrieval": "retrieval-record-missing"}


class Said(NamedTuple):
    """What was diagnosed of one trial, beside what was planted.

    ``cause`` is None for nothing to say; ``named`` are the primary causes per claim, ``found`` all causes that hold,
    ``open`` what cannot be told.  ``inert`` faults left the row as it was: they cannot be found, and do not count.
    ``place`` is the bundle and case, for opening it.
    """

    trial: str
    kind: str
    planted: tuple[tuple[str, str], ...]
    claims: tuple[str, ...]
    either: bool
    firm: bool
    cause: str | None
    owner: str | None
    confidence: str | None
    named: frozenset[tuple[str, str | None]]
    found: frozenset[str]
    open: frozenset[str]
    inert: bool = False
    place: str = ""

    @property
    def domain(self) -> str:
        """The domain of the trial, which its name begins with."""
        return self.trial.partition("/")[0]

    @property
    def abstained(self) -> bool:
        """Nothing was suggested."""
        return self.cause is None or self.cause == UNDETERMINED

    @property
    def right_cause(self) -> bool:
        """The planted cause leads (either one where two are equal), and it is named for every claim it took away."""
        accepted = self.planted if self.either else self.planted[:1]
        if self.cause not in {cause for cause, _ in accepted}:
            return False
        return all((self.cause, claim) in self.named or (self.cause, None) in self.named for claim in self.claims)

    @property
    def right_owner(self) -> bool:
        """The suggested owner is that of the leading planted cause (either one's where two are equal)."""
        accepted = self.planted if self.either else self.planted[:1]
        return self.owner in {owner for _, owner in accepted}

    @property
    def certainly_wrong(self) -> bool:
        """Another owner than that of any planted cause, suggested as certain."""
        return self.confidence == "certain" and self.owner not in {owner for _, owner in self.planted}

    @property
    def alarm(self) -> bool:
        """Something was said of evidence that holds no fault."""
        return not self.planted and self.cause is not None


class Figures(NamedTuple):
    """One cause: ``n`` planted, and the shares; None over nothing."""

    n: int
    precision: float | None
    recall: float | None
    abstention: float | None


def share(part: int, whole: int) -> float | None:
    """A share rounded to six places; None over nothing."""
    return round(part / whole, 6) if whole else None


def figures(said: Sequence[Said]) -> dict[str, Figures]:
    """Figures of every cause: those that name an owner, and those that only say what record is missing."""
    return dict(sorted({**per_cause(said), **per_missing_record(said)}.items()))


def per_missing_record(said: Sequence[Said]) -> dict[str, Figures]:
    """Figures of the causes that abstain: found when they stand among what cannot be told of an undetermined row."""
    found = {}
    for kind, cause in ABSTAINING.items():
        planted = [one for one in said if one.kind == kind and one.planted and not one.firm]
        named = [one for one in said if one.abstained and cause in one.open]
        right = sum(one in named for one in planted)
        silent = sum(one.abstained for one in planted)
        of_kind = sum(one.kind == kind for one in named)
        shares = share(of_kind, len(named)), share(right, len(planted)), share(silent, len(planted))
        found[cause] = Figures(len(planted), *shares)
    return found


def per_cause(said: Sequence[Said]) -> dict[str, Figures]:
    """Figures of every planted or named cause over single faults, healthy and passing rows."""
    counted = [one for one in said if one.kind in ("single", "healthy", "passing") and not one.inert]
    planted = Counter(one.planted[0][0] for one in counted if one.planted)
    named = Counter(one.cause for one in counted if one.cause and not one.abstained)
    right = Counter(one.planted[0][0] for one in counted if one.planted and one.right_cause)
    silent = Counter(one.planted[0][0] for one in counted if one.planted and one.abstained)
    return {
        cause: Figures(
            planted[cause],
            share(sum(one.cause == cause and one.right_cause for one in counted), named[cause]),
            share(right[cause], planted[cause]),
            share(silent[cause], planted[cause]),
        )
        for cause in sorted({*planted, *named})
    }


def confusion(
    said: Iterable[Said], look_alikes: Iterable[tuple[str, str]]
) -> list[tuple[str, str, int, int, int, int]]:
    """(one, other, one as one, one as other, other as other, other as one) of look-alike pairs planted alone."""
    pairs = Counter((one.planted[0][0], one.cause or "nothing") for one in said if one.kind == "single")
    planted = {cause for cause, _ in pairs}
    return [
        (one, other, pairs[one, one], pairs[one, other], pairs[other, other], pairs[other, one])
        for one, other in look_alikes
        if one in planted and other in planted
    ]


def totals(said: Sequence[Said]) -> dict[str, float | int | None]:
    """The figures of the whole measurement."""
    live = [one for one in said if not one.inert]
    singles = [one for one in live if one.kind == "single"]
    pairs = [one for one in live if one.kind == "pair"]
    sound = [one for one in live if not one.planted]
    removed = [one for one in live if one.planted and one.kind not in ("single", "pair")]
    common = Counter(one.planted[0][1] for one in singles).most_common(1)
    return {
        "single_faults": len(singles),
        "single_owner_accuracy": share(sum(one.right_owner for one in singles), len(singles)),
        "single_cause_accuracy": share(sum(one.right_cause for one in singles), len(singles)),
        "always_the_most_frequent_owner": share(common[0][1] if common else 0, len(singles)),
        "pairs": len(pairs),
        "pair_owner_accuracy": share(sum(one.right_owner for one in pairs), len(pairs)),
        "pair_cause_accuracy": share(sum(one.right_cause for one in pairs), len(pairs)),
        "pair_both_named": share(sum(both_named(one) for one in pairs), len(pairs)),
        "healthy_and_passing": len(sound),
        "false_alarms": sum(one.alarm for one in sound),
        "evidence_removed": len(removed),
        "removed_too_certain": sum(too_certain(one) for one in removed),
        "certain_wrong_owner": sum(one.certainly_wrong for one in live if one.planted),
        "inert_faults": len(said) - len(live),
    }


def both_named(one: Said) -> bool:
    """Both planted causes stand among the findings."""
    return {cause for cause, _ in one.planted} <= one.found


def too_certain(one: Said) -> bool:
    """Certain, though the evidence that would decide was taken away."""
    return one.confidence == "certain" and not one.firm
