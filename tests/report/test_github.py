"""Workflow commands and the step summary: what GitHub shows, and that no evidence is a command of its own."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.bundles import row
from tests.report.runs import HOSTILE, compare, covered, every_kind, hostile_rows, nightly, run
from triage.fingerprint import Groups
from triage.model import Unread
from triage.owners import load_teams
from triage.report import github
from triage.report.github import MOST_SHOWN, STEP_LIMIT, annotations, render_github
from triage.report.markdown import render_markdown
from triage.report.survey import Survey
from triage.report.workflow import ERROR, Annotation, Workspace, command, harmless

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def output(examination: Any, **environ: str) -> str:
    return b"".join(render_github(examination, environ)).decode()


def decoded(text: str) -> str:
    for sign, meant in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(sign, meant)
    return text


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Level, properties and message of every command, as a runner reads them."""
    found = []
    for line in text.splitlines():
        if match := COMMAND.fullmatch(line):
            pairs = (part.split("=", 1) for part in match[2].split(","))
            found.append((match[1], {name: decoded(value) for name, value in pairs}, decoded(match[3])))
    return found


def summary_of(tmp_path: Path, examination: Any, before: bytes = b"") -> tuple[str, bytes]:
    path = tmp_path / "summary.md"
    path.write_bytes(before)
    return output(examination, GITHUB_STEP_SUMMARY=str(path)), path.read_bytes()


def test_the_nightly_run_reads_as_agreed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    written, summary = summary_of(tmp_path, nightly(monkeypatch))
    compare("nightly-1130-red.github.txt", written)
    assert summary == b"".join(render_markdown(nightly(monkeypatch), STEP_LIMIT))


def test_blocking_rows_are_errors_others_warnings_and_green_for_the_wrong_reason_notices(tmp_path: Path) -> None:
    _, *found = commands(output(run(tmp_path / "run", every_kind())))
    assert [(level, named["title"], text.splitlines()[0]) for level, named, text in found] == [
        ("error", "invalid: judge-unavailable, platform", "2 rows, 2 invalid: broken; quiet-broken"),
        ("error", "failed: undetermined, no owner suggested", "1 row, 1 failed: bad"),
        ("warning", "failed: undetermined, no owner suggested", "1 row, 1 failed: quiet-bad"),
        (
            "notice",
            "green for the wrong reason: score-not-reproducible, evaluation",
            "green for the wrong reason: wrong-green",
        ),
        ("notice", "RAG gate: incomplete (exit code 2)", "7 rows: failed 2, invalid 2, passed 2, not judged 1"),
    ]


def test_an_incomplete_run_is_the_first_error_and_says_why(tmp_path: Path) -> None:
    first = commands(output(run(tmp_path / "run", [row("fine", 1.0)], planned_rows=4)))[0]
    assert first[:2] == ("error", {"title": "RAG gate: the evaluation is incomplete"})
    assert first[2].startswith("1 of 4 planned rows\nplanned-rows-missing, owner platform: next look: list the cases")


