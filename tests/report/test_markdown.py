"""Markdown for pull requests and wikis: the facts, the size, and that no evidence is ever more than its own letters."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.bundles import row
from tests.report.runs import HOSTILE, compare, covered, every_kind, hostile_rows, nightly, run
from triage.handoff.words import code
from triage.model import Proof, Source, Unread
from triage.owners import load_teams
from triage.report.facts import lead, missing_claims
from triage.report.markdown import COMMENT_LIMIT, render_markdown
from triage.report.sheet import Sheet, row_of, said
from triage.report.survey import survey
from triage.report.text import paired_lines
from triage.text import clean

HARMLESS = {
    "text", "softbreak", "inline", "code_inline", "heading_open", "heading_close", "paragraph_open", "paragraph_close",
    "bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close", "table_open", "table_close",
    "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close", "th_open", "th_close",
    "td_open", "td_close",
}  # fmt: skip


def markdown(examination: Any, **more: Any) -> str:
    return b"".join(render_markdown(examination, **more)).decode()


def tokens(text: str) -> Iterator[Token]:
    """Every token, those inside others too, as a reader of GitHub's dialect finds them."""
    for token in MarkdownIt("gfm-like").parse(text):
        yield token
        yield from token.children or []


def tables(text: str) -> list[list[list[str]]]:
    """The cells of every row of every table, as their words; code spans without their backticks."""
    found: list[list[list[str]]] = []
    inside = False
    for token in MarkdownIt("gfm-like").parse(text):
        if token.type in ("table_open", "table_close"):
            inside = token.type == "table_open"
            found += [[]] * inside
        elif token.type == "tr_open":
            found[-1] = [*found[-1], []]
        elif token.type == "inline" and inside:
            found[-1][-1].append("".join(child.content for child in token.children or []))
    return found


def section(text: str, heading: str) -> str:
    return text.split(f"### {heading}", 1)[1].split("\n### ", 1)[0]


def test_the_nightly_run_reads_as_agreed(monkeypatch: pytest.MonkeyPatch) -> None:
    compare("nightly-1130-red.md", markdown(nightly(monkeypatch)))


def test_the_verdict_comes_first_and_its_counts_stand_side_by_side(tmp_path: Path) -> None:
    text = markdown(run(tmp_path / "run", [*every_kind(), row("bad-2", 0.1)], planned_rows=9))
    assert text.startswith("## RAG gate: incomplete (exit code 2)\n")
    assert tables(text)[0] == [
        ["rows", "failed", "invalid", "passed", "not judged", "not blocking", "conflicts"],
        ["8", "3", "2", "2", "1", "2", "0"],
    ]
    assert "- because 8 of 9 planned rows\n" in text
    assert "share of blocking rows that pass: 0.4 if every invalid row fails, 0.6 if every one passes" in text


def test_the_sections_stand_in_the_order_of_their_weight_for_the_reader(tmp_path: Path) -> None:
    text = markdown(run(tmp_path / "run", every_kind(), planned_rows=9))
    headings = [line.removeprefix("### ") for line in text.splitlines() if line.startswith("### ")]
    assert headings == [
        "About the whole run", "Means", "no owner suggested: 2 failed", "platform: 2 invalid",
        "Did not fail and still have a finding (green for the wrong reason)", "Rows of one cause together", "Notes",
    ]  # fmt: skip


def test_the_first_evidence_is_what_was_seen_rather_than_what_was_labelled(made: Any) -> None:
    diagnosis = made.failed()
    finding = diagnosis.findings[0]
    label = Proof("label of window: doc-9", Source("cases.jsonl", 1))
    shown = replace(diagnosis, findings=(replace(finding, evidence=(label, *finding.evidence)),))
    assert lead(shown) == finding.evidence[0]
    assert lead(replace(diagnosis, findings=(replace(finding, evidence=(label,)),))) == label
    assert lead(made.invalid()) is None


