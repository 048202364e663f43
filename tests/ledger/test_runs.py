"""What one run's decisions say to another, and how often suggestions were accepted."""

import sqlite3

import pytest

from tests.ledger.made import TODAY, decision, subject
from triage.ledger import (
    Acceptance,
    Known,
    Ledger,
    Standing,
    State,
    decision_words,
    known_words,
    seen_words,
    standing_words,
)
from triage.ledger import ledger as asking
from triage.model import Owner


def test_a_fingerprint_is_seen_in_other_runs_newest_first(ledger: Ledger) -> None:
    ledger.record(decision(subject("nightly-9"), State.ACKNOWLEDGED), decision(subject("nightly-10")))
    ledger.record(decision(subject("nightly-9", case="refund-2"), team="Shelf crew"), decision(subject()))
    ledger.record(decision(subject("nightly-8", fingerprint="f2")))
    seen = ledger.seen(subject())
    assert [one.subject.run_key for one in seen] == ["nightly-9", "nightly-10"]
    assert seen[0].team == "Shelf crew", "the newest of that run"
    many = ledger.seen_many("nightly-11", ["f1", "f2", "f3", "f1"])
    assert {mark: one.subject.run_key for mark, one in many.items()} == {"f1": "nightly-9", "f2": "nightly-8"}


def test_many_fingerprints_are_asked_in_portions(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    def within_the_oldest_limit(connection: sqlite3.Connection, *others) -> list:
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 999)
        return inner(connection, *others)

    inner = asking._seen_many
    monkeypatch.setattr(asking, "_seen_many", within_the_oldest_limit)
    ledger.record(*(decision(subject("nightly-9", fingerprint=f"f{at}")) for at in (0, 499, 500, 1200)))
    found = ledger.seen_many("nightly-11", (f"f{at}" for at in range(40_000)))
    assert sorted(found) == ["f0", "f1200", "f499", "f500"]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (decision(), "seen in nightly-11, handed to Lookup crew, handed off"),
        (decision(team=None), "seen in nightly-11, handed to retrieval, handed off"),
        (decision(team=None, owner=Owner.CORPUS), "seen in nightly-11, handed to corpus, handed off"),
        (decision(state=State.ACKNOWLEDGED, team="Crew"), "seen in nightly-11, handed to Crew, acknowledged"),
        (decision(state=State.ACKNOWLEDGED), "seen in nightly-11, acknowledged"),
        (decision(state=State.OPEN), "seen in nightly-11, open"),
        (decision(state=State.NOT_A_PROBLEM), "seen in nightly-11, not a problem until 2026-02-10"),
        (decision(subject("n\x1b]0;x\x07\u202e")), r"seen in n\x1b]0;x\x07\u202e, handed to Lookup crew, handed off"),
    ],
)
def test_what_was_seen_in_words(made, words: str) -> None:
    assert seen_words(made) == words


def test_decisions_in_words() -> None:
    made = decision(owner=Owner.CORPUS, reason="the page\nis \x1b[31mgone")
    assert decision_words(made) == (
        r"2026-02-03 03:10 UTC ann: handed off, to Lookup crew, owner corpus instead of retrieval: "
        r"the page is \x1b[31mgone"
    )
    assert standing_words(Standing(State.OPEN)) == "open, nothing decided"
    again = standing_words(Standing(State.OPEN, decision(), "the cause is now a\x07b; it was c"))
    assert again.startswith(r"open again: the cause is now a\x07b; it was c (2026-02-03 03:10 UTC ann: handed off")
    excuse = decision(state=State.NOT_A_PROBLEM)
    assert known_words(Known(excuse)) == (
        "known failure: 2026-02-03 03:10 UTC ann: not a problem until 2026-02-10, owner retrieval: "
        "the source moves next week, in run nightly-11"
    )
    assert known_words(Known(excuse, "it ended")).startswith("open again: it ended (2026-02-03")


def test_words_stay_short_whatever_was_written() -> None:
    huge = "x" * 1_000_000
    made = decision(subject(huge), who=huge, team=huge, owner=Owner.CORPUS, reason=huge)
    for words in (seen_words(made), decision_words(made), standing_words(Standing(State.OPEN, made, huge))):
        assert len(words) < 800


def test_acceptance_counts_the_newest_decision_of_each_row(ledger: Ledger) -> None:
    rows = iter(range(100))

    def about(**more) -> object:
        return subject(case=f"case-{next(rows)}", **more)

    ledger.record(*(decision(about()) for _ in range(4)), *(decision(about(), State.ACKNOWLEDGED) for _ in range(2)))
    ledger.record(decision(about(), owner=Owner.RETRIEVAL))
    ledger.record(
        *(decision(about(), state, owner=Owner.CORPUS, reason="no") for state in (State.HANDED_OFF, State.OPEN))
    )
    ledger.record(decision(about(), State.NOT_A_PROBLEM, owner=Owner.CORPUS), decision(about(), State.OPEN))
    ledger.record(decision(about(suggested=None), owner=Owner.CORPUS, reason="a guess"))
    found = ledger.acceptance()
    assert found == Acceptance(accepted=7, overruled=2, not_a_problem=1, undecided=1, without=1)
    assert found.share == pytest.approx(7 / 9)
    assert found.words() == (
        "suggestions accepted: 7 of 9 decided (2 overruled); 1 row not a problem; 1 row still open; "
        "1 row without a suggestion"
    )
    ledger.record(decision(subject(case="case-0"), owner=Owner.CORPUS, reason="after a second look"))
    ledger.record(decision(subject("nightly-12", case="case-0")))
    assert ledger.acceptance("nightly-11")[:2] == (6, 3)
    assert ledger.acceptance("nightly-12")[:2] == (1, 0)
    assert ledger.acceptance()[:2] == (7, 3)


def test_nothing_decided_is_no_rate(ledger: Ledger) -> None:
    assert ledger.acceptance().share is None
    assert ledger.acceptance().words() == "suggestions accepted: none decided yet"


HOSTILE = (
    "x'); DROP TABLE decision; --",
    '"quoted" `ticks` %s ? :run',
    "nul\x00inside\x00",
    "\ud800 lone \udfff",
    "\ud83d\ude00 two halves",
    "👩‍👩‍👧 \u202e\ufeff\r\n\t\x1b[31m",
    "é" * 1_000_000,
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_comes_back_letter_for_letter(ledger: Ledger, text: str) -> None:
    about = subject(text, case=text, metric=text, system=text, attempt=10**40, cause=text)
    made = decision(about, who=text, team=text, reason=text, note=text, handoff=text)
    other = decision(subject("plain", case="plain"))
    ledger.record(made, other)
    assert ledger.history(about) == (made,)
    assert ledger.standings(text).standing(about, TODAY) == Standing(State.HANDED_OFF, made)
    assert ledger.seen(subject("plain")) == (made,)
    assert ledger.history(other.subject) == (other,)


def test_no_two_rows_share_a_key(ledger: Ledger) -> None:
    pairs = [subject(case="a", metric='b","","c'), subject(case='a","","b', metric="c"), subject(case=None, place="a")]
    ledger.record(*(decision(one) for one in pairs))
    assert [len(ledger.history(one)) for one in pairs] == [1, 1, 1]
