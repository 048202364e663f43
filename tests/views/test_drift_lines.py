"""Drift, ties, sufficiency and citation faults stand where a person looks for them, each with its record."""

from tests.views import evidence as made
from triage.model import Attribution, Chunk, Evidence, Manifest, Source, StatedClaim
from triage.views import attribution, contract, metric, retrieval
from triage.views.entry import Entry, text_of


def words(entries: list[Entry]) -> str:
    return "\n".join(text_of(one.line) for one in entries)


def line_with(entries: list[Entry], part: str) -> Entry:
    return next(one for one in entries if part in text_of(one.line))


def test_the_contract_stage_shows_what_moved_around_the_row() -> None:
    then = made.coverage_row(score=1.0, input_sha256="e" * 64, raw={"versions": {"gauge": "1"}})
    now = made.coverage_row(judge="arbiter", input_sha256="e" * 64, raw={"versions": {"gauge": "2"}})
    shown = contract.entries(made.coverage(row=now, green=Evidence(then, manifest=Manifest())))
    assert "What moved around this row" in words(shown)
    package = line_with(shown, "gauge 1 -> 2; the metric's input is unchanged")
    assert package.source == now.source
    assert "judge arbiter: it carries no version or date" in words(shown)
    assert "What moved around" not in words(contract.entries(Evidence(made.coverage_row())))


def test_the_floating_judge_is_shown_without_a_last_green_run_too() -> None:
    shown = words(contract.entries(Evidence(made.coverage_row(judge="arbiter-latest"))))
    assert "judge arbiter-latest: it says latest, so the name may mean another model than last time" in shown


def test_the_retrieval_stage_shows_the_tie_at_the_cut_and_whether_the_context_was_sufficient() -> None:
    chunks = (Chunk(1, "ship-1", score=0.9), Chunk(2, "blog-4", score=0.7), Chunk(3, "ret-7", score=0.7))
    shown = retrieval.entries(made.coverage(retrieval=made.coverage_retrieval(retrieved=chunks)))
    tie = line_with(
        shown, "tie at the cut: the result depends on the tie rule; score 0.7 at ranks 2 to 3: blog-4, ret-7"
    )
    assert tie.source == Source("retrieval.jsonl", 9)
    context = line_with(shown, "insufficient: visible evidence for 1 of 3 required claims")
    assert "none for free-returns, courier-call" in text_of(context.line)
    assert "points at retrieval, and the application should have abstained" in text_of(context.line)


def test_no_tie_is_no_line() -> None:
    assert "tie" not in words(retrieval.entries(made.coverage()))


def test_the_metric_stage_shows_the_value_by_each_tie_rule() -> None:
    chunks = (Chunk(1, "ship-1", score=0.7), Chunk(2, "zoo-1", score=0.7))
    row = made.coverage_row(metric="rr@2", score=1.0, required=None, supported=None)
    shown = words(metric.entries(made.coverage(row=row, retrieval=made.coverage_retrieval(retrieved=chunks))))
    assert "by saved rank 1, by score, then id descending 0.5, by score, then id ascending 1" in shown


def test_the_claims_table_names_the_fault_of_each_citation() -> None:
    claims = (
        StatedClaim("delivery-days", ("ship-1", "ship-7", "9"), (0, 31)),
        StatedClaim("free-returns", ("ret-7",), (0, 31), "free of charge"),
        StatedClaim("courier-call", (), (61, 80)),
    )
    record = Attribution(Source("attribution.jsonl", 5), "parcel-times", made.ANSWER, claims=claims)
    shown = attribution.entries(made.coverage(attribution=record))
    text = words(shown)
    assert "cites ship-1: labelled, visible, rank 1" in text
    assert "cites ship-7: x not labelled, x is unknown to the corpus" in text
    assert "cites 9: x not labelled, x is unknown to the corpus" in text and "beyond the end of it (2 sources)" in text
    assert "cites ret-7: labelled, x was retrieved at rank 3 and not visible to the answer stage" in text
    shared = line_with(shown, "x shares the span 0-31 with free-returns")
    assert (shared.source, shared.item) == (record.source, "delivery-days")
    assert line_with(shown, "x is stated without a citation").item == "courier-call"
