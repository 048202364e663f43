import json

import pytest

from triage.evidence import Reader
from triage.evidence.sources import Limits
from triage.model import InvalidKind, Outcome

PASS = {"status": "pass", "score": 1.0, "minimum": 0.8}


def row(case_id, **more):
    return {"case_id": case_id, **PASS, **more}


def line(case_id, **more):
    return json.dumps(row(case_id, **more)) + "\n"


def cases(bundle):
    return [bundle.rows.case_id(number) for number in range(len(bundle.rows))]


def places(bundle):
    return [(unread.place, unread.problem) for unread in bundle.unread]


def test_blank_lines_count_for_line_numbers_and_crlf_is_accepted(bundle_of):
    bundle = bundle_of(rows_jsonl=line("a") + "\n" + line("b").replace("\n", "\r\n") + "  \t\n" + line("c"))
    assert cases(bundle) == ["a", "b", "c"]
    assert [bundle.rows.line(number) for number in range(3)] == [1, 3, 5]
    assert [str(bundle.row(number).source) for number in range(3)] == ["rows.jsonl:1", "rows.jsonl:3", "rows.jsonl:5"]
    assert bundle.unread == []


def test_one_bad_line_costs_itself(bundle_of):
    bundle = bundle_of(rows_jsonl=line("a") + '{"case_id": "b", "status": "fail" "score": 0}\n' + line("c"))
    assert cases(bundle) == ["a", "c"]
    assert places(bundle) == [("rows.jsonl:2:35", 'expected "," between members')]
    assert bundle.lost_row_lines == 1


@pytest.mark.parametrize("position", ["middle", "last"])
def test_torn_lines_are_said_wherever_they_stand(bundle_of, position):
    torn = '{"case_id": "b", "status": "fail", "score": 0.3'
    text = f"{line('a')}{torn}\n{line('c')}" if position == "middle" else f"{line('a')}{line('c')}{torn}"
    bundle = bundle_of(rows_jsonl=text)
    assert cases(bundle) == ["a", "c"]
    assert [unread.problem for unread in bundle.unread] == ["the line ends inside a record"]
    assert [unread.torn for unread in bundle.unread] == [position == "last"], "only the file's end is a cut file"
    assert bundle.lost_row_lines == 1


def test_a_last_line_without_line_feed_is_a_line(bundle_of):
    assert cases(bundle_of(rows_jsonl=line("a") + line("b").rstrip("\n"))) == ["a", "b"]


def test_records_on_one_line_are_all_rows_and_noted(bundle_of):
    bundle = bundle_of(rows_jsonl=line("a").rstrip("\n") + line("b") + '{"case_id": "x", "sta' + line("c"))
    assert cases(bundle) == ["a", "b", "c"]
    assert [bundle.row(number).case_id for number in range(3)] == ["a", "b", "c"]
    assert [str(note.source) for note in bundle.notes] == ["rows.jsonl:1"]
    assert [(unread.line, unread.torn) for unread in bundle.unread] == [(2, False)]


def test_unicode_separators_end_no_line(bundle_of):
    text = json.dumps(row("a", reason="x\u2028y\u2029z\u0085!"), ensure_ascii=False) + "\n" + line("b")
    bundle = bundle_of(rows_jsonl=text)
    assert cases(bundle) == ["a", "b"]
    assert bundle.row(0).reason == "x\u2028y\u2029z\u0085!"


def test_a_bom_is_removed_at_the_start_only(bundle_of):
    text = b"\xef\xbb\xbf" + line("a").encode() + json.dumps(row("\ufeffb"), ensure_ascii=False).encode()
    bundle = bundle_of(rows_jsonl=text)
    assert cases(bundle) == ["a", "\ufeffb"]
    assert bundle.row(0).case_id == "a"
    assert [note.text for note in bundle.notes] == ["BOM removed"]


def test_bytes_that_are_not_utf8_cost_their_line_only(bundle_of):
    bad = b'{"case_id": "b", "score": 1, "note": "x\xff"}\n'
    bundle = bundle_of(rows_jsonl=line("a").encode() + bad + line("c").encode())
    assert cases(bundle) == ["a", "c"]
    assert places(bundle) == [("rows.jsonl:2:40", "byte 0xff at position 40 of the line is not UTF-8")]


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("NaN", "NaN literal"),
        ("Infinity", "Infinity literal"),
        ("1e999", "1e999, a number too large for a double"),
        ('"NaN"', 'text "NaN"'),
        ("null", "null"),
    ],
)
def test_scores_that_are_no_numbers_are_invalid_and_say_so(bundle_of, written, words):
    bundle = bundle_of(rows_jsonl=f'{{"case_id": "a", "score": {written}, "minimum": 0.8}}\n')
    (found,) = [bundle.row(0)]
    assert (found.outcome, found.score, found.score_written) == (Outcome.INVALID, None, words)
    assert found.invalid_kind is InvalidKind.NOT_SCORED
    assert words in found.notes[0]


