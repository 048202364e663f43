"""What repeats over a run: rows of one cause together, and two systems or metrics over the same cases."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from triage.fingerprint import Group
from triage.model import Line, Tone, plain
from triage.pairing import Pairing
from triage.text import clean, count, number

if TYPE_CHECKING:
    from triage.examine import Examination

_NAMED = 8


def group_lines(examination: "Examination", groups: Sequence[Group]) -> Iterator[Line]:
    """One line per fingerprint: how many rows, which cause and owner, what is missing, what else these rows show."""
    total = sum(len(one.numbers) for one in groups)
    yield plain(f"{count(total, 'row')} in {count(len(groups), 'group')} of one cause each", Tone.KEY)
    for one in groups:
        cases = [examination.bundle.rows.case_id(at) or "a row without a case" for at in one.numbers[:_NAMED]]
        more = f" and {len(one.numbers) - _NAMED} more" if len(one.numbers) > _NAMED else ""
        about = f" ({', '.join(one.what)})" if one.what else ""
        text = f"{count(len(one.numbers), 'row')}: {one.cause}, {one.owner or 'no owner'}{about}"
        yield plain(clean(f"  {text}: {', '.join(cases)}{more}"))
        if one.also:
            also = ", ".join(f"{cause} on {times}" for cause, times in sorted(one.also.items()))
            yield plain(clean(f"    also, not counted again: {also}"), Tone.DIM)


def pairing_lines(examination: "Examination", pairing: Pairing) -> Iterator[Line]:
    """Two sides over their shared cases: counts first, then every disagreement with its cause, then the means."""
    first, second = pairing.first.name, pairing.second.name
    yield plain(clean(f"{first} against {second}, over {count(pairing.paired, 'paired case')}"), Tone.KEY)
    yield plain(clean(f"  both pass {pairing.both_pass}, both fail {pairing.both_fail}"))
    yield plain(clean(f"  only {first} passes {len(pairing.worse)}, only {second} passes {len(pairing.better)}"))
    yield plain(f"  exact McNemar p of these flips: {number(pairing.p)}")
    for name, alone in ((first, pairing.worse), (second, pairing.better)):
        passed = pairing.both_pass + len(alone)
        interval = pairing.interval(passed)
        if interval:
            span = f"{number(interval[0])} to {number(interval[1])}"
            yield plain(clean(f"  {name} passes {passed} of {pairing.paired} (95 % Wilson interval {span})"))
    left_out = f"{count(len(pairing.unpaired), 'case')} on one side only, {pairing.unjudged} without a verdict"
    yield plain(f"  left out: {left_out}")
    for who, pairs in ((second, pairing.worse), (first, pairing.better)):
        for one, other in pairs:
            failing = other if who == second else one
            yield from _disagreement(examination, who, failing)
    if pairing.means:
        yield plain(f"  means over the paired cases: {number(*pairing.means)} and {number(*pairing.means[::-1])}")


def _disagreement(examination: "Examination", who: str, failing: int) -> Iterator[Line]:
    diagnosis = examination.diagnosis(failing)
    owner = f", {diagnosis.owner}" if diagnosis.owner else ""
    case = examination.bundle.rows.case_id(failing)
    yield plain(clean(f"  {case} fails on {who} only: {diagnosis.cause}{owner}"))
