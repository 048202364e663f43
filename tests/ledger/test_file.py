"""The file itself: who may read it, what is refused, what is left alone, what an older one becomes."""

import os
import re
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tests.ledger.made import TODAY, decision, subject
from triage.ledger import Ledger, LedgerError, Standing, State, schema, store
from triage.ledger import ledger as asking


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def nothing_is_read(ledger: Ledger) -> str:
    """Every question is answered as if nothing were decided; the words that say why."""
    assert ledger.standing(subject(), TODAY) == Standing(State.OPEN)
    assert len(ledger.standings("nightly-11")) == 0
    assert ledger.seen(subject("nightly-12")) == ()
    assert ledger.known_failure(subject("nightly-12"), TODAY) is None
    assert ledger.acceptance() == (0, 0, 0, 0, 0)
    assert ledger.trouble is not None and ledger.trouble.startswith("earlier decisions are not shown: the ledger ")
    assert "\n" not in ledger.trouble and "Traceback" not in ledger.trouble
    return ledger.trouble


def refused(ledger: Ledger) -> str:
    with pytest.raises(LedgerError) as error:
        ledger.record(decision())
    words = str(error.value)
    assert words.startswith("the decision was not kept: ") and "\n" not in words
    return words


def test_reading_makes_nothing(ledger: Ledger) -> None:
    assert ledger.history(subject()) == () and ledger.acceptance().accepted == 0
    assert ledger.trouble is None
    assert not ledger.path.parent.exists()


def test_the_file_is_for_one_person_alone(ledger: Ledger) -> None:
    before = os.umask(0)
    try:
        ledger.record(decision())
        with closing(sqlite3.connect(ledger.path)) as other:
            other.execute("SELECT count(*) FROM decision").fetchone()
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in ledger.path.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == {f"ledger.sqlite3{ending}": 0o600 for ending in ("", "-wal", "-shm")}
    assert stat.S_IMODE(ledger.path.parent.stat().st_mode) == 0o700


def test_the_default_is_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert Ledger.open().path == tmp_path / "triage" / "ledger.sqlite3"
    assert Ledger.open(tmp_path / "mine").path == tmp_path / "mine"


@pytest.mark.parametrize("name", ["a b?mode=memory#x%20.db", "ü\udcff.db"])
def test_any_name_of_a_file_is_that_file(tmp_path: Path, name: str) -> None:
    ledger = Ledger.open(tmp_path / name)
    ledger.record(decision())
    assert ledger.history(subject()) == (decision(),)
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".db")] == [name]


def test_opened_for_reading_only(ledger: Ledger) -> None:
    ledger.record(decision())
    before = ledger.path.read_bytes()
    reader = Ledger.open(ledger.path, read_only=True)
    assert "reading only" in refused(reader)
    assert reader.history(subject()) == (decision(),)
    assert ledger.path.read_bytes() == before