def test_a_key_given_twice_keeps_the_row_as_invalid(bundle_of):
    bundle = bundle_of(rows_jsonl='{"case_id": "a", "status": "pass", "score": 1, "score": 0, "minimum": 0.8}\n')
    found = bundle.row(0)
    assert (found.outcome, found.invalid_kind) == (Outcome.INVALID, InvalidKind.ERROR)
    assert found.notes[0] == "`score` is given twice"
    assert found.score is None
    assert bundle.rows.outcome(0) is Outcome.INVALID


def test_a_key_given_twice_in_another_record_makes_it_unread(bundle_of):
    bundle = bundle_of(retrieval_jsonl='{"case_id": "a", "k": 3, "k": 5, "retrieved": []}\n', rows_jsonl=[row("a")])
    assert places(bundle) == [("retrieval.jsonl:1", "`k` is given twice")]
    assert bundle.evidence(0).retrieval is None


def test_in_a_file_past_the_checked_size_a_repeated_key_shows_when_the_row_is_opened(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"case_id": "a", "status": "pass", "score": 0.0, "score": 1.0, "minimum": 0.8}\n')
    reader = Reader([path], limits=Limits(checked=10))
    list(reader.steps())
    assert reader.bundle.row(0).outcome is Outcome.INVALID


def test_ids_that_are_numbers_are_their_text(bundle_of):
    bundle = bundle_of(
        rows_jsonl='{"case_id": 12, "score": 1, "minimum": 0}\n{"case_id": 1.50, "score": 1, "minimum": 0}\n'
    )
    assert cases(bundle) == ["12", "1.50"]
    assert [bundle.row(number).case_id for number in range(2)] == ["12", "1.50"]


def test_a_list_as_id_is_a_fault_and_the_row_stays(bundle_of):
    bundle = bundle_of(rows_jsonl='{"case_id": ["a"], "score": 1, "minimum": 0}\n')
    found = bundle.row(0)
    assert (found.case_id, found.outcome) == (None, Outcome.INVALID)
    assert found.faults[0].field == "case_id"


def test_lone_surrogates_in_ids_are_kept(bundle_of):
    bundle = bundle_of(rows_jsonl=r'{"case_id": "a\ud800", "score": 1, "minimum": 0}')
    assert bundle.rows.case_id(0) == "a\ud800"
    assert bundle.find("a\ud800", "evidence_coverage", None) == [0]


def test_deep_nesting_costs_its_line(bundle_of):
    bundle = bundle_of(rows_jsonl='{"case_id": "a", "x": ' + "[" * 50_000 + "]" * 50_000 + "}\n" + line("b"))
    assert "b" in cases(bundle)
    assert len(bundle.rows) + len(bundle.unread) == 2


def test_a_row_without_a_case_was_not_parsed_by_the_gate(bundle_of):
    bundle = bundle_of(rows_jsonl=[{"line": 7, "status": "invalid", "reason": "Expecting value"}])
    found = bundle.row(0)
    assert (found.case_id, found.line, found.outcome, found.invalid_kind) == (
        None,
        7,
        Outcome.INVALID,
        InvalidKind.ERROR,
    )


def test_gate_input_was_not_scored(bundle_of):
    bundle = bundle_of(rows_jsonl=[{"case_id": "a", "required": ["x"], "supported": []}])
    found = bundle.row(0)
    assert (found.outcome, found.invalid_kind) == (Outcome.INVALID, InvalidKind.NOT_SCORED)
    assert (found.required, found.supported, found.missing) == (("x",), (), ("x",))


def test_a_profile_is_one_row_for_each_metric(bundle_of):
    bundle = bundle_of(rows_jsonl='{"case_id": "a", "faithfulness": 0.5, "context_recall": NaN}\n')
    found = [bundle.row(number) for number in range(2)]
    assert [(one.metric, one.score, one.outcome) for one in found] == [
        ("faithfulness", 0.5, Outcome.NOT_JUDGED),
        ("context_recall", None, Outcome.INVALID),
    ]