def test_every_red_row_stands_once_under_its_owner_with_cause_claims_and_first_evidence(tmp_path: Path) -> None:
    text = markdown(run(tmp_path / "run", every_kind()))
    nobody, platform = section(text, "no owner suggested: 2 failed"), section(text, "platform: 2 invalid")
    assert [cells[0].split(",")[0] for cells in tables(nobody)[0][1:]] == ["bad", "quiet-bad"]
    assert tables(platform)[0][1:] == [
        [
            "broken, evidence_coverage", "invalid, 502 from the judge", "judge-unavailable, certain", "",
            "the judge could not be reached: 502 from the judge (rows.jsonl:4)", "rows.jsonl:4",
        ],
        [
            "quiet-broken, evidence_coverage", "invalid, 502 from the judge, not blocking",
            "judge-unavailable, certain", "",
            "the judge could not be reached: 502 from the judge (rows.jsonl:6)", "rows.jsonl:6",
        ],
    ]  # fmt: skip
    assert tables(nobody)[0][1][3] == "b"
    assert tables(nobody)[0][1][4].startswith("none; needs the last green run")


def test_a_team_is_named_with_its_role_and_contact(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", every_kind())
    examination.teams = load_teams(b'teams: {platform: {name: "Plat|form", contact: "@ops"}}', "triage.yaml", ())
    text = markdown(examination)
    assert "\n### platform: `Plat|form` `@ops`: 2 invalid\n" in text
    assert "teams file: `triage.yaml`, sha256 `" in text


def test_two_teams_of_one_role_are_two_owners_the_one_with_more_rows_first(tmp_path: Path) -> None:
    error = {"status": "invalid", "error": "502 from the judge"}
    examination = run(tmp_path / "run", [row(name, None, **error) for name in ("other", "one", "two")])
    teams = b"teams: {platform: {name: Night crew}, p2: {name: Day crew}}\nrules:\n  - {case: other, team: p2}\n"
    examination.teams = load_teams(teams, "triage.yaml", ())
    owners = [line for line in markdown(examination).splitlines() if line.startswith("### platform")]
    assert owners == ["### platform: `Night crew`: 2 invalid", "### platform: `Day crew`: 1 invalid"]


def test_owners_beyond_the_most_that_are_shown_are_counted_with_their_rows(tmp_path: Path) -> None:
    error = {"status": "invalid", "error": "502 from the judge"}
    examination = run(tmp_path / "run", [row(f"case-{at}", None, **error) for at in range(25)])
    teams = "".join(f", t{at}: {{name: Crew {at}}}" for at in range(25))
    rules = "".join(f"  - {{case: case-{at}, team: t{at}}}\n" for at in range(25))
    content = f"teams: {{platform: {{name: Night crew}}{teams}}}\nrules:\n{rules}"
    examination.teams = load_teams(content.encode(), "triage.yaml", ())
    text = markdown(examination)
    assert text.count("\n### platform: `Crew") == 20
    assert "\nand 5 more owners, with rows 5 invalid\n" in text


def test_two_systems_are_set_against_each_other(tmp_path: Path) -> None:
    rows = [row(f"c{at}", score, system=name) for name, score in (("@old", 1.0), ("new", 0.1)) for at in range(3)]
    text = markdown(run(tmp_path / "run", rows))
    told = section(text, "Systems and metrics against each other")
    assert "- `@old (evidence_coverage) against new (evidence_coverage), over 3 paired cases`\n" in told
    assert "- c0 fails on new (evidence_coverage) only: undetermined\n" in told


def test_disagreements_beyond_the_most_that_are_shown_are_counted(tmp_path: Path) -> None:
    rows = [row(f"c{at}", score, system=name) for name, score in (("old", 1.0), ("new", 0.1)) for at in range(60)]
    examination = run(tmp_path / "run", rows)
    total = sum(any(text.strip() for text, _ in line) for line in paired_lines(examination))
    told = section(markdown(examination, limit=1 << 20), "Systems and metrics against each other")
    assert total > 60
    assert (told.count("\n- "), told.endswith(f"\nand {total - 40} more\n")) == (40, True)


def test_rows_that_are_green_for_the_wrong_reason_have_a_table_of_their_own(tmp_path: Path) -> None:
    text = markdown(run(tmp_path / "run", every_kind()))
    found = section(text, "Did not fail and still have a finding (green for the wrong reason)")
    assert [cells[0] for cells in tables(found)[0][1:]] == ["wrong-green, evidence_coverage"]
    assert "wrong-green" not in text.split("### Did not fail")[0]


def test_means_stand_with_formula_denominator_and_what_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    means = tables(section(markdown(nightly(monkeypatch)), "Means"))[0]
    formula = "sum of the scores / scored rows; pooled counts 43 / 58"
    assert means[1] == ["evidence_coverage", "0.756", formula, "28 rows", "3", "0"]
    assert ["first_shown_win_rate, system house-judge", "0.2", "1 / 5", "5", "0", "0"] in means


def test_the_steps_of_the_change_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    text = section(markdown(nightly(monkeypatch)), "Why red")
    steps = [float(cells[1].split(",")[0]) for cells in tables(text)[0][1:]]
    assert len(steps) == 6
    assert sum(steps) == pytest.approx(-0.343, abs=1e-9)
    assert "The steps add up to the whole change: -0.343" in text


def test_what_was_not_read_and_what_holds_for_the_whole_run_stand_before_the_rows(tmp_path: Path) -> None:
    text = markdown(run(tmp_path / "run", every_kind(), torn='{"case_id": "to', planned_rows=9))
    before = text.split("### no owner suggested")[0]
    assert "### Not read\n\n- `rows.jsonl:8:13`: the line ends inside a record\n" in before
    assert "- `planned-rows-missing`, certain, owner platform\n" in before
    assert "  - next: list the cases without a row" in before


def test_a_green_run_says_that_nothing_is_red(tmp_path: Path) -> None:
    text = markdown(run(tmp_path / "run", [row("fine", 1.0)]))
    assert text.startswith("## RAG gate: green (exit code 0)\n")
    assert "### No row failed and none is invalid\n" in text


def test_hostile_text_is_only_ever_a_code_span_and_breaks_no_table(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", hostile_rows())
    for text in HOSTILE:
        examination.bundle.unread.append(Unread(text, 1, 0, text))
    examination.notes = HOSTILE
    text = markdown(examination, limit=1 << 20)
    assert {token.type for token in tokens(text)} <= HARMLESS
    for table in tables(text):
        assert {len(cells) for cells in table} == {len(table[0])}
    assert [one for one in text if not one.isprintable() and one not in "\n\ufffe\uffff"] == []
    spans = {token.content for token in tokens(text) if token.type == "code_inline"}
    for hostile in HOSTILE:
        shown = code(hostile).strip("`").strip()
        assert any(shown in span for span in spans), hostile


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_sentence_is_one_code_span(text: str) -> None:
    assert [token.type for token in tokens(f"- {said(text)}\n") if token.level == 0 or token.content] == [
        "bullet_list_open", "inline", "code_inline", "bullet_list_close",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["rank 5, k=3", "0.5 < 0.7 and 1 >= 0.2", "the answer does not state fee (span null)"])
def test_a_harmless_sentence_stays_words(text: str) -> None:
    assert said(text) == text


def test_a_bar_in_a_cell_ends_no_cell() -> None:
    table = row_of("one", "two") + "|---|---|\n" + row_of(code("a|b"), code("a\\|b"))
    assert tables(table)[0][1] == ["a|b", "a\\|b"]


def test_a_claim_that_reads_like_our_own_words_is_still_evidence(tmp_path: Path) -> None:
    claims = [f"and {at} more <u>" for at in range(9)]
    one = row("bad", 0.0, required_claim_ids=claims, supported_claim_ids=[])
    text = markdown(run(tmp_path / "run", [one]))
    cell = tables(section(text, "no owner suggested: 1 failed"))[0][1][3]
    assert cell == f"{', '.join(claims[:6])} and 3 more"
    assert "html_inline" not in {token.type for token in tokens(text)}


def many(amount: int) -> list[dict[str, Any]]:
    return [covered(f"bad-{at:05} {'é' * 30}", 0.5) for at in range(amount)]


@pytest.mark.parametrize("limit", [32_768, COMMENT_LIMIT])
def test_rows_beyond_the_limit_are_left_out_whole_and_counted(tmp_path: Path, limit: int) -> None:
    examination = run(tmp_path / "run", many(900) + every_kind())
    text = markdown(examination, limit=limit)
    assert limit * 0.8 < len(text.encode()) <= limit
    rows = section(text, "no owner suggested: 902 failed")
    shown = len(tables(rows)[0]) - 1
    assert 0 < shown < 902
    assert f"\nand {902 - shown} more\n" in rows


def test_a_large_owner_leaves_room_for_a_small_one_and_for_what_follows(tmp_path: Path) -> None:
    text = markdown(run(tmp_path / "run", many(900) + every_kind()), limit=32_768)
    assert len(tables(section(text, "platform: 2 invalid"))[0]) == 3
    assert len(tables(section(text, "Did not fail"))[0]) == 2
    assert "### Notes\n" in text


def test_the_limit_holds_when_everything_is_long_and_everything_is_wrong(tmp_path: Path) -> None:
    wide = "🎈" * 300
    rows = [
        row(
            f"{at}{wide}", None, status="invalid", error=wide, system=f"{at}{wide}", scenario=f"{at}{wide}", metric=wide
        )
        for at in range(120)
    ]
    examination = run(tmp_path / "run", rows, planned_rows=500)
    examination.bundle.unread.extend(Unread(f"{at}{wide}", at, 1, wide) for at in range(300))
    examination.notes = tuple(f"{at}{wide}" for at in range(100))
    text = markdown(examination, limit=32_768)
    assert len(text.encode()) <= 32_768
    assert "\nand " in section(text, "Not read")
    assert len(tables(section(text, "undetermined"))[0] if "### undetermined" in text else tables(text)[-1]) > 1


def test_an_item_that_does_not_fit_is_counted_with_all_after_it() -> None:
    sheet = Sheet(40)
    assert b"".join(sheet.items("head\n", ["- aaaa\n", "- bbbb\n", f"- {'c' * 40}\n", "- d\n"], 4, 9)) == (
        b"\nhead\n\n- aaaa\n- bbbb\n\nand 2 more\n"
    )
    assert b"".join(Sheet(3).items("head\n", ["- aaaa\n"], 1, 9)).endswith(b"\n1 left out, there is no room\n")
    assert b"".join(Sheet(99).items("head\n", ["- a\n"] * 5, 5, 2)).endswith(b"- a\n- a\n\nand 3 more\n")


def test_a_row_that_finds_no_room_is_not_looked_at_again(tmp_path: Path) -> None:
    examination = run(tmp_path / "run", many(900))
    found = survey(examination)
    asked: list[int] = []
    diagnose = examination.diagnosis
    examination.diagnosis = lambda number: asked.append(number) or diagnose(number)  # type: ignore[method-assign,func-returns-value]
    text = b"".join(render_markdown(examination, 32_768, found)).decode()
    shown = len(tables(section(text, "no owner suggested: 900 failed"))[0]) - 1
    assert len(set(asked)) == shown + 1 < 900


def test_the_named_missing_claims_are_bounded(tmp_path: Path) -> None:
    claims = [f"c{at}" for at in range(7)]
    one = row("bad", 0.0, required_claim_ids=claims, supported_claim_ids=[])
    assert missing_claims(run(tmp_path / "run", [one]).diagnosis(0).row) == (claims[:6], 1)


def test_hostile_texts_are_hostile() -> None:
    assert any(clean(text) != text for text in HOSTILE)
    assert {"html_inline", "link_open", "image"} <= {one.type for text in HOSTILE for one in tokens(text.strip())}
