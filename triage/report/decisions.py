"""What was decided about a run on this machine, after the report of what was found."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from triage.fingerprint import fingerprint
from triage.ledger import Ledger, known_words, seen_words, standing_words, subject_of
from triage.model import Line, Tone, plain
from triage.state import as_typed
from triage.text import clean, count

if TYPE_CHECKING:
    from triage.examine import Examination

MOST_ROWS = 5_000


def decision_lines(examination: "Examination", ledger: Ledger, today: date) -> Iterator[Line]:
    """How often suggestions were accepted, then every red row with a decision, here or on its like in another run.

    Of a run with more than ``MOST_ROWS`` red rows the first so many are looked up, and the rest is counted.
    """
    yield plain("")
    if not ledger.path.exists():
        yield plain("decisions: none are kept on this machine yet")
        return
    accepted = ledger.acceptance()
    yield plain(f"decisions kept in {clean(as_typed(ledger.path))}", Tone.KEY)
    if not ledger.trouble or any(accepted):
        yield plain(f"{accepted.words()}; all runs, the newest decision on each row counts")
    yield from _rows(examination, ledger, today)
    if ledger.trouble:
        yield plain(clean(ledger.trouble), Tone.WARN)


def _rows(examination: "Examination", ledger: Ledger, today: date) -> Iterator[Line]:
    numbers = examination.red[:MOST_ROWS]
    bundle = examination.bundle
    run_key = bundle.manifest.run_id or bundle.name
    decided, known = ledger.standings(run_key), ledger.known_failures(run_key)
    seen = ledger.seen_many(run_key, [fingerprint(examination.diagnosis(number)) for number in numbers])
    for number in numbers:
        diagnosis = examination.diagnosis(number)
        subject = subject_of(bundle.name, diagnosis, examination.evidence(number))
        words = []
        if decided.newest(subject.row) is not None:
            words.append(standing_words(decided.standing(subject, today)))
        if (excused := known.known(subject, today)) is not None:
            words.append(known_words(excused))
        elif subject.fingerprint in seen:
            words.append(seen_words(seen[subject.fingerprint]))
        name = clean(diagnosis.row.case_id or str(diagnosis.row.source))
        yield from (plain(f"  {name} {clean(diagnosis.row.metric)}: {one}") for one in words)
    if len(examination.red) > MOST_ROWS:
        yield plain(f"  {count(len(examination.red) - MOST_ROWS, 'further red row')} not looked up")
