"""The winner follows its seat: the judge prefers a shown position, not a candidate.

What it sees
    Over the verdicts on other presented orders one slot wins at least twice as often as its share, and the reviewed
    winner loses at least a third of them, while no candidate wins more often than the slot does; or every returned
    order simply echoes the presented one.
Why it matters
    The verdict changes when only the seating does, so it is no preference. It is inconclusive, not a regression.
Look-alikes
    judge-unstable: there the winner moves without following a slot.
    label-disputed, judge-disagrees: there one candidate wins from every seat.
What to do next
    Judge every order and keep the majority, or count only verdicts that survive a swap.
Owner
    evaluation
"""

from collections import Counter
from collections.abc import Iterator

from triage.causes.cause import Cause, Said, weakened
from triage.clues.ranking import Comparison, comparison
from triage.model import Confidence, Evidence, Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "position-bias",
    Stage.STABILITY,
    Owner.EVALUATION,
    "judge every order and keep only the verdicts that survive a swap",
    ("judge-unstable", "label-disputed", "judge-disagrees"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """Which seat won, over how many seatings."""
    view = comparison(evidence)
    if view is None or not view.is_valid:
        return
    seatings = view.permutations
    if len(seatings) < 2:
        yield CAUSE.cannot_tell("attempts over other presented orders: a winner that follows its slot is position bias")
        return
    size, total = len(view.expected), len(seatings)
    wins = view.slots.most_common(1)[0][1]
    lost = sum(winner != view.expected_winner for _, winner in seatings)
    candidate, followed = Counter(winner for _, winner in seatings).most_common(1)[0]
    echoes = _echoes(view)
    if followed > wins and not echoes:
        because = f"{candidate} wins {followed} of {total} seatings, the most winning slot {wins}"
        yield CAUSE.ruled_out(because, view.source)
    elif (wins * size >= 2 * total and 3 * lost >= total) or echoes:
        # One candidate that always sat in the same slot may have won by either.
        confidence = weakened(Confidence.CERTAIN, followed == wins and not echoes)
        yield CAUSE.found(*_proofs(view, total - lost, echoes), confidence=confidence)
    else:
        yield CAUSE.ruled_out(f"over {total} seatings the most winning slot wins {wins}", view.source)


def _proofs(view: Comparison, won: int, echoes: int) -> Iterator[Proof]:
    """The most winning slot against its share, the reviewed winner, and whether all verdicts are echoes."""
    size, total = len(view.expected), len(view.permutations)
    slot, wins = view.slots.most_common(1)[0]
    share = number(total / size)
    yield Proof(f"slot {slot + 1} of {size} wins {wins} of {total} verdicts, its share is {share}", view.source)
    yield Proof(f"the reviewed winner {view.expected_winner} wins {won} of {total}", view.source)
    if echoes:
        yield Proof(f"the returned order repeats the presented one in all {echoes} verdicts", view.source)


def _echoes(view: Comparison) -> int:
    """How many verdicts there are when every one repeats the order it was shown; 0 otherwise."""
    shown = [(one.presented, one.actual) for one in view.artifact.attempts if one.presented and one.actual]
    shown.append((view.artifact.presented or (), view.actual or ()))
    distinct = {presented for presented, _ in shown}
    return len(shown) if len(distinct) > 1 and all(presented == actual for presented, actual in shown) else 0
