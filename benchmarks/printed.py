"""The measurement in words and tables."""

from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks.scoring import Said, confusion, figures, too_certain, totals
from triage.causes import CAUSES

LOOK_ALIKES = tuple(dict.fromkeys((cause.slug, other) for cause in CAUSES for other in cause.look_alikes))
VERDICTS = ("abstained", "right owner", "wrong owner, not certain", "too certain", "wrong and certain")


def report(said: Sequence[Said], seed: int) -> Iterator[str]:
    """Every table, then everything that missed, by a name that reproduces it with this seed."""
    yield f"seed {seed}: {len(said)} trials"
    yield from _causes(said)
    yield from _confusion(said)
    yield from _domains(said)
    yield from _removed(said)
    yield ""
    yield from (f"{name.replace('_', ' ')}: {_number(value)}" for name, value in totals(said).items())
    yield from _misses(said)


def _number(value: float | int | None) -> str:
    return "none" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)


def _causes(said: Sequence[Said]) -> Iterator[str]:
    yield f"\n{'cause':32} {'n':>4} {'precision':>9} {'recall':>7} {'abstained':>9}"
    for cause, found in figures(said).items():
        shares = (found.precision, found.recall, found.abstention)
        precision, recall, abstained = ("none" if one is None else f"{one:.3f}" for one in shares)
        yield f"{cause:32} {found.n:4} {precision:>9} {recall:>7} {abstained:>9}"


def _confusion(said: Sequence[Said]) -> Iterator[str]:
    yield "\nlook-alikes: planted one named one, one named other, other named other, other named one"
    seen: set[frozenset[str]] = set()
    for one, other, *counts in confusion(said, LOOK_ALIKES):
        if frozenset((one, other)) not in seen:
            seen.add(frozenset((one, other)))
            yield f"{one + ' / ' + other:60} " + " ".join(f"{count:4}" for count in counts)


def _domains(said: Sequence[Said]) -> Iterator[str]:
    yield f"\n{'domain':12} {'single':>6}  owner right, cause right; {'pairs':>5}  owner right; certain and wrong"
    for domain in dict.fromkeys(one.domain for one in said):
        found = totals([one for one in said if one.domain == domain])
        shares = (found["single_owner_accuracy"], found["single_cause_accuracy"], found["pair_owner_accuracy"])
        owner, cause, pair = map(_number, shares)
        singles, pairs, wrong = found["single_faults"], found["pairs"], found["certain_wrong_owner"]
        yield f"{domain:12} {singles:6}  {owner}, {cause}; {pairs:5}  {pair}; {wrong}"


def _removed(said: Sequence[Said]) -> Iterator[str]:
    kinds = dict.fromkeys(one.kind for one in said if one.planted and one.kind not in ("single", "pair"))
    yield f"\n{'evidence taken away':20} {'n':>4}  {', '.join(VERDICTS)}"
    for kind in kinds:
        of_kind = [one for one in said if one.kind == kind and one.planted]
        counts = Counter(_verdict(one) for one in of_kind)
        shown = " ".join(f"{counts[name]:5}" for name in VERDICTS)
        yield f"{kind:20} {len(of_kind):4} {shown}"


def _verdict(one: Said) -> str:
    if one.abstained:
        return "abstained"
    if one.certainly_wrong:
        return "wrong and certain"
    if too_certain(one):
        return "too certain"
    return "right owner" if one.right_owner else "wrong owner, not certain"


def _misses(said: Sequence[Said]) -> Iterator[str]:
    yield "\nwrong owners with confidence certain:"
    yield from _listed(one for one in said if one.planted and not one.inert and one.certainly_wrong)
    yield "false alarms:"
    yield from _listed(one for one in said if one.alarm)
    yield "single faults and pairs that were not named, or for another owner:"
    live = [one for one in said if one.kind in ("single", "pair") and not one.inert]
    yield from _listed(one for one in live if not (one.right_cause and one.right_owner))
    yield "named as certain without the evidence that would decide:"
    yield from _listed(one for one in said if one.planted and one.kind not in ("single", "pair") and too_certain(one))
    yield "faults that left the row as it was:"
    yield from _listed(one for one in said if one.inert)


def _listed(said: Iterator[Said]) -> Iterator[str]:
    found = [f"  {one.trial}: planted {_planted(one)}, said {_diagnosis(one)}" for one in said]
    yield from found or ["  none"]


def _planted(one: Said) -> str:
    return " + ".join(cause for cause, _ in one.planted) or "nothing"


def _diagnosis(one: Said) -> str:
    told = f"{one.cause or 'nothing'} ({one.owner or 'no owner'}, {one.confidence or 'no confidence'})"
    return f"{told} in {one.place}" if one.place else told
