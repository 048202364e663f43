import math

import pytest

from triage.evidence.tolerant import TORN, Written, decode, is_plain, is_strict, read_line


def problem_of(data):
    reading = read_line(data)
    assert reading.problem is not None
    return reading.problem


def test_a_missing_comma_is_named_with_its_column():
    problem = problem_of(b'{"case_id": "k4", "status": "fail" "score": 0.5}')
    assert (problem.position + 1, problem.words, problem.torn) == (36, 'expected "," between members', False)


def test_a_missing_comma_in_a_list_speaks_of_elements():
    assert problem_of(b'{"ids": ["a" "b"]}').words == 'expected "," between elements'


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{'a': 1}", "expected a key in double quotes"),
        (b'{"a" 1}', 'expected ":" after the key'),
        (b'{"a": what}', "expected a value"),
        (b'{"a": "b\\q"}', "an escape that JSON does not know"),
    ],
)
def test_other_faults_have_plain_words(data, words):
    assert problem_of(data).words == words


@pytest.mark.parametrize(
    "data",
    [
        b'{"case_id": "k2", "score": 0.3',
        b'{"case_id": "k2", "sta',
        b'{"case_id": "k2", "cached": tr',
        b'{"case_id": "k2", "score": 0.',
        b'{"case_id": "k2", "score": -',
        b'{"case_id": "k2",',
        b'{"case_id": "k2", "a": "\\u00',
        b'{"case_id": "k2", "a": [1, 2',
    ],
)
def test_an_end_inside_a_record_is_torn(data):
    problem = problem_of(data)
    assert problem.torn
    assert problem.words == TORN


def test_bad_content_in_the_middle_is_not_torn():
    assert not problem_of(b'{"a": nope, "b": 1}').torn


def test_two_records_on_one_line_are_both_read():
    reading = read_line(b'{"case_id": "a"} {"case_id": "b"}\r\n')
    assert [piece.value["case_id"] for piece in reading.pieces] == ["a", "b"]
    assert [piece.start for piece in reading.pieces] == [0, 17]
    assert reading.problem is None


def test_a_record_behind_a_torn_one_is_recovered_by_the_first_key():
    line = '{"case_id": "é1", "reason": "sta{"case_id": "k3", "score": 1.0}'.encode()
    reading = read_line(line)
    assert [piece.value for piece in reading.pieces] == [{"case_id": "k3", "score": 1.0}]
    assert line[reading.pieces[0].start :].startswith(b'{"case_id": "k3"')
    assert reading.problem is not None
    assert reading.problem.torn


def test_a_nested_object_behind_a_torn_record_is_no_record():
    reading = read_line(b'{"case_id": "k1", "judge": {"model": "m"}, "sta')
    assert reading.pieces == ()


@pytest.mark.parametrize("written", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_json_does_not_know_stay_as_written(written):
    value = decode(b'{"score": %s}' % written.encode()).value["score"]
    assert isinstance(value, Written)
    assert value.written == written
    assert not math.isfinite(value)


def test_more_digits_than_python_converts_are_one_written_number():
    value = decode(b'{"score": %s}' % (b"9" * 5000)).value["score"]
    assert (value.written, value) == ("9" * 5000, math.inf)


def test_a_numeric_id_keeps_how_it_was_written():
    assert decode(b'{"case_id": 1.10}').value["case_id"].written == "1.10"


def test_a_lone_surrogate_is_read():
    assert decode(rb'{"a": "\ud800"}').value == {"a": "\ud800"}


@pytest.mark.parametrize("depth", [250, 700, 100_000])
def test_deep_nesting_is_a_reason_and_no_crash(depth):
    assert problem_of(b'{"a": ' + b"[" * depth + b"]" * depth + b"}").words == "nested too deeply to be read"


def test_a_hundred_levels_are_read():
    assert read_line(b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}").problem is None


def test_keys_given_twice_are_named_by_depth():
    piece = decode(b'{"score": 1, "score": 2, "judge": {"model": "a", "model": "b"}}')
    assert (piece.repeated, piece.nested) == (("score",), ("model",))


def test_the_same_key_in_two_mappings_is_no_repetition():
    piece = decode(b'{"a": {"id": 1}, "b": {"id": 2}}')
    assert (piece.repeated, piece.nested) == ((), ())


def test_the_quick_look_at_keys_is_never_fooled_into_yes():
    assert is_plain(b'{"a": 1, "b" : [{"c": 2}]}', {"a": 1, "b": [{"c": 2}]})
    assert not is_plain(b'{"a": 1, "a": 2}', {"a": 2})
    assert not is_strict(b'{"a": NaN}')


def test_a_byte_that_is_not_utf8_is_named():
    problem = problem_of(b'{"case_id": "k\xff"}')
    assert problem.words == "byte 0xff at position 15 of the line is not UTF-8"


def test_a_bom_inside_a_value_stays():
    assert decode('{"case_id": "\ufeffk"}'.encode()).value == {"case_id": "\ufeffk"}


def test_an_end_inside_a_character_is_torn():
    cut = '{"case_id": "a", "reason": "žluť'.encode()[:-1]
    assert problem_of(cut).torn
    assert not problem_of(b'{"case_id": "a\xff"}').torn
