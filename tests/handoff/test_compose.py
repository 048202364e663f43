"""The text that is handed over: complete, short, and inert wherever it is pasted."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triage.examine import Examination, examine
from triage.handoff.compose import Origin, compose, handoff_text
from triage.handoff.select import rows_named, selector
from triage.model import (
    CannotTell,
    Confidence,
    Diagnosis,
    Evidence,
    Finding,
    Outcome,
    Owner,
    Proof,
    RankingArtifact,
    Row,
    RuledOut,
    Source,
    Stage,
    StatedClaim,
)
from triage.owners import Choice, Team
from triage.text import clean

QUESTION = "How many days may pass before a parcel is returned at no cost?"
ANSWER = "Nothing is charged for a return, and a courier comes to your door."
CHUNK = "Couriers collect returns on weekdays between eight and noon only."
RECORDS = [
    {
        "run_id": "nightly-12",
        "contract_version": "c-3",
        "policy": {"version": "p-2", "minimum": {"evidence_coverage": 0.8}},
    },
    {
        "case_id": "parcel-4",
        "question": QUESTION,
        "claims": {"fee": {"sources": ["d-fee"]}, "window": {"sources": ["d-win"], "evidence": "thirty days"}},
    },
    {
        "case_id": "parcel-4",
        "answer": ANSWER,
        "mapper_version": "m-7",
        "claims": [
            {"claim_id": "fee", "citations": ["d-fee"], "span": [0, 31], "supported": True},
            {"claim_id": "window", "citations": [], "span": None, "supported": False},
        ],
    },
    {
        "case_id": "parcel-4",
        "k": 2,
        "retrieved": [
            {"doc_id": "d-fee", "text": CHUNK},
            {"doc_id": "d-x", "text": CHUNK},
            {"doc_id": "d-win", "text": "x"},
        ],
    },
    {
        "case_id": "parcel-4",
        "status": "fail",
        "score": 0.5,
        "minimum": 0.8,
        "required_claim_ids": ["fee", "window"],
        "supported_claim_ids": ["fee"],
        "reason": "supported=1; required=2; missing=window",
    },
]
TEAMS = b"teams: {retrieval: {name: Lookup crew, contact: '#lookup'}}\nrules: [{case: 'parcel-*', team: retrieval}]\n"


@pytest.fixture
def examination(tmp_path: Path) -> Examination:
    (tmp_path / "run.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    (tmp_path / "triage.yaml").write_bytes(TEAMS)
    return examine([tmp_path])


def test_the_text_says_what_where_why_who_and_how_to_check(examination: Examination) -> None:
    text = handoff_text(examination, 0)
    for fact in (
        "RAG gate: `parcel-4` failed",
        "run `nightly-12`, case `parcel-4`, `evidence_coverage`: 0.5 < 0.8, blocking",
        "contract `c-3` policy `p-2`",
        "mapper `m-7`",
        "row `run.jsonl:5`",
        "- `window`: `below-cutoff`; not stated; labelled `d-win` (rank 3 of k=2)",
        "d-win stands at rank 3, the cutoff is k=2 (`run.jsonl:4`)",
        "**Ruled out**",
        "**Cannot tell**",
        "- `Lookup crew` `#lookup` (role retrieval)",
        "triage.yaml:2",
        "teams file `triage.yaml` sha256 `",
        "  --row parcel-4\n",
        "passed, at 0.8 or above",
    ):
        assert fact in text


def test_question_answer_and_chunk_text_stay_at_home(examination: Examination) -> None:
    text = handoff_text(examination, 0)
    for private in (QUESTION, ANSWER, CHUNK):
        assert private[:20] not in text


ORIGIN = Origin(("nightly-red",), "nightly-green", "nightly-11", "triage.yaml", "ab" * 32)


def long_diagnosis(name: str, amount: int) -> Diagnosis:
    row = Row(
        Source(f"{name}.jsonl", 3),
        Outcome.FAILED,
        name,
        score=0.5,
        minimum=0.8,
        required=tuple(f"{name}-{at}" for at in range(amount)),
        supported=(),
        reason=name,
    )
    proofs = tuple(Proof(f"{name} {at}", row.source) for at in range(amount))
    finding = Finding("below-cutoff", Stage.RETRIEVAL, Owner.RETRIEVAL, Confidence.CERTAIN, proofs, name, name)
    return Diagnosis(
        row,
        (finding,),
        tuple(RuledOut(f"cause-{at}", name, row.source) for at in range(amount)),
        tuple(CannotTell(f"doubt-{at}", name) for at in range(amount)),
        finding.cause,
        finding.owner,
        finding.confidence,
        finding.stage,
    )


def choice(name: str) -> Choice:
    return Choice(Owner.RETRIEVAL, Team("x", name, name), name)


def test_a_long_text_leaves_out_whole_items_of_the_least_important_sections_and_counts_them() -> None:
    diagnosis = long_diagnosis("parcel", 30)
    text = compose(diagnosis, Evidence(diagnosis.row), choice("Lookup crew"), ORIGIN)
    assert len(text) < 3000
    assert "**Ruled out**\n- 30 more left out to keep this short" in text
    kept = text.count("- parcel ")
    assert kept > 0
    evidence = text.split("**Evidence**\n")[1].split("\n**")[0]
    assert len(evidence.splitlines()) == kept + ("more left out" in evidence)
    assert "0.5 < 0.8" in text
    assert "- `Lookup crew`" in text
    assert "--row parcel" in text


def test_another_owner_is_named_before_the_seventh_look_alike() -> None:
    diagnosis = long_diagnosis("parcel", 2)
    padded = tuple(RuledOut(f"cause-{at}", "parcel " * 20, diagnosis.row.source) for at in range(20))
    beside = replace(diagnosis.findings[0], cause="uncited-claim", owner=Owner.APPLICATION, secondary=True)
    several = replace(diagnosis, ruled_out=padded, findings=(*diagnosis.findings, beside, replace(beside, next="x")))
    text = compose(several, Evidence(diagnosis.row), choice("Lookup crew"), ORIGIN)
    ruled_out = text.split("**Ruled out**\n")[1].split("\n**")[0]
    assert "more left out to keep this short" in ruled_out
    assert "**Also seen**\n- `uncited-claim`, owner application\n**Owner**" in text


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({"claim_id": "window"}, "`below-cutoff`;"),
        ({"claim_id": "window", "secondary": True}, "`below-cutoff`, only also seen;"),
        ({"claim_id": None}, "`below-cutoff`, of the whole row;"),
        ({"claim_id": "fee"}, "no cause found;"),
    ],
)
def test_every_missing_claim_has_a_cause_or_says_that_none_was_found(
    examination: Examination, found: dict[str, object], words: str
) -> None:
    diagnosis = examination.diagnosis(0)
    told = replace(diagnosis, findings=(replace(diagnosis.findings[0], **found),))  # type: ignore[arg-type]
    text = compose(told, examination.evidence(0), None, ORIGIN)
    assert f"- `window`: {words} not stated; labelled `d-win` (rank 3 of k=2)" in text


def test_a_claim_s_primary_cause_goes_before_one_that_was_only_seen_beside_it(examination: Examination) -> None:
    diagnosis = examination.diagnosis(0)
    beside = replace(diagnosis.findings[0], cause="uncited-claim", secondary=True)
    told = replace(diagnosis, findings=(beside, *diagnosis.findings))
    assert "- `window`: `below-cutoff`; not stated;" in compose(told, examination.evidence(0), None, ORIGIN)


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ((StatedClaim("window"),), "not stated;"),
        ((StatedClaim("fee"),), "not in the attribution record;"),
        ((StatedClaim("window", quote="thirty days"),), "stated, nothing cited;"),
        (None, "citations not recorded;"),
    ],
)
def test_a_claim_that_the_mapper_never_looked_for_is_not_called_unstated(
    examination: Examination, claims: tuple[StatedClaim, ...] | None, words: str
) -> None:
    evidence = examination.evidence(0)
    assert evidence.attribution is not None
    other = replace(evidence, attribution=replace(evidence.attribution, claims=claims))
    text = compose(examination.diagnosis(0), other, None, ORIGIN)
    assert f"- `window`: `below-cutoff`; {words} labelled" in " ".join(text.split())


def test_what_the_cause_could_be_taken_for_is_ruled_out_first_and_left_out_last() -> None:
    diagnosis = long_diagnosis("parcel", 1)
    source = diagnosis.row.source
    slugs = ("score-not-reproducible", "label-gap", "retrieval-miss")
    several = replace(
        diagnosis, ruled_out=tuple(RuledOut(slug, "seen", source, claim) for slug in slugs for claim in "ab")
    )
    text = compose(several, Evidence(diagnosis.row), choice("Lookup crew"), ORIGIN)
    said = text.split("**Ruled out**\n")[1].split("\n**")[0].splitlines()
    assert [line.split("`")[1] for line in said] == ["retrieval-miss", "score-not-reproducible", "label-gap"]


def test_a_last_green_run_below_the_working_folder_is_named_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {"case_id": "parcel-4", "status": "pass", "score": 0.9, "minimum": 0.8}
    for run, changes in (("green", {}), ("now", {"status": "fail", "score": 0.5})):
        (tmp_path / run).mkdir()
        (tmp_path / run / "rows.jsonl").write_text(json.dumps(row | changes) + "\n")
    monkeypatch.chdir(tmp_path)
    text = handoff_text(examine(["now"], baseline=str(tmp_path / "green")), 0)
    assert "triage \\\n  now \\\n  --baseline green \\\n  --row parcel-4\n" in text


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=300), st.integers(0, 40))
def test_whatever_the_ids_are_the_text_pastes_well(name: str, amount: int) -> None:
    diagnosis = long_diagnosis(name, amount)
    origin = Origin((name,), name, name, name, "ab" * 32)
    ranking = RankingArtifact(Source("r.yaml"), name, presented=(name,) * 5, actual=(name,), expected=(name,) * amount)
    text = compose(diagnosis, Evidence(diagnosis.row, ranking=ranking), choice(name), origin)
    assert len(text) < 3000
    assert max(len(line) for line in text.split("\n")) < 100
    assert [line for line in text.split("\n") if clean(line) != line] == []


def test_hostile_ids_stand_in_code_spans_and_start_no_list_table_or_mention() -> None:
    diagnosis = long_diagnosis("refund|`eu`-7 <@everyone>\n- [ ] not a list item", 1)
    text = compose(diagnosis, Evidence(diagnosis.row), choice("<!channel>"), ORIGIN)
    assert "`` refund|`eu`-7 <@everyone>\\x0a- [ ] not a list item ``" in text
    assert "- `<!channel>` `<!channel>`" in text
    assert not [line for line in text.split("\n") if line.startswith(("- [ ]", "|"))]


def test_what_a_later_stage_also_shows_is_named_and_its_proofs_are_not_evidence() -> None:
    diagnosis = long_diagnosis("parcel", 1)
    proof = Proof("a side remark", diagnosis.row.source)
    later = Finding("noisy-context", Stage.RETRIEVAL, Owner.RETRIEVAL, Confidence.LIKELY, (proof,), "", secondary=True)
    both = replace(diagnosis, findings=(*diagnosis.findings, later))
    text = compose(both, Evidence(diagnosis.row), choice("Lookup crew"), ORIGIN)
    assert "**Also seen**\n- `noisy-context`, owner retrieval\n" in text
    assert "a side remark" not in text


def test_a_judge_s_free_words_stay_at_home_and_an_error_is_told() -> None:
    free = Row(Source("rows.jsonl", 1), Outcome.FAILED, "a", score=0.1, reason="the answer says that Ann owes 40 EUR")
    broken = Row(Source("rows.jsonl", 1), Outcome.INVALID, "a", reason="HTTP 429 from the judge")
    texts = [compose(Diagnosis(row), Evidence(row), None, ORIGIN) for row in (free, broken)]
    assert "Ann" not in texts[0]
    assert "reason: HTTP 429 from the judge" in texts[1]


def test_a_row_without_an_owner_names_nobody(examination: Examination) -> None:
    row = Row(Source("rows.jsonl", 9), Outcome.INVALID, line=4, score_written="NaN")
    diagnosis = Diagnosis(row, cannot_tell=(CannotTell("undetermined", "the log"),), cause="undetermined")
    text = compose(diagnosis, Evidence(row), None, ORIGIN)
    joined = " ".join(text.split())
    assert "no owner is suggested" in text
    assert "without a case id, `evidence_coverage`: no score (`NaN` was written), no minimum, blocking" in joined
    assert "input line `4`" in text
    assert "--row rows.jsonl:9" in text
    assert "with a valid score, passed or failed" in text


def test_a_ranking_row_shows_orders_what_is_wrong_with_them_and_both_digests() -> None:
    row = Row(Source("r.yaml", 1), Outcome.INVALID, "rank-2", metric="pairwise_agreement")
    ranking = RankingArtifact(
        Source("r.yaml", 1),
        "rank-2",
        direction="best-first",
        criterion_version="v3",
        candidate_digest="0123456789abcdef0123",
        presented=("b", "a"),
        expected=("a", "b"),
        actual=("a", "a"),
        must_win_expected="a",
    )
    text = compose(Diagnosis(row, cause="undetermined"), Evidence(row, ranking=ranking), None, ORIGIN)
    for fact in (
        "- presented: `b` > `a`",
        "- reviewed: `a` > `b`",
        "- returned: `a` > `a`",
        "must win: `a`, won: not recorded",
        "candidates as reviewed: digest `0123456789abcdef`; not recomputed, the texts were not kept",
        "criterion version `v3`, direction `best-first`",
    ):
        assert fact in text
    said = text.split("returned against reviewed: ")[1]
    assert "missing" in said
    assert "duplicate" in said


def test_a_row_is_named_by_its_case_or_by_its_place_and_found_again(tmp_path: Path) -> None:
    rows = [{"case_id": case, "status": "fail", "score": 0.1, "minimum": 0.8} for case in ("a", "b\x1b", "c" * 200)]
    (tmp_path / "rows.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in [*rows, {"line": 7, "status": "invalid"}])
    )
    bundle = examine([tmp_path]).bundle
    names = [selector(bundle.row(number)) for number in range(4)]
    assert names == ["a", "rows.jsonl:2", "rows.jsonl:3", "rows.jsonl:4"]
    assert [rows_named(bundle, name) for name in names] == [[0], [1], [2], [3]]
    assert rows_named(bundle, "b\x1b") == [1]
    assert rows_named(bundle, "nobody") == []
    assert rows_named(bundle, "rows.jsonl:9") == []


def test_no_row_of_the_demonstration_run_hands_over_its_question_answer_or_chunks() -> None:
    red = next((Path(__file__).resolve().parents[2] / "artifacts").glob("*red*"))
    examination = examine([red])
    assert len(examination.red) >= 12
    for number in examination.red:
        text, evidence = handoff_text(examination, number), examination.evidence(number)
        joined = " ".join(text.split())
        assert len(text) < 3000
        assert max(len(line) for line in text.split("\n")) < 100
        private = [evidence.case.question if evidence.case else None]
        private += [evidence.attribution.answer if evidence.attribution else None]
        private += [chunk.text for chunk in (evidence.retrieval and evidence.retrieval.retrieved) or ()]
        private += [candidate for _, candidate in evidence.ranking_case.candidates] if evidence.ranking_case else []
        for words in filter(None, private):
            assert words[:40] not in joined
        assert f"`{evidence.row.case_id}`" in text
        assert f"`{examination.diagnosis(number).cause}`" in text


def test_a_row_that_fails_without_a_minimum_says_whose_verdict_that_is() -> None:
    text = handoff_text(EXAMPLE, numbered("rk-late-reply"))
    assert "`pairwise_agreement`: 0.333, no minimum, recorded `fail`," in " ".join(text.split())


@pytest.mark.parametrize(("case", "bound"), [("sh-window", True), ("rf-skipped-week", False)])
def test_a_contract_that_is_at_fault_need_not_stay(case: str, bound: bool) -> None:
    text = " ".join(handoff_text(EXAMPLE, numbered(case)).split())
    assert "passed, at 0.7 or above" in text
    assert ("under the same contract version" in text) is bound


EXAMPLE = examine([Path(__file__).resolve().parents[2] / "artifacts"])


def numbered(case: str) -> int:
    return next(number for number in EXAMPLE.red if EXAMPLE.bundle.rows.case_id(number) == case)
