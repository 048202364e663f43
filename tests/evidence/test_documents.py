import io
import json
import math

import pytest

from triage.evidence import EvidenceError, Reader, open_bundle
from triage.evidence.sources import Limits
from triage.model import Outcome

PASS = {"status": "pass", "score": 1.0, "minimum": 0.8}


def row(case_id, **more):
    return {"case_id": case_id, **PASS, **more}


def line(case_id, **more):
    return json.dumps(row(case_id, **more)) + "\n"


def cases(bundle):
    return [bundle.rows.case_id(number) for number in range(len(bundle.rows))]


def places(bundle):
    return [(unread.place, unread.problem) for unread in bundle.unread]


@pytest.mark.parametrize("name", ["rows_json", "rows_jsonl"])
@pytest.mark.parametrize("indent", [None, 1])
def test_a_json_list_is_read_under_either_name(bundle_of, name, indent):
    bundle = bundle_of(**{name: json.dumps([row("a"), row("b")], indent=indent)})
    assert cases(bundle) == ["a", "b"]
    assert str(bundle.row(1).source) == f"rows.{name[5:]}#/1"


@pytest.mark.parametrize("name", ["rows_json", "rows_jsonl"])
def test_one_pretty_printed_record_is_read_under_either_name(bundle_of, name):
    assert cases(bundle_of(**{name: json.dumps(row("a"), indent=2)})) == ["a"]


def test_json_lines_under_the_name_of_json(bundle_of):
    bundle = bundle_of(rows_json=line("a") + line("b"))
    assert cases(bundle) == ["a", "b"]
    assert str(bundle.row(1).source) == "rows.json:2"


def test_a_broken_json_document_says_where(bundle_of):
    bundle = bundle_of(rows_json='[\n {"case_id": "a"},\n {"case_id" "b"}\n]')
    assert places(bundle) == [("rows.json:3:13", 'expected ":" after the key')]
    assert bundle.lost_row_lines == 1


def test_a_repeated_key_in_a_json_list_is_the_fault_of_one_element(bundle_of):
    text = '[{"case_id": "a", "score": 1, "minimum": 0}, {"case_id": "b", "score": 1, "score": 0, "minimum": 0}]'
    bundle = bundle_of(rows_json=text)
    assert [bundle.rows.outcome(number) for number in range(2)] == [Outcome.PASSED, Outcome.INVALID]


def test_yaml_rows_have_numbers_where_a_number_is_asked_for(bundle_of):
    text = "- case_id: 0010\n  score: 0.5\n  minimum: 0.8\n  attempt: 2\n- {case_id: no, score: '1', minimum: 0.8}\n"
    bundle = bundle_of(rows_yaml=text)
    first, second = bundle.row(0), bundle.row(1)
    assert (first.case_id, first.score, first.attempt, first.outcome) == ("0010", 0.5, 2, Outcome.FAILED)
    assert (second.case_id, second.score_written) == ("no", 'text "1"')
    assert [str(one.source) for one in (first, second)] == ["rows.yaml:1", "rows.yaml:5"]


def test_several_yaml_documents_are_several_records(bundle_of):
    bundle = bundle_of(rows_yaml="case_id: a\nscore: 1\nminimum: 0\n---\ncase_id: b\nscore: 1\nminimum: 0\n")
    assert cases(bundle) == ["a", "b"]
    assert bundle.rows.line(1) == 5


def test_an_empty_file_is_said(bundle_of):
    assert places(bundle_of(rows_jsonl="")) == [("rows.jsonl", "the file is empty")]


def test_records_of_no_kind_are_counted_once_for_a_file(bundle_of):
    text = line("a") + '{"x": 1, "y": 2}\n{"x": 3, "y": 4}\n{"z\\u001b": 1}\n'
    bundle = bundle_of(rows_jsonl=text)
    assert places(bundle) == [
        ("rows.jsonl:2", "not recognised: no kind of record has the fields x, y (2 records)"),
        ("rows.jsonl:4", "not recognised: no kind of record has the fields z\\x1b"),
    ]
    assert bundle.lost_row_lines == 3


def test_a_line_that_is_no_record_is_said(bundle_of):
    bundle = bundle_of(rows_jsonl=line("a") + "[1]\n7\n")
    assert [problem for _, problem in places(bundle)] == [
        "the line holds a list, not a record",
        "the line holds a bare value, not a record",
    ]


def test_standard_input_is_a_bundle():
    bundle = open_bundle(["-"], stdin=io.BytesIO(line("a").encode()))
    assert bundle.name == "stdin"
    assert str(bundle.row(0).source) == "stdin:1"


def test_what_does_not_exist_is_one_sentence(tmp_path):
    with pytest.raises(EvidenceError, match="there is no such file or folder"):
        open_bundle([tmp_path / "nowhere"])


def test_a_line_past_the_limit_is_unread_and_the_next_one_read(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(line("a") + line("b", store="x" * 5000) + line("c"))
    reader = Reader([path], limits=Limits(line=1000))
    list(reader.steps())
    assert cases(reader.bundle) == ["a", "c"]
    assert [(one.line, "longer" in one.problem) for one in reader.bundle.unread] == [(2, True)]
    assert reader.bundle.row(1).case_id == "c"


def test_a_giant_field_is_read_within_the_limit(bundle_of):
    bundle = bundle_of(rows_jsonl=line("a") + line("b", store="x" * 3_000_000) + line("c"))
    assert cases(bundle) == ["a", "b", "c"]
    assert len(bundle.row(1).raw["store"]) == 3_000_000


def test_documents_past_their_limit_are_unread(tmp_path):
    (tmp_path / "rows.yaml").write_text("- {case_id: a, score: 1}\n" * 100)
    (tmp_path / "more.json").write_text(json.dumps([row("a")] * 50))
    reader = Reader([tmp_path], limits=Limits(yaml=100, json=100))
    list(reader.steps())
    assert [("larger" in unread.problem) for unread in reader.bundle.unread] == [True, True]


def test_rows_are_usable_between_the_steps(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text(line(name))
    reader = Reader([tmp_path])
    seen = []
    for step in reader.steps():
        seen.append((step.rows, [reader.bundle.row(number).case_id for number in range(len(reader.bundle.rows))]))
        assert step.bytes_read <= step.bytes_total
    assert seen[0] == (1, ["a"])
    assert seen[-1] == (2, ["a", "b"])


def test_a_file_rewritten_after_reading_is_noticed(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(line("a") + line("b"))
    bundle = open_bundle([path])
    path.write_text(line("other one"))
    for number, case_id in enumerate(["a", "b"]):
        found = bundle.row(number)
        assert (found.case_id, found.score, found.outcome) == (case_id, 1.0, Outcome.PASSED)
        assert "only what the index kept is shown" in found.notes[0]
    path.unlink()
    assert bundle.row(0).case_id == "a"


def test_an_unknown_field_is_kept(bundle_of):
    assert bundle_of(rows_jsonl=[row("a", vendor={"x": [1]})]).row(0).raw["vendor"] == {"x": [1]}


def test_a_score_is_never_nan_in_the_table(bundle_of):
    rows = bundle_of(rows_jsonl='{"case_id": "a", "score": NaN}\n').rows
    assert rows.score(0) is None or not math.isnan(rows.score(0))
    assert rows.score(0) is None


def test_a_file_of_garbage_is_counted_and_not_listed_line_by_line(bundle_of):
    bundle = bundle_of(rows_jsonl="garbage\n" * 1_500)
    assert bundle.lost_row_lines == 1_500
    assert len(bundle.unread) == 1_001
    assert bundle.unread[-1].problem == "500 more lines or records were not read"
