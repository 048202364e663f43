"""Reading that somebody looks at, ends half-way, or does while the run is still being written."""

from pathlib import Path

from tests.bundles import row, write_bundle
from triage.baseline import verdict_of
from triage.evidence import Watch, open_bundle
from triage.evidence.reader import Reader
from triage.examine import examine


def test_the_watch_sees_rows_and_bytes_grow(tmp_path: Path) -> None:
    write_bundle(tmp_path, {"rows": [row(f"c{number}", 0.5) for number in range(60_000)]})
    watch, seen = Watch(), []
    for _ in Reader([tmp_path], watch=watch).steps():
        assert watch.progress is not None
        seen.append((watch.progress.rows, watch.progress.bytes_read))
    assert seen == sorted(seen) and len(set(seen)) > 2
    assert seen[-1] == (60_000, watch.progress.bytes_total)


def test_a_reading_ended_half_way_keeps_its_rows_and_is_never_green(tmp_path: Path) -> None:
    write_bundle(tmp_path, {"rows": [row(f"c{number}", 0.9) for number in range(60_000)]})
    watch = Watch()
    reader = Reader([tmp_path], watch=watch)
    for progress in reader.steps():
        watch.stopped = progress.rows > 100
    bundle = reader.bundle
    assert 100 < len(bundle.rows) < 60_000
    (unread,) = bundle.unread
    size = (tmp_path / "rows.jsonl").stat().st_size
    assert unread.problem.startswith("reading was stopped after ") and f"of {size:,} bytes" in unread.problem
    assert verdict_of(bundle).word == "incomplete"
    assert bundle.row(len(bundle.rows) - 1).case_id == f"c{len(bundle.rows) - 1}"


def test_files_that_were_not_begun_are_named_once(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        write_bundle(tmp_path, {name: [row(name, 0.9)]})
    bundle = open_bundle([tmp_path], watch=Watch(stopped=True))
    assert [(one.path, one.problem) for one in bundle.unread] == [
        ("a.jsonl", "not read and 2 more files: reading was stopped before")
    ]
    assert len(bundle.rows) == 0 and bundle.lost_row_lines == 3


def test_a_file_read_to_its_end_is_not_called_stopped(tmp_path: Path) -> None:
    write_bundle(tmp_path, {"rows": [row("a", 0.9)]})
    watch = Watch()
    reader = Reader([tmp_path], watch=watch)
    for _ in reader.steps():
        watch.stopped = True
    assert reader.bundle.unread == [] and len(reader.bundle.rows) == 1


def test_half_a_green_run_is_no_baseline(tmp_path: Path) -> None:
    green = write_bundle(tmp_path / "green", {"rows": [row("a", 0.9)]}, {"run_id": "one"})
    red = write_bundle(tmp_path / "red", {"rows": [row("a", 0.5)]}, {"run_id": "two"})
    assert examine([red], baseline=str(green), watch=Watch()).baseline is not None
    stopped = examine([red], baseline=str(green), watch=Watch(stopped=True))
    assert stopped.baseline is None
    assert stopped.baseline_refused == "reading was stopped before the last green run was read"


def test_what_is_still_being_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(
        '{"case_id": "a", "score": 0.9, "minimum": 0.8}\n{"case_id": "b', encoding="utf-8"
    )
    (tmp_path / "later.jsonl").write_text("", encoding="utf-8")
    growing, still = open_bundle([tmp_path], watch=Watch(growing=True)), open_bundle([tmp_path])
    assert growing.unread == [] and verdict_of(growing).word == "green"
    assert {note.text for note in growing.notes} == {
        "the last line is still being written",
        "nothing is written there yet",
    }
    assert len(still.unread) == 2 and verdict_of(still).word == "incomplete"


def test_a_broken_line_in_the_middle_is_a_fault_of_a_growing_file_too(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"case_id": "b\n{"case_id": "a", "score": 0.9}\n', encoding="utf-8")
    assert len(open_bundle([tmp_path], watch=Watch(growing=True)).unread) == 1
