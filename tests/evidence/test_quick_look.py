"""The quick look at a line and the full reading of it must never disagree."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from triage.evidence.fields import Record
from triage.evidence.index import Index, ReadFile
from triage.evidence.lines import index_lines
from triage.evidence.rows import parse_row
from triage.evidence.sources import Limits, Spool
from triage.model import Source

anything = (
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.text(max_size=3) | st.just([]) | st.just({})
)
numbers = st.sampled_from([0, 0.0, 0.5, 0.8, 1, 1.0, 2.0, -1.0, None, "0.5", float("nan"), True])
rows = st.fixed_dictionaries(
    {"case_id": st.text(max_size=4) | st.integers(0, 3)},
    optional={
        "status": st.sampled_from(["pass", "fail", "Pass ", "skip", "", "invalid", None, 1]),
        "score": numbers,
        "minimum": numbers,
        "metric": st.sampled_from(["evidence_coverage", "latency", "recall@3", "", None]),
        "blocking": st.sampled_from([True, False, None, "no"]),
        "attempt": st.sampled_from([1, 2, None, 1.5, "x"]),
        "system": st.sampled_from(["a", "", None, 7]),
        "scenario": st.sampled_from(["s", None]),
        "error": st.sampled_from([None, "", "boom", {"message": "m"}, [], False, 0]),
        "required_claim_ids": st.lists(st.sampled_from(["x", "y", 3]), max_size=2) | st.none(),
        "required": st.lists(st.just("z"), max_size=1) | st.none(),
        "claims": st.just([]) | st.none(),
        "extra": anything,
    },
)


def index_of(records, checked):
    spool = Spool(1 << 30)
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    index = Index(Limits(checked=checked))
    index.files.append(ReadFile(spool.append("rows.jsonl", [data])))
    list(index_lines(index, 0))
    spool.close()
    return index


@settings(max_examples=300, deadline=None)
@given(
    st.lists(rows.filter(lambda row: {"score", "status"} & row.keys()), min_size=1, max_size=5),
    st.sampled_from([0, 1 << 20]),
)
def test_columns_equal_the_fully_parsed_rows(records, checked):
    index = index_of(records, checked)
    table = index.rows
    assert len(table) == len(records)
    for number, record in enumerate(records):
        row = parse_row(Record(json.loads(json.dumps(record)), Source("rows.jsonl", number + 1)))
        assert (table.case_id(number), table.metric(number)) == (row.case_id, row.metric)
        assert (table.outcome(number), table.score(number), table.minimum(number)) == (
            row.outcome,
            row.score,
            row.minimum,
        )
        assert (table.system(number), table.scenario(number), table.attempt(number)) == (
            row.system,
            row.scenario,
            row.attempt,
        )
        assert table.blocking(number) is row.blocking
        assert bool(table.required_hash(number)) is bool(row.required)
        assert table.line(number) == number + 1


def test_many_rows_fill_columns_in_order():
    names = [f"c-{number}é" for number in range(3_000)]
    records = [
        {"case_id": name, "score": 1.0, "minimum": number % 7, "system": f"s{number % 3}"}
        for number, name in enumerate(names)
    ]
    table = index_of(records, 0).rows
    table.close()
    assert [table.case_id(number) for number in range(3_000)] == names
    assert [table.minimum(number) for number in range(14)] == [float(number % 7) for number in range(14)]
    assert [table.system(number) for number in (0, 1, 2, 2_999)] == ["s0", "s1", "s2", "s2"]
    assert table.find("c-1500é", "evidence_coverage", "s0") == [1500]
    assert table.find("c-1500é", "evidence_coverage", "s1") == []
    assert table.count(table.outcome(0)) == len(table.numbers(table.outcome(0))) == 858
