"""One pass over all rows, for reports that tell groups before they tell rows."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from triage.fingerprint import Groups
from triage.model import Outcome
from triage.owners import Choice

if TYPE_CHECKING:
    from triage.examine import Examination


@dataclass
class Share:
    """Failed and invalid rows of one team, or of one role without a team; ``choice`` None is nobody."""

    choice: Choice | None
    numbers: list[int] = field(default_factory=list)
    failed: int = 0
    invalid: int = 0


@dataclass
class Survey:
    """Rows by number.  ``suspects`` did not fail and still have a finding: green for the wrong reason.

    ``shares`` hold every failed or invalid row once, the largest share first; ``groups`` the same rows by
    fingerprint, ``suspected`` the suspects by fingerprint.
    """

    shares: list[Share]
    groups: Groups
    suspects: list[int]
    suspected: Groups


def survey(examination: "Examination") -> Survey:
    """Look at every row once.  Only numbers are kept, so a row costs some ten bytes."""
    rows, shares, groups, suspected = examination.bundle.rows, dict[tuple[str, str], Share](), Groups(), Groups()
    for at in examination.red:
        diagnosis = examination.diagnosis(at)
        groups.add(at, diagnosis)
        choice = examination.choice(diagnosis)
        share = shares.setdefault(_key(choice), Share(choice))
        share.numbers.append(at)
        share.failed += rows.outcome(at) is Outcome.FAILED
        share.invalid += rows.outcome(at) is Outcome.INVALID
    suspects = []
    for at in range(len(rows)):
        if rows.outcome(at) in (Outcome.PASSED, Outcome.NOT_JUDGED):
            diagnosis = examination.diagnosis(at)
            if diagnosis.cause is not None:
                suspects.append(at)
                suspected.add(at, diagnosis)
    return Survey(sorted(shares.values(), key=lambda one: -len(one.numbers)), groups, suspects, suspected)


def _key(choice: Choice | None) -> tuple[str, str]:
    if choice is None:
        return "", ""
    return choice.owner.value, choice.team.key if choice.team else ""
