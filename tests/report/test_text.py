"""The linear report: every fact in words, in a fixed order, safe for any terminal."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from triage.metrics.aggregates import Aggregate
from triage.model import CannotTell, Finding, Outcome, Owner, Proof, Source, Stage, Unread
from triage.model.outcomes import Confidence
from triage.owners import load_teams
from triage.report.text import render_text


def lines(examined: Any, rows: list[int] | None = None) -> list[str]:
    return ["".join(text for text, _ in line) for line in render_text(examined, rows)]


def test_the_summary_comes_first_and_keeps_failed_invalid_and_passed_apart(examined: Any) -> None:
    assert lines(examined)[:13] == [
        "run nightly-12",
        "read from nightly-red",
        "verdict: incomplete (exit code 2)",
        "  because 1 blocking row not evaluated",
        "rows: 4",
        "failed: 1",
        "invalid (no valid result, which is no failure): 1",
        "passed: 1",
        "not judged (a score and no threshold anywhere): 1",
        "not blocking (reported, never counted by the gate): 1",
        "share of blocking rows that pass: 0.3333 if every invalid row fails, 0.6667 if every one passes",
        "red even at best: blocking rows failed, whatever the invalid ones would have been",
        "planned rows: 6 (run.yaml planned_rows)",
    ]


def test_what_the_run_did_not_record_is_said_and_never_left_blank(examined: Any) -> None:
    examined.bundle.planned = None
    found = lines(examined)
    assert "planned rows: not recorded" in found
    assert "contract version: c-3" in found
    assert "rubric version: not recorded" in found
    assert "last green run: none (no green run beside this one)" in found
    assert "not read: nothing, everything could be read" in found


def test_the_last_green_run_is_named_with_its_reason_and_the_steps_add_up(examined: Any) -> None:
    green = SimpleNamespace(manifest=SimpleNamespace(run_id="nightly-11"), name="green")
    examined.baseline = SimpleNamespace(bundle=green, why="newest green run beside it")
    examined.delta = (
        SimpleNamespace(step="threshold", value=-0.25, rows=("parcel-4",), words="threshold -0.25, 1 row"),
        SimpleNamespace(
            step="flips", value=0.125, rows=tuple(f"p-{at}" for at in range(14)), words="flips +0.125, 14 rows"
        ),
        SimpleNamespace(step="only-now", value=0.0, rows=(), words="only-now 0"),
    )
    found = lines(examined)
    start = found.index("last green run: nightly-11 (newest green run beside it)")
    assert found[start + 2 : start + 6] == [
        "  threshold -0.25, 1 row: parcel-4",
        f"  flips +0.125, 14 rows: {', '.join(f'p-{at}' for at in range(12))} and 2 more",
        "  only-now 0",
        "  together -0.125",
    ]


def test_means_say_over_how_many_rows_and_what_was_left_out(examined: Any) -> None:
    examined.means = (
        Aggregate("evidence_coverage", None, None, 0.75, 4, 1, 2, (6.0, 8)),
        Aggregate("echo_rate", "judge", None, 0.25, 4, 0, 0, (1, 4)),
        Aggregate("recall@k", "B", "shipping", None, 0, 3, 0, None),
    )
    found = lines(examined)
    assert (
        "evidence_coverage: macro mean 0.75 over 4 rows; pooled counts 6 of 8; left out 1 invalid, 2 not applicable"
        in found
    )
    assert "echo_rate, system judge: 0.25, 1 of 4; left out 0 invalid, 0 not applicable" in found
    assert "recall@k, system B, scenario shipping: nothing has a score; left out 3 invalid, 0 not applicable" in found


def test_places_that_could_not_be_read_stand_with_line_and_column(examined: Any) -> None:
    examined.bundle.unread = [Unread("rows.jsonl", 7, 12, "the line ends inside a record")]
    found = lines(examined)
    assert found[found.index("not read: 1 place") + 1] == "  rows.jsonl:7:12: the line ends inside a record"


def test_findings_and_doubts_about_the_whole_run_are_told(examined: Any) -> None:
    proof = Proof("4 of 6 rows", Source("run.yaml", 3))
    examined.findings = (
        Finding("planned-rows-missing", Stage.LOAD, Owner.PLATFORM, Confidence.CERTAIN, (proof,), "look for the job"),
    )
    examined.cannot_tell = (CannotTell("truncated-artifact", "the upload's log"),)
    found = lines(examined)
    start = found.index("about the whole run: planned-rows-missing, certain, owner platform")
    assert found[start + 1 : start + 4] == [
        "  4 of 6 rows (run.yaml:3)",
        "  next: look for the job",
        "cannot be told of the whole run: truncated-artifact, needs the upload's log",
    ]


def test_every_red_row_tells_its_walk(examined: Any) -> None:
    text = "\n".join(lines(examined))
    red, rest = text.split("row 2 of 2 at rows.jsonl:2")
    row = red.split("row 1 of 2 at rows.jsonl:1")[1]
    for fact in (
        "parcel-4", "evidence_coverage", "0.6667 < 0.8", "below-cutoff", "likely", "retrieval",
        "no teams file: the role itself", "doc-9 stands at rank 5, the cutoff is k=3", "retrieval.jsonl:2",
        "retrieval-miss: doc-9 was ranked", "threshold-drift for window: the last green run", "compare the ranks",
    ):  # fmt: skip
        assert fact in row
    assert "INVALID" in rest
    assert "undetermined" in rest


def test_a_quiet_passing_row_is_not_listed_and_one_with_a_finding_is(examined: Any, made: Any) -> None:
    assert not [line for line in lines(examined) if "parcel-1" in line or "green for the wrong reason" in line]
    suspect = made.failed("parcel-7")
    examined.bundle.diagnoses.append(replace(suspect, row=replace(suspect.row, outcome=Outcome.PASSED)))
    found = lines(examined)
    start = found.index("rows that did not fail and still have a finding (green for the wrong reason):")
    assert any("parcel-7" in line for line in found[start:])
    assert not any("parcel-7" in line for line in found[:start])


def test_nothing_red_is_said_in_words(examined: Any, made: Any) -> None:
    examined.bundle.diagnoses = [made.quiet(Outcome.PASSED, "parcel-1")]
    assert "no row failed and none is invalid" in lines(examined)


def test_chosen_rows_are_shown_whatever_became_of_them_and_only_they(examined: Any) -> None:
    found = lines(examined, [2])
    assert any("parcel-1" in line for line in found)
    assert not any("parcel-4" in line for line in found)


def test_the_teams_file_is_named_with_its_faults_and_its_idle_rules(examined: Any) -> None:
    content = (
        b"teams: {retrieval: {name: Lookup crew}}\nrules:\n  - {case: other, team: retrieval}\n  - {cse: x, team: y}\n"
    )
    examined.teams = load_teams(content, "triage.yaml", ("below-cutoff",))
    found = lines(examined)
    start = next(at for at, line in enumerate(found) if line.startswith("teams file: triage.yaml, sha256 "))
    assert 'triage.yaml:4:6: unknown key of a rule "cse", did you mean case?' in found[start + 1]
    assert found[-1] == "  triage.yaml:3: this rule matched no failed or invalid row (case other -> retrieval)"
    assert any("Lookup crew" in line for line in found[:start])


HOSTILE = "\x1b]52;c;eA==\x07 \x9b2J \u202e \x0e \u200b \r\n [@click=app.quit] \ud800"


def test_hostile_text_is_shown_letter_for_letter_wherever_it_comes_from(examined: Any, made: Any) -> None:
    examined.bundle.diagnoses = [made.failed(HOSTILE, reason=HOSTILE, metric=HOSTILE, system=HOSTILE, scenario=HOSTILE)]
    examined.bundle.paths = (HOSTILE,)
    examined.bundle.unread = [Unread(HOSTILE, 1, 0, HOSTILE)]
    examined.bundle.notes = [Proof(HOSTILE, Source(HOSTILE, 1))]
    examined.notes = (HOSTILE,)
    examined.teams = load_teams(b'teams: {retrieval: {name: "a\\e[2Jb", contact: "\\u202e"}}', HOSTILE, ())
    examined.means = (Aggregate(HOSTILE, HOSTILE, HOSTILE, 0.5, 1, 0, 0, None),)
    found = lines(examined)
    assert [line for line in found if any(not one.isprintable() for one in line)] == []
    assert (
        sum(
            "\\x1b]52;c;eA==\\x07 \\x9b2J \\u202e \\x0e \\u200b \\x0d\\x0a [@click=app.quit] \\ud800" in line
            for line in found
        )
        >= 6
    )
    assert any("a\\x1b[2Jb" in line for line in found)


def test_what_moved_around_the_product_stands_under_its_own_heading(examined: Any) -> None:
    heading = "what moved around the product, without a last green run to compare with:"
    assert heading not in lines(examined)
    examined.drift = (Proof("judge \x1b[2J floats", Source("run.yaml", 3)), Proof("no place", Source("")))
    at = lines(examined).index(heading)
    assert lines(examined)[at + 1 : at + 3] == ["  judge \\x1b[2J floats (run.yaml:3)", "  no place"]