def test_an_annotation_tells_outcome_cause_claims_evidence_owner_and_next_look(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", [covered("bad", 0.5), *every_kind()[3:4]])
    examination.teams = load_teams(b"teams: {platform: {name: Night crew}}", "triage.yaml", ())
    texts = [text.splitlines() for _, _, text in commands(output(examination))]
    assert texts[1][1:3] == ["failed, 0.5 < 0.8: undetermined", "missing claims: b"]
    assert texts[2][1:] == [
        "invalid, 502 from the judge: judge-unavailable, certain",
        "the judge could not be reached: 502 from the judge (rows.jsonl:2)",
        "owner: platform: Night crew",
        "row: rows.jsonl:2",
        "next look: look at the judge's gateway at the time of the run, then evaluate only the invalid rows again",
    ]


def many_groups(amount: int) -> list[dict[str, Any]]:
    """Rows that share nothing: undetermined ones are a group each."""
    return [covered(f"bad-{at}", 0.5, required_claim_ids=["a", f"claim-{at}"]) for at in range(amount)]


def test_no_level_is_used_more_often_than_github_shows_and_the_rest_is_counted(tmp_path: Path) -> None:
    rows = many_groups(30) + [one | {"case_id": f"q{at}", "blocking": False} for at, one in enumerate(many_groups(13))]
    for at, one in enumerate(rows[30:43]):
        one["required_claim_ids"] = ["a", f"quiet-{at}"]
    examination = run(tmp_path / "run", [*rows, *every_kind()[3:4]], torn='{"x', planned_rows=99)
    examination.bundle.unread.extend(Unread(f"f{at}.jsonl", at, 0, "x") for at in range(20))
    found = commands(output(examination))
    levels = [level for level, _, _ in found]
    assert [levels.count(level) for level in ("error", "warning")] == [MOST_SHOWN, MOST_SHOWN]
    assert levels == sorted(levels, key=["error", "warning", "notice"].index)
    shown = [named["title"] for _, named, _ in found]
    assert shown.count("not read") == 4
    # 31 groups that block less 9 beside the run's own error, 13 that do not less 6 beside 4 places.
    assert found[-1][2].splitlines()[1:] == [
        "not annotated: 29 more groups with rows 29 failed",
        "not annotated: 17 more places that could not be read",
    ]


def test_as_many_causes_as_possible_are_shown(tmp_path: Path) -> None:
    found = commands(output(run(tmp_path / "run", [*many_groups(30), *every_kind()[3:4]])))
    assert "invalid: judge-unavailable, platform" in [named["title"] for _, named, _ in found]


def test_the_group_with_the_most_rows_that_block_comes_first(tmp_path: Path) -> None:
    bad = [covered(f"bad-{at}", 0.5, blocking=at == 0) for at in range(4)]
    broken = [row(f"broken-{at}", None, status="invalid", error="502 from the judge") for at in range(2)]
    same = [one | {"error": "timed out", "status": "invalid", "score": None} for one in bad]
    examination = run(tmp_path / "run", [*same, *[one | {"metric": "m"} for one in broken]])
    found = commands(output(examination))
    assert [text.split(":")[0] for _, _, text in found[1:3]] == ["2 rows, 2 invalid", "4 rows, 4 invalid"]


def test_a_group_is_shown_by_a_row_that_blocks_and_names_every_team_that_is_asked(tmp_path: Path) -> None:
    error = {"status": "invalid", "error": "502 from the judge"}
    rows = [row("quiet", None, blocking=False, **error), row("loud", None, **error), row("other", None, **error)]
    examination = run(tmp_path / "run", rows)
    teams = b"teams: {platform: {name: Night crew}, p2: {name: Day crew}}\nrules:\n  - {case: other, team: p2}\n"
    examination.teams = load_teams(teams, "triage.yaml", ())
    level, named, text = commands(output(examination, GITHUB_WORKSPACE=str(tmp_path)))[1]
    assert (level, named["line"], named["title"]) == ("error", "2", "invalid: judge-unavailable, platform: Night crew")
    assert "\nowner: platform: Night crew; platform: Day crew\nrow: rows.jsonl:2\n" in text


def test_notices_leave_room_for_the_last_one(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", [covered(f"wrong-{at}", 1.0, metric=f"m{at}") for at in range(14)])
    found = Survey([], Groups(), [], Groups())
    for at in range(14):
        diagnosis = replace(examination.diagnosis(at), cause="score-not-reproducible")
        found.suspected.add(at, diagnosis)
    notices = list(annotations(examination, found, Workspace([], None)))
    assert [one.level for one in notices] == ["notice"] * MOST_SHOWN
    assert notices[-1].lines[-1] == "not annotated: 5 more rows green for the wrong reason"


def test_under_a_report_only_policy_nothing_is_an_error(tmp_path: Path) -> None:
    policy = {"version": "p", "mode": "report-only", "minimum": {"evidence_coverage": 0.8}}
    found = commands(output(run(tmp_path / "run", every_kind(), policy=policy)))
    assert {level for level, _, _ in found} == {"warning", "notice"}
    assert found[0][1]["title"] == "RAG gate: the evaluation is incomplete"


def test_a_file_is_named_from_the_workspace_and_only_when_it_lies_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examination = run(tmp_path / "repo" / "out" / "run", [covered("bad", 0.5)])
    [below] = [named for level, named, _ in commands(output(examination, GITHUB_WORKSPACE=str(tmp_path / "repo")))][:1]
    assert (below["file"], below["line"]) == ("out/run/rows.jsonl", "1")
    (tmp_path / "elsewhere").mkdir()
    [outside] = [named for _, named, _ in commands(output(examination, GITHUB_WORKSPACE=str(tmp_path / "elsewhere")))][
        :1
    ]
    assert set(outside) == {"title"}
    monkeypatch.chdir(tmp_path / "repo" / "out")
    assert commands(output(examination))[0][1]["file"] == "run/rows.jsonl"


@pytest.mark.parametrize(
    ("paths", "name", "file"),
    [
        (["run"], "rows.jsonl", "run/rows.jsonl"),
        (["run/rows.jsonl"], "rows.jsonl", "run/rows.jsonl"),
        (["other", "run"], "run/rows.jsonl", "run/rows.jsonl"),
        (["run.zip"], "rows.jsonl", None),
        (["run"], "../secret", None),
        (["run"], "n" * 5000, None),
        (["run"], "a\x00b", None),
        (["-"], "rows.jsonl", None),
        (["run"], "", None),
    ],
)
def test_the_file_of_a_source_is_found_whichever_way_it_was_given(
    tmp_path: Path, paths: list[str], name: str, file: str | None
) -> None:
    root = tmp_path / "repo"
    (root / "run").mkdir(parents=True)
    for path in (root / "run" / "rows.jsonl", root / "rows.jsonl", root / "run.zip", tmp_path / "secret"):
        path.write_text("x")
    given = [path if path == "-" else str(root / path) for path in paths]
    assert Workspace(given, str(root))._find(name) == file


def test_a_command_is_one_line_and_its_texts_end_neither_property_nor_message() -> None:
    one = Annotation(ERROR, "50%, a:b::c\n", ("100% ::x::", "two\r\nthree"), "a,b:c.jsonl", 3)
    written = command(one).decode()
    assert written == (
        "::error file=a%2Cb%3Ac.jsonl,line=3,title=50%25%2C a%3Ab%3A%3Ac\\x0a::100%25 ::x::%0Atwo\\x0d\\x0athree\n"
    )
    assert commands(written) == [
        ("error", {"file": "a,b:c.jsonl", "line": "3", "title": "50%, a:b::c\\x0a"}, "100% ::x::\ntwo\\x0d\\x0athree")
    ]


@pytest.mark.parametrize("summary", [True, False])
def test_no_evidence_starts_a_command(tmp_path: Path, summary: bool) -> None:
    examination = run(tmp_path / "run", hostile_rows())
    for text in HOSTILE:
        examination.bundle.unread.append(Unread(text, 1, 0, text))
    examination.notes = HOSTILE
    written = summary_of(tmp_path, examination)[0] if summary else output(examination)
    ours = re.compile(r"::(?:error|warning|notice) (?:file=[^:]*,line=\d+,)?title=[^:]*::")
    for line in re.split("[\r\n\x0b\x0c\x85\u2028\u2029]", written):
        assert not line.lstrip().startswith("::") or ours.match(line), line
        assert "##[" not in line
        assert "##vso[" not in line
    assert ("## RAG gate" in written) is not summary
    assert [one for one in written if not one.isprintable() and one not in "\n\ufffe\uffff"] == []


def test_the_older_commands_are_shown_and_not_obeyed() -> None:
    assert command(Annotation(ERROR, "t", ("##[group]x",))) == b"::error title=t::#\\x23[group]x\n"
    assert command(Annotation(ERROR, "t", ("m",), None, 7)) == b"::error title=t::m\n"
    assert harmless(b"a ##[group]x ##vso[task] ## [ok] ##\n") == b"a #\\x23[group]x #\\x23vso[task] ## [ok] ##\n"


def test_the_summary_follows_what_the_step_has_written(tmp_path: Path) -> None:
    _, summary = summary_of(tmp_path, run(tmp_path / "run", every_kind()), b"# Tests\nall fine")
    assert summary.startswith(b"# Tests\nall fine\n## RAG gate: incomplete")


def test_the_summary_stays_under_the_limit_of_a_step_and_counts_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(github, "STEP_LIMIT", 60_000)
    examination = run(tmp_path / "run", [covered(f"bad-{at} {'é' * 30}", 0.5) for at in range(600)])
    _, summary = summary_of(tmp_path, examination, b"x" * 20_000)
    assert 50_000 < len(summary) <= 60_000
    shown = len(re.findall(rb"\n\| `bad-\d+ [^`]+`, `evidence", summary))
    assert f"\nand {600 - shown} more\n".encode() in summary


def test_a_summary_that_is_full_or_cannot_be_written_is_said_and_printed_instead(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", every_kind())
    written, summary = summary_of(tmp_path, examination, b"x" * (STEP_LIMIT - 5))
    assert len(summary) == STEP_LIMIT - 5
    assert "::warning title=RAG gate%3A no step summary::the step summary is full" in written
    assert "\n## RAG gate: incomplete" in written
    gone = output(examination, GITHUB_STEP_SUMMARY=str(tmp_path / "no" / "folder"))
    assert "the step summary cannot be written (No such file or directory)" in gone
    assert "\n## RAG gate: incomplete" in gone
