"""Where a row stands: what was decided, and whether that still holds."""

from datetime import date

import pytest

from tests.ledger.made import TODAY, decision, subject
from triage.ledger import Ledger, Standing, State, Subject
from triage.model import Owner

LATER = date(2026, 2, 11)


def both(ledger: Ledger, about: Subject, today: date = TODAY) -> Standing:
    """The standing, which must be the same asked alone and asked for the whole run."""
    alone = ledger.standing(about, today)
    assert ledger.standings(about.run_key).standing(about, today) == alone
    assert ledger.trouble is None
    return alone


def test_a_row_stands_open_until_something_is_decided(ledger: Ledger) -> None:
    assert both(ledger, subject()) == Standing(State.OPEN)
    ledger.record(decision(subject(case="another")))
    assert both(ledger, subject()) == Standing(State.OPEN)


def test_the_newest_decision_stands_and_the_others_stay_readable(ledger: Ledger) -> None:
    made = [decision(state=State.ACKNOWLEDGED), decision(), decision(state=State.OPEN, note="not ours after all")]
    for one in made:
        ledger.record(one)
    assert both(ledger, subject()) == Standing(State.OPEN, made[2])
    assert ledger.history(subject()) == tuple(made)


def test_newest_is_by_the_order_of_writing_and_not_by_the_clock(ledger: Ledger) -> None:
    first = decision(at=decision().at.replace(year=2031))
    ledger.record(first)
    ledger.record(decision(state=State.ACKNOWLEDGED))
    assert both(ledger, subject()).state is State.ACKNOWLEDGED


@pytest.mark.parametrize(
    "other",
    [
        {"run": "nightly-12"},
        {"case": "refund-2"},
        {"metric": "faithfulness"},
        {"system": "blue"},
        {"attempt": 2},
        {"case": None, "place": "r.jsonl:3"},
    ],
)
def test_rows_do_not_answer_for_each_other(ledger: Ledger, other: dict) -> None:
    ledger.record(decision())
    assert both(ledger, subject(**other)) == Standing(State.OPEN)
    assert ledger.history(subject(**other)) == ()
    ledger.record(decision(subject(**other), State.ACKNOWLEDGED))
    assert both(ledger, subject(**other)).state is State.ACKNOWLEDGED
    assert both(ledger, subject()).state is State.HANDED_OFF


@pytest.mark.parametrize("state", [State.HANDED_OFF, State.ACKNOWLEDGED])
def test_changed_records_open_a_row_again(ledger: Ledger, state: State) -> None:
    made = decision(state=state)
    ledger.record(made)
    found = both(ledger, subject(evidence="e2"))
    assert found.state is State.OPEN and found.decision == made
    assert found.reopened == "the records of this row are not those that this was decided on"


@pytest.mark.parametrize("state", [State.HANDED_OFF, State.ACKNOWLEDGED, State.NOT_A_PROBLEM])
def test_another_cause_opens_a_row_again(ledger: Ledger, state: State) -> None:
    ledger.record(decision(state=state))
    found = both(ledger, subject(cause="label-gap", fingerprint="f2"))
    assert found.state is State.OPEN
    assert found.reopened == "the cause is now label-gap; it was retrieval-miss when this was decided"
    gone = both(ledger, subject(cause=None, fingerprint="f3"))
    assert gone.reopened == "the cause is now none; it was retrieval-miss when this was decided"


def test_a_row_that_was_left_open_is_not_opened_again(ledger: Ledger) -> None:
    ledger.record(decision(state=State.OPEN))
    assert both(ledger, subject(evidence="e2", cause="label-gap")).reopened is None


def test_not_a_problem_holds_to_the_end_of_its_day(ledger: Ledger) -> None:
    ledger.record(decision(state=State.NOT_A_PROBLEM, until=date(2026, 2, 10)))
    assert both(ledger, subject(), date(2026, 2, 10)).state is State.NOT_A_PROBLEM
    found = both(ledger, subject(), LATER)
    assert (found.state, found.reopened) == (State.OPEN, "'not a problem until 2026-02-10' has passed")


def test_not_a_problem_is_said_of_the_failure_and_not_of_its_records(ledger: Ledger) -> None:
    ledger.record(decision(state=State.NOT_A_PROBLEM))
    assert both(ledger, subject(evidence="e2")).state is State.NOT_A_PROBLEM
    assert "other claims" in (both(ledger, subject(fingerprint="f2")).reopened or "")


