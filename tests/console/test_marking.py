"""Decisions typed in a few letters."""

from datetime import UTC, date, datetime

import pytest

from triage.console.marking import Desired, marked, noted, owned
from triage.ledger import Decided, Decision, RowKey, Standing, State, Subject
from triage.model import Owner

AT = datetime(2026, 12, 1, 3, 10, tzinfo=UTC)
SUBJECT = Subject(
    "night", "night", RowKey("fee", "", "evidence_coverage"), "e1", "f1", "retrieval-miss", Owner.RETRIEVAL
)


def desired(before: Decision | None = None, reopened: str | None = None, **more: str) -> Desired:
    state = before.state if before is not None and reopened is None else State.OPEN
    return Desired(AT, "ann", Decided(SUBJECT, Standing(state, before, reopened)), "Search", **more)


def earlier(**changes: object) -> Decision:
    return Decision(datetime(2026, 11, 30, tzinfo=UTC), "bob", SUBJECT, State.OPEN)._replace(**changes)


@pytest.mark.parametrize(
    ("words", "state", "reason", "team"),
    [
        ("a", State.ACKNOWLEDGED, "", None),
        ("acknowledged", State.ACKNOWLEDGED, "", None),
        ("  h told them ", State.HANDED_OFF, "told them", "Search"),
        ("o not ours", State.OPEN, "not ours", None),
    ],
)
def test_a_letter_is_enough(words: str, state: State, reason: str, team: str | None) -> None:
    made = marked(words, desired(folder="handoffs/fee"))
    assert isinstance(made, Decision)
    assert (made.state, made.reason, made.team, made.who, made.at) == (state, reason, team, "ann", AT)
    assert made.handoff == "handoffs/fee" and made.until is None


def test_no_problem_needs_a_day_and_a_reason() -> None:
    made = marked("n 2026-12-24 flaky judge, ticket 12", desired())
    assert isinstance(made, Decision)
    assert (made.state, made.until, made.reason) == (State.NOT_A_PROBLEM, date(2026, 12, 24), "flaky judge, ticket 12")
    assert "which day" in str(marked("n flaky", desired())) and "which day" in str(marked("n 2026-13-40 x", desired()))
    assert "needs a reason" in str(marked("n 2026-12-24", desired()))
    assert "has passed already" in str(marked("n 2026-01-01 old", desired()))


@pytest.mark.parametrize("words", ["", "x", "handed", "N 2026-12-24 x"])
def test_anything_else_says_what_can_be_typed(words: str) -> None:
    assert str(marked(words, desired())).startswith("type one of: a acknowledged")


def test_what_is_not_changed_is_carried_on() -> None:
    before = earlier(state=State.ACKNOWLEDGED, owner=Owner.CORPUS, reason="pages are gone", note="see wiki")
    made = marked("h", desired(before))
    assert isinstance(made, Decision)
    assert (made.owner, made.note, made.reason, made.who) == (Owner.CORPUS, "see wiki", "pages are gone", "ann")
    assert noted(" new ", desired(before)) == before._replace(at=AT, who="ann", note="new")


def test_of_a_decision_that_no_longer_holds_only_the_note_stays() -> None:
    before = earlier(state=State.HANDED_OFF, owner=Owner.CORPUS, reason="pages are gone", team="KB", note="see wiki")
    made = marked("a", desired(before, reopened="the cause is another"))
    assert isinstance(made, Decision)
    assert (made.owner, made.reason, made.team, made.note) == (None, "", None, "see wiki")


def test_another_owner_needs_a_reason() -> None:
    made = owned("corpus the page was deleted", desired())
    assert isinstance(made, Decision) and (made.owner, made.reason) == (Owner.CORPUS, "the page was deleted")
    assert made.state is State.OPEN and made.overrides
    assert "needs a reason" in str(owned("corpus", desired()))


def test_a_role_may_be_cut_where_it_is_clear() -> None:
    made = owned("dom ask the lawyers", desired())
    assert isinstance(made, Decision) and made.owner is Owner.DOMAIN_REVIEW
    assert "roles: application" in str(owned("re both begin so", desired()))
    assert "did you mean corpus?" in str(owned("corpsu x", desired()))


@pytest.mark.parametrize("words", ["s", "retrieval"])
def test_the_suggested_owner_is_no_override(words: str) -> None:
    made = owned(words, desired(earlier(owner=Owner.CORPUS, reason="pages are gone")))
    assert isinstance(made, Decision) and made.owner is None and not made.overrides


def test_naming_another_owner_opens_what_was_handed_over() -> None:
    before = earlier(state=State.HANDED_OFF, team="Search", handoff="handoffs/fee", note="n")
    made = owned("corpus gone", desired(before))
    assert isinstance(made, Decision)
    assert (made.state, made.team, made.handoff, made.note) == (State.OPEN, None, None, "n")
    acknowledged = owned("corpus gone", desired(earlier(state=State.ACKNOWLEDGED)))
    assert isinstance(acknowledged, Decision) and acknowledged.state is State.ACKNOWLEDGED
