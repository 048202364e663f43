"""Whatever a run recorded, no rule breaks: odd types, empty and missing records, text that means harm."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.odd import HERE, HOSTILE, METRICS, ids, manifests, maybe_text, numbers, texts
from tests.plausible import any_evidence
from triage.causes import RUN_CAUSES
from triage.clues.run import RunFacts
from triage.diagnosis import INTERNAL_FAULT, ask, diagnose
from triage.examine import examine
from triage.metrics.aggregates import Aggregate
from triage.model import (
    Attribution,
    Case,
    Chunk,
    Evidence,
    Fault,
    Label,
    Outcome,
    Retrieval,
    Row,
    StatedClaim,
    Unread,
)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(any_evidence())
def test_no_rule_breaks_on_any_evidence(odd_evidence):
    diagnosis = diagnose(odd_evidence)
    assert [word for word in diagnosis.cannot_tell if INTERNAL_FAULT in word.needs] == []
    if diagnosis.cause == "undetermined":
        assert diagnosis.owner is None and diagnosis.cannot_tell
    elif diagnosis.cause is not None:
        assert diagnosis.owner is not None and diagnosis.findings[0].evidence


unread = st.builds(Unread, texts, st.integers(0, 9), st.integers(0, 9), texts, st.booleans())
aggregates = st.builds(
    Aggregate, st.sampled_from(METRICS), maybe_text, maybe_text, numbers, st.integers(0, 3), st.integers(0, 3),
    st.integers(0, 3), st.none(),
)  # fmt: skip
facts = st.builds(
    RunFacts,
    rows=st.integers(0, 5),
    unread=st.lists(unread, max_size=3).map(tuple),
    faults=st.lists(st.builds(Fault, texts, texts, st.just(HERE)), max_size=2).map(tuple),
    planned=st.none() | st.tuples(st.sampled_from([-1, 0, 3, 10**9]), texts),
    unrowed=st.lists(ids, max_size=20).map(tuple),
    manifest=manifests,
    aggregates=st.lists(aggregates, max_size=3).map(tuple),
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(facts)
def test_no_rule_about_a_run_breaks_on_any_facts(odd_facts):
    assert [word for word in ask(RUN_CAUSES, odd_facts) if INTERNAL_FAULT in getattr(word, "needs", "")] == []


FIELDS = ["case_id", "metric", "status", "score", "minimum", "reason", "required_claim_ids", "supported_claim_ids"]
FIELDS += ["claims", "answer", "retrieved", "delivered", "k", "relevant", "presented_order", "actual_order", "attempts"]
FIELDS += ["expected_order", "request", "candidates", "judge", "versions", "error", "attempt", "doc_id", "aliases"]
odd_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.sampled_from(["", "a", "q", "fail", "1e9"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "id", "text", "k"]), inner, max_size=2)
    ),
    max_leaves=4,
)
odd_records = st.dictionaries(st.sampled_from(FIELDS), odd_values, max_size=9).map(lambda one: {"case_id": "q", **one})


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(odd_records, min_size=1, max_size=6))
def test_fields_of_wrong_types_reach_no_rule(tmp_path, records):
    path = tmp_path / "odd.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    examination = examine([path])
    for number in range(len(examination.bundle.rows)):
        assert isinstance(examination.bundle.row(number).raw, Mapping)
        said = examination.diagnosis(number).cannot_tell
        assert [word for word in said if INTERNAL_FAULT in word.needs] == []
    examination.bundle.close()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_in_every_field_of_a_full_row_is_only_text(text):
    label = Label(text, (text,), text, text)
    full = Evidence(
        Row(HERE, Outcome.FAILED, text, metric="evidence_coverage", score=0.0, minimum=1.0, reason=text,
            required=(text, "z"), supported=("z",), error=None, judge_text=text, raw={"answer": text}),
        case=Case(HERE, text, claims={text: label}, restricted=(text,)),
        attribution=Attribution(HERE, text, text, text, (StatedClaim(text, (text,), (0, 1), text),)),
        retrieval=Retrieval(HERE, text, text, 1, retrieved=(Chunk(1, text, text, text, source_version=text),)),
        ranking=None,
    )  # fmt: skip
    diagnosis = diagnose(full)
    assert diagnosis.cause is not None
    assert [word for word in diagnosis.cannot_tell if INTERNAL_FAULT in word.needs] == []
