"""Killed in the middle of a write, and several at once: what was promised is there, and nothing is half there."""

import json
import shutil
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path

from tests.ledger.made import CHECKOUT, decision, environment, python, run, subject
from triage.ledger import Ledger, State

ROUNDS = 40

# Forks a writer, kills it after a while, tells how many writes it was promised and which are there.  Every fourth
# round starts a new ledger, so that its making is interrupted too; every second one gets as far as one write.
KILLED = """
import json, os, random, signal, sys, time
from pathlib import Path
from tests.ledger.made import decision, subject
from triage.ledger import Ledger
folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
random.seed(rounds)
for number in range(rounds):
    path = folder / f"{number // 4}.sqlite3"
    hear, say = os.pipe()
    writer = os.fork()
    if not writer:
        for at in range(100_000):
            Ledger(path).record(decision(subject(f"run-{number}", f"case-{at}"), note="x" * random.randrange(20_000)))
            os.write(say, b".")
    os.close(say)
    first = os.read(hear, 1) if number % 2 else b""
    time.sleep(random.uniform(0, 0.04))
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    with open(hear, "rb") as heard:
        promised = len(first + heard.read())
    ledger = Ledger(path)
    kept = sorted(int(key.case_id[5:]) for key in ledger.standings(f"run-{number}")._of)
    print(json.dumps([path.name, promised, kept, ledger.trouble]))
"""


def integrity(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])


def test_a_killed_writer_loses_at_most_the_write_it_was_at(tmp_path: Path) -> None:
    done = run(KILLED, tmp_path, ROUNDS)
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rounds) == ROUNDS, done.stderr
    for name, promised, kept, trouble in rounds:
        assert trouble is None, (name, trouble)
        assert kept == list(range(len(kept))), "a write is missing before a later one"
        assert promised <= len(kept) <= promised + 1
    assert sum(promised > 0 for _, promised, _, _ in rounds) >= ROUNDS // 2, "killed too early to mean anything"
    for name in {one[0] for one in rounds}:
        path = tmp_path / name
        if path.exists():
            assert integrity(path) == "ok"
            kept = sum(len(one[2]) for one in rounds if one[0] == name)
            assert Ledger(path).acceptance().accepted == kept, "an earlier round's write was lost"


IN_THE_MIDDLE = """
import os, signal, sqlite3, sys
from pathlib import Path
from tests.ledger.made import decision, subject
from triage.ledger import Ledger, ledger
inner = ledger._insert
def insert(connection, entries):
    inner(connection, entries[:-1])
    os.kill(os.getpid(), signal.SIGKILL)
ledger._insert = insert
Ledger(Path(sys.argv[1])).record(*(decision(subject(case=f"case-{at}"), note="x" * 9000) for at in range(500)))
"""


def test_a_group_of_decisions_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.sqlite3")
    for times in range(1, 4):
        assert run(IN_THE_MIDDLE, ledger.path).returncode == -9
        assert len(ledger.standings("nightly-11")) == times - 1 and ledger.trouble is None
        ledger.record(decision(subject(case=f"kept-{times}")))
        assert integrity(ledger.path) == "ok"
    assert len(ledger.standings("nightly-11")) == 3


def test_a_write_that_a_crash_cut_short_is_taken_back_by_the_next_reader(ledger: Ledger, tmp_path: Path) -> None:
    """What a power cut leaves where a ledger is not in WAL mode, as while it is being made: a journal to roll back."""
    left = tmp_path / "left"
    left.mkdir()
    ledger.record(*(decision(subject(case=f"case-{at}"), note="x" * 3000) for at in range(30)))
    with closing(sqlite3.connect(ledger.path, isolation_level=None)) as other:
        for statement in ("journal_mode = DELETE", "cache_size = 2"):
            other.execute(f"PRAGMA {statement}")
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE decision SET note = 'half', case_id = 'half'")
        for ending in ("", "-journal"):
            shutil.copy(f"{ledger.path}{ending}", left)
    found = Ledger(left / ledger.path.name, read_only=True)
    assert b"half" in found.path.read_bytes(), "nothing to take back"
    assert found.history(subject(case="case-29"))[0].note == "x" * 3000
    assert found.trouble is None
    assert b"half" not in found.path.read_bytes()
    assert integrity(found.path) == "ok"


WRITER = """
import sys
from pathlib import Path
from tests.ledger.made import decision, subject
from triage.ledger import Ledger
path, name, many = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
ledger = Ledger(path, write_wait=60)
for at in range(many):
    ledger.record(decision(subject(case=f"{name}-{at}"), who=name))
    assert ledger.history(subject(case=f"{name}-{at}"))[0].who == name, ledger.trouble
"""


def together(path: Path, writers: int, many: int) -> None:
    """Writers in processes of their own that begin at the same moment, on a ledger that is not there yet."""
    started = [
        subprocess.Popen(
            python(WRITER, path, f"writer{number}", many),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
            env=environment(),
        )
        for number in range(writers)
    ]
    for one in started:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    for one in started:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    for one in started:
        _, errors = one.communicate()
        assert one.returncode == 0, errors


def test_two_consoles_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "state" / "ledger.sqlite3"
    together(path, writers=2, many=200)
    kept = {row.case_id for row in Ledger(path).standings("nightly-11")._of}
    assert kept == {f"writer{number}-{at}" for number in range(2) for at in range(200)}
    assert integrity(path) == "ok"


def test_a_ledger_made_by_several_at_once_is_one_ledger(tmp_path: Path) -> None:
    path = tmp_path / "state" / "ledger.sqlite3"
    together(path, writers=6, many=1)
    assert len(Ledger(path).standings("nightly-11")) == 6


def test_threads_share_a_ledger(tmp_path: Path) -> None:
    """A new ledger each time, because the making of it is where they get most into each other's way."""
    for number in range(12):
        ledger = Ledger(tmp_path / f"{number}.sqlite3", write_wait=60)
        assert work_in_threads(ledger, threads=6, many=5) == [1] * 30
        assert ledger.acceptance().accepted == 30


def work_in_threads(ledger: Ledger, threads: int, many: int) -> list[int]:
    """How many decisions each thread found on each row that it had decided on: one."""
    found: list[int] = []
    begin = threading.Barrier(threads)

    def work(number: int) -> None:
        begin.wait()
        for at in range(many):
            about = subject(case=f"{number}-{at}")
            ledger.record(decision(about, State.ACKNOWLEDGED))
            found.append(len(ledger.history(about)))

    started = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    return found