def test_a_ledger_in_wal_mode_with_synced_commits(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    inner = store._tell_once

    def watched(path: Path, wait: float, change) -> None:
        def both(connection: sqlite3.Connection) -> None:
            modes = ("journal_mode", "synchronous")
            seen.append(tuple(connection.execute(f"PRAGMA {name}").fetchone()[0] for name in modes))
            change(connection)

        inner(path, wait, both)

    monkeypatch.setattr(store, "_tell_once", watched)
    ledger.record(decision())
    assert seen == [("wal", 2)]


def test_what_a_file_is_comes_from_one_moment(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another console may be making the ledger between two questions."""
    seen = []

    def watched(connection: sqlite3.Connection) -> int:
        seen.append(connection.in_transaction)
        return schema.version_of(connection)

    monkeypatch.setattr(store, "version_of", watched)
    ledger.record(decision())
    assert ledger.history(subject()) == (decision(),)
    assert seen == [True] * 3


def cut(path: Path) -> bytes:
    whole = path.read_bytes()
    return whole[: len(whole) // 2 + 17]


DAMAGES = {
    "random bytes": lambda path: os.urandom(20_000),
    "a few bytes": lambda path: b"not a database",
    "the head alone": lambda path: path.read_bytes()[:60],
    "cut in a page": cut,
    "cut at a page": lambda path: path.read_bytes()[: 2 * 4096],
    "pages of noise": lambda path: path.read_bytes()[:4096] + os.urandom(len(path.read_bytes()) - 4096),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_said_and_left_alone(ledger: Ledger, damage) -> None:
    ledger.record(*(decision(subject(case=f"case-{at}"), note="x" * 500) for at in range(50)))
    for beside in ("-wal", "-shm"):
        ledger.path.with_name(ledger.path.name + beside).unlink(missing_ok=True)
    ledger.path.write_bytes(damage(ledger.path))
    before = ledger.path.read_bytes()
    assert "is damaged or no ledger at all; it was left as it is" in nothing_is_read(ledger)
    assert "is damaged or no ledger at all; it was left as it is" in refused(ledger)
    assert ledger.path.read_bytes() == before


def test_an_entry_that_triage_never_wrote_is_damage(ledger: Ledger) -> None:
    ledger.record(decision())
    sql(ledger.path, "UPDATE decision SET state = 'abandoned'")
    assert ledger.history(subject()) == ()
    assert "is damaged" in (ledger.trouble or "")


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    sql(path, "CREATE TABLE decision (a)", "INSERT INTO decision VALUES (1)")
    before = path.read_bytes()
    ledger = Ledger(path)
    assert "another program" in nothing_is_read(ledger)
    assert "another program" in refused(ledger)
    assert path.read_bytes() == before


def test_a_ledger_of_a_newer_triage_is_left_alone(ledger: Ledger) -> None:
    ledger.record(decision())
    sql(ledger.path, f"PRAGMA user_version = {len(schema.STEPS) + 1}")
    before = ledger.path.read_bytes()
    assert "made by a newer triage" in nothing_is_read(ledger)
    assert "made by a newer triage" in refused(ledger)
    assert ledger.path.read_bytes() == before


def test_an_older_ledger_is_read_as_it_is_and_lifted_by_the_next_entry(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.record(decision())
    step = ("ALTER TABLE decision ADD COLUMN mood TEXT", "UPDATE decision SET note = 'lifted'")
    for module in (schema, store):
        monkeypatch.setattr(module, "STEPS", (*schema.STEPS[:1], step))
    before = ledger.path.read_bytes()
    assert ledger.history(subject()) == (decision(note="lifted"),)
    assert ledger.path.read_bytes() == before
    ledger.record(decision(note="new"))
    assert [one.note for one in ledger.history(subject())] == ["lifted", "new"]
    with closing(sqlite3.connect(ledger.path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)


def test_a_step_that_fails_changes_nothing(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.record(decision())
    with monkeypatch.context() as patched:
        step = ("UPDATE decision SET note = 'half'", "ALTER TABLE nowhere ADD COLUMN mood TEXT")
        for module in (schema, store):
            patched.setattr(module, "STEPS", (*schema.STEPS[:1], step))
        assert "cannot be written: no such table: nowhere" in refused(ledger)
    assert ledger.history(subject()) == (decision(),)


def test_an_empty_file_is_an_empty_ledger(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "new.db")
    ledger.path.touch()
    assert ledger.history(subject()) == () and ledger.trouble is None
    ledger.record(decision())
    assert ledger.history(subject()) == (decision(),)


def test_what_is_no_file_is_said_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path, words in ((tmp_path / "pipe", "is no file"), (tmp_path, "is no file"), (tmp_path / "loop", "cannot be")):
        assert words in nothing_is_read(Ledger(path))
        assert words in refused(Ledger(path))
    assert "no file can have" in nothing_is_read(Ledger(tmp_path / "a\x00b"))
    assert "below something that is no folder" in refused(Ledger(Path("/dev/null/ledger")))


def test_links_are_followed_to_a_ledger_and_never_to_make_one(ledger: Ledger, tmp_path: Path) -> None:
    ledger.record(decision())
    (tmp_path / "link").symlink_to(ledger.path)
    Ledger(tmp_path / "link").record(decision(note="through the link"))
    assert len(ledger.history(subject())) == 2
    (tmp_path / "dangling").symlink_to(tmp_path / "made.db")
    assert "is a link to nothing" in refused(Ledger(tmp_path / "dangling"))
    assert not (tmp_path / "made.db").exists()


def test_entries_are_looked_up_and_not_searched_for(ledger: Ledger) -> None:
    """No question about rows, runs or fingerprints goes through the whole table."""
    ledger.record(decision())
    plain = (
        asking._OF_ROW,
        asking._OF_RUN,
        asking._SEEN,
        asking._SEEN_MANY % "?, ?",
        asking._TALLY % "WHERE run_mark = ?",
    )
    excuses = (asking._EXCUSES % narrowed for narrowed in ("", "d.failure_mark = :failure AND"))
    with closing(sqlite3.connect(ledger.path)) as connection:
        for query in (*plain, *excuses):
            filled = re.sub(r"\?|:run|:failure", "'x'", query)
            steps = [step[3] for step in connection.execute(f"EXPLAIN QUERY PLAN {filled}")]
            # Going through the excuses alone, which are few, is how all of them are found.
            scans = [step for step in steps if step.startswith("SCAN") and "not_a_problem" not in step]
            assert steps and scans == [], query