def test_a_decision_on_these_very_records_goes_before_a_newer_one_on_others(ledger: Ledger) -> None:
    ledger.record(decision(subject(evidence="e1"), State.ACKNOWLEDGED))
    ledger.record(decision(subject(evidence="e2")))
    assert both(ledger, subject(evidence="e1")) == Standing(
        State.ACKNOWLEDGED, decision(subject(evidence="e1"), State.ACKNOWLEDGED)
    )
    assert both(ledger, subject(evidence="e2")).state is State.HANDED_OFF
    assert both(ledger, subject(evidence="e3")).decision == decision(subject(evidence="e2"))


def test_a_whole_run_is_told_in_one_look(ledger: Ledger) -> None:
    ledger.record(*(decision(subject(case=f"case-{at}"), State.ACKNOWLEDGED) for at in range(30)))
    ledger.record(decision(subject(case="case-7", evidence="e2")), decision(subject("nightly-12", case="case-8")))
    found = ledger.standings("nightly-11")
    assert len(found) == 30
    newest = found.newest(subject(case="case-7").row)
    assert newest is not None and newest.state is State.HANDED_OFF
    assert found.newest(subject(case="case-99").row) is None
    found.add(decision(subject(case="case-99"), State.ACKNOWLEDGED))
    assert found.standing(subject(case="case-99"), TODAY).state is State.ACKNOWLEDGED


def test_a_failure_that_another_run_excused_is_known(ledger: Ledger) -> None:
    excuse = decision(state=State.NOT_A_PROBLEM, owner=Owner.CORPUS)
    ledger.record(excuse)
    for about in (subject("nightly-12", evidence="e2"), subject("nightly-12", evidence="e2", attempt=4)):
        found = known(ledger, about)
        assert found is not None and found.decision == excuse and found.reopened is None
    assert known(ledger, subject()) is None, "what was decided in this run is its standing"


def test_a_known_failure_is_open_again_after_its_date(ledger: Ledger) -> None:
    ledger.record(decision(state=State.NOT_A_PROBLEM))
    found = known(ledger, subject("nightly-12"), LATER)
    assert found is not None and found.reopened == "'not a problem until 2026-02-10' has passed"


def test_another_cause_on_an_excused_case_is_open_again(ledger: Ledger) -> None:
    ledger.record(decision(state=State.NOT_A_PROBLEM))
    other = subject("nightly-12", cause="label-gap", fingerprint="f2")
    found = known(ledger, other)
    assert found is not None
    assert found.reopened == "the cause is now label-gap; it was retrieval-miss when this was decided"
    assert known(ledger, other, LATER) is None, "an excuse that ended says nothing of another failure"


@pytest.mark.parametrize("other", [{"case": "refund-2"}, {"metric": "faithfulness"}, {"system": "blue"}])
def test_a_failure_is_known_on_its_own_case_alone(ledger: Ledger, other: dict) -> None:
    ledger.record(decision(state=State.NOT_A_PROBLEM))
    assert known(ledger, subject("nightly-12", **other)) is None


def test_a_line_without_a_case_id_is_not_known_again(ledger: Ledger) -> None:
    ledger.record(decision(subject(case=None, place="r.jsonl:3"), State.NOT_A_PROBLEM))
    ledger.record(decision(subject(case="x"), State.NOT_A_PROBLEM))
    assert known(ledger, subject("nightly-12", case=None, place="r.jsonl:3")) is None


def test_a_newer_decision_on_the_same_failure_replaces_the_excuse(ledger: Ledger) -> None:
    ledger.record(decision(state=State.NOT_A_PROBLEM))
    ledger.record(decision(subject("nightly-12")))
    assert known(ledger, subject("nightly-13")) is None
    ledger.record(decision(subject("nightly-13"), State.OPEN))
    found = known(ledger, subject("nightly-12"))
    assert found is None


def test_another_failure_decided_since_leaves_the_excuse_to_its_own_failure(ledger: Ledger) -> None:
    ledger.record(decision(state=State.NOT_A_PROBLEM))
    ledger.record(decision(subject("nightly-12", cause="label-gap", fingerprint="f2")))
    found = known(ledger, subject("nightly-13"))
    assert found is not None and found.reopened is None
    assert known(ledger, subject("nightly-13", cause="off-topic-answer", fingerprint="f3")) is None


def known(ledger: Ledger, about: Subject, today: date = TODAY):
    """The known failure, which must be the same asked alone and asked for the whole run."""
    alone = ledger.known_failure(about, today)
    assert ledger.known_failures(about.run_key).known(about, today) == alone
    assert ledger.trouble is None
    return alone
