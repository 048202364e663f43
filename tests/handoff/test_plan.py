"""What a handoff holds, and that the frozen rows read as they did where they came from."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.handoff.runs import ANSWER, CHUNK, PASSAGE, QUESTION, SPAN, write_run
from triage.examine import Examination, examine
from triage.handoff.plan import Plan, plan, plan_all, write
from triage.handoff.quotes import passages
from triage.handoff.write import HandoffError
from triage.metrics.ranking import candidate_digest
from triage.model import Owner
from triage.redaction import TOUCHED

ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts"
SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "files"


def facts(made: Plan) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(made.files["handoff.json"])
    return loaded


def said(examination: Examination, number: int) -> tuple[Any, ...]:
    diagnosis = examination.diagnosis(number)
    choice = examination.choice(diagnosis)
    found = [(one.cause, one.claim_id, one.secondary) for one in diagnosis.findings]
    doubts = [(one.cause, one.claim_id) for one in (*diagnosis.ruled_out, *diagnosis.cannot_tell)]
    row = diagnosis.row
    whole = (row.outcome, row.score, row.minimum, diagnosis.cause, diagnosis.owner, diagnosis.confidence)
    return (*whole, choice and choice.team, found, doubts)


@pytest.fixture(scope="module")
def handed(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[tuple[Any, ...], Plan, Path]]:
    """Every red row of the demonstration: what was said of it, its handoff, and the folder; the runs are gone."""
    home = tmp_path_factory.mktemp("home")
    for run in ("nightly-1130-red", "nightly-1129-green"):
        shutil.copytree(ARTIFACTS / run, home / "runs" / run)
    examination = examine([home / "runs" / "nightly-1130-red"])
    found = []
    for number in examination.red:
        made = plan(examination, [number])
        found.append((said(examination, number), made, write(made, home / "out")))
    shutil.rmtree(home / "runs")
    return found


def test_every_incident_reads_the_same_in_its_folder_with_the_runs_deleted(
    handed: list[tuple[tuple[Any, ...], Plan, Path]],
) -> None:
    assert len(handed) >= 12
    for before, made, folder in handed:
        again = examine([folder])
        assert again.notes == (f"a handoff folder: all {len(made.files) - 1} files are as they were written",)
        (row,) = facts(made)["rows"]
        place = (row["frozen"]["file"].removeprefix("inputs/"), row["frozen"]["line"])
        sources = [again.bundle.row(number).source for number in range(len(again.bundle.rows))]
        assert said(again, [(one.path, one.line) for one in sources].index(place)) == before
        assert made.notes == ()
        assert again.baseline is not None
        assert again.baseline.bundle.manifest.run_id == "nightly-1129"


def test_no_file_of_any_incident_holds_question_chunk_or_candidate_text(
    handed: list[tuple[tuple[Any, ...], Plan, Path]],
) -> None:
    run = examine([ARTIFACTS / "nightly-1130-red"])
    private: set[str] = set()
    quotes: set[str] = {""}
    for number in run.red:
        evidence = run.evidence(number)
        private |= {evidence.case.question or "" if evidence.case else ""}
        private |= {chunk.text or "" for chunk in (evidence.retrieval and evidence.retrieval.retrieved) or ()}
        private |= {text for _, text in (evidence.ranking_case.candidates if evidence.ranking_case else ())}
        quotes |= set(passages(evidence))  # A chunk may repeat a quote of the answer word for word.
    private -= quotes
    assert len(private) > 40
    for _, made, _ in handed:
        everything = b"\n".join(made.files.values()).decode()
        assert [text for text in private if text in everything] == []


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", "parcel-4", "parcel-5")


def test_by_default_only_claim_quotes_leave_and_the_switch_keeps_every_text(run: Path) -> None:
    examination = examine([run])
    covered, whole = (plan(examination, [0], with_text=keep) for keep in (False, True))
    short, full = (b"".join(made.files.values()).decode() for made in (covered, whole))
    for private in (QUESTION, ANSWER, CHUNK, "Couriers", "a courier comes"):
        assert private not in short
        assert private in full
    assert ANSWER[SPAN[0] : SPAN[1]] in short
    assert PASSAGE in short
    assert CHUNK not in covered.text + whole.text
    told = facts(covered)["texts"]
    assert told["characters_withheld"] > 2 * len(QUESTION)
    assert {one["path"] for one in told["fields"]} >= {"question", "query", "answer", "retrieved[2].text", "text"}
    assert facts(whole)["texts"] == {"characters_withheld": 0, "characters_redacted": 0, "fields": []}


def test_a_coverage_handoff_holds_what_the_next_team_asks_for(run: Path) -> None:
    told = facts(plan(examine([run]), [0]))
    assert told["schema"] == "triage.handoff/1"
    assert (told["cause"], told["confidence"], told["owner"]) == ("below-cutoff", "likely", "retrieval")
    assert told["run"]["run_id"] == "nightly-12"
    (row,) = told["rows"]
    assert (row["case_id"], row["metric"], row["score"], row["minimum"]) == ("parcel-4", "evidence_coverage", 0.5, 0.8)
    assert (row["outcome"], row["recomputed"], row["source"]) == ("failed", 0.5, "rows.jsonl:1")
    assert (row["versions"]["contract"], row["versions"]["mapper"], row["versions"]["corpus"]) == ("c-3", "m-7", "kb-9")
    (claim,) = row["missing_claims"]
    assert (claim["claim_id"], claim["cause"], claim["citations"], claim["k"]) == ("window", "below-cutoff", [], 2)
    assert claim["labelled"] == [{"doc_id": "d-win", "rank": 3}]
    assert claim["passage"] == PASSAGE


def test_every_missing_claim_has_its_own_cause(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", "parcel-4")
    rows = (run / "rows.jsonl").read_text().replace('"supported_claim_ids": ["fee"]', '"supported_claim_ids": []')
    rows = rows.replace("0.5", "0.0").replace("supported=1", "supported=0").replace("missing=w", "missing=fee,w")
    (run / "rows.jsonl").write_text(rows)
    made = plan(examine([run]), [0])
    causes = {one["claim_id"]: one["cause"] for one in facts(made)["rows"][0]["missing_claims"]}
    assert causes == {"fee": "support-mapper-dropped-claim", "window": "below-cutoff"}
    assert facts(made)["rows"][0]["missing_claims"][0]["citations"] == ["d-fee"]
    assert facts(made)["rows"][0]["missing_claims"][0]["quote"] is None
    assert "`fee`: `support-mapper-dropped-claim`; cited `d-fee`; labelled `d-fee` (rank 1 of k=2)" in made.text


def test_a_ranking_handoff_holds_orders_digests_and_the_missing_passage() -> None:
    examination = examine([ARTIFACTS / "nightly-1130-red"])
    (number,) = examination.bundle.rows.of_case("rk-late-reply")
    made = plan(examination, [number])
    ranking = facts(made)["rows"][0]["ranking"]
    assert ranking["orders"]["presented"] == ["credit", "choice", "apology"]
    assert ranking["orders"]["returned"] == ["credit", "apology", "choice"]
    assert ranking["source_digest"] == ranking["source_digest_computed"] != ranking["rendered_digest"]
    assert ranking["rendered_digest"] == ranking["rendered_digest_computed"]
    changed = [one["id"] for one in ranking["candidates"] if one["reviewed_sha256"] != one["shown_sha256"]]
    assert changed == ["choice"]
    shown = {one["passage"]: one["shown"] for one in ranking["deciding_passages"]}
    assert shown == {"a credit of 20 percent": True, "hand back the unopened box for a full refund": False}
    assert ranking["criterion_version"] == "3"
    joined = " ".join(made.text.split())
    assert "missing in what the judge was shown: hand back the unopened box for a full refund" in joined
    assert "decides by review: a credit of 20 percent" in joined
    assert ranking["source_digest"].encode() in made.files["inputs/ranking.yaml"]


def test_rows_of_one_fingerprint_share_a_folder_that_lists_them_all(run: Path) -> None:
    (made,) = plan_all(examine([run]), [0, 1, 0])
    assert made.numbers == (0, 1)
    assert [row["case_id"] for row in facts(made)["rows"]] == ["parcel-4", "parcel-5"]
    assert "RAG gate: `parcel-4` failed and 1 more row of the same cause" in made.text
    assert "**Rows**\n- `parcel-5`, `evidence_coverage`: 0.5 < 0.8, missing `window`\n" in made.text
    assert made.files["inputs/rows.jsonl"].count(b"\n") == 2
    lines = [row["frozen"]["line"] for row in facts(made)["rows"]]
    assert lines == [1, 2]


def test_rows_of_several_fingerprints_are_several_handoffs(tmp_path: Path) -> None:
    other = {"case_id": "parcel-9", "status": "invalid", "reason": "HTTP 503 from the judge"}
    run = write_run(tmp_path / "run", "parcel-4", rows=[other])
    made = plan_all(examine([run]), [0, 1])
    assert [facts(one)["cause"] for one in made] == ["below-cutoff", "judge-unavailable"]


def test_the_role_it_goes_to_may_be_another_than_the_suggested_one(run: Path) -> None:
    (run / "triage.yaml").write_text(
        "teams: {corpus: {name: Writers, contact: '#writers'}, retrieval: {name: Finders}}\n"
    )
    examination = examine([run])
    made = plan(examination, [0], to=Owner.CORPUS)
    told = facts(made)
    assert told["owner"] == "retrieval"
    assert (told["to"]["owner"], told["to"]["team"]["name"]) == ("corpus", "Writers")
    assert "- `Writers` `#writers` (role corpus)\n" in made.text
    assert "suggested was retrieval" in made.text
    assert facts(plan(examination, [0]))["to"]["team"]["name"] == "Finders"
    assert "suggested was" not in plan(examination, [0], to=Owner.RETRIEVAL).text


def test_the_rule_that_chose_the_team_goes_along(run: Path, tmp_path: Path) -> None:
    (run / "triage.yaml").write_text(
        "teams: {finders: {name: Finders}, retrieval: {name: Search}, corpus: {name: Writers}}\n"
        "rules:\n- {stage: retrieval, team: retrieval}\n- {case: 'parcel-*', team: finders}\n"
        "- {case: x, team: corpus}\n"
    )
    examination = examine([run])
    folder = write(plan(examination, [0]), tmp_path / "out")
    again = examine([folder])
    choice = again.choice(again.diagnosis(0))
    assert choice is not None
    assert choice.team is not None
    assert choice.team.name == "Finders"
    assert [rule.team for rule in choice.matched] == ["retrieval", "finders"]
    assert b"Writers" not in (folder / "inputs" / "triage.yaml").read_bytes()


def test_rows_of_several_teams_say_so(run: Path) -> None:
    (run / "triage.yaml").write_text(
        "teams: {a: {name: Alpha}, b: {name: Beta}}\nrules:\n- {case: parcel-4, team: a}\n- {case: parcel-5, team: b}\n"
    )
    examination = examine([run])
    (made,) = plan_all(examination, [0, 1])
    assert made.notes == ("by the teams file these rows belong to several teams: Alpha, Beta",)
    assert plan_all(examination, [0, 1], to=Owner.CORPUS)[0].notes == ()


def test_no_place_on_this_machine_is_told(run: Path, tmp_path: Path) -> None:
    crew = tmp_path / "crew.yaml"
    crew.write_text("teams: {retrieval: {name: Finders}}\n")
    made = plan(examine([run], teams=str(crew)), [0])
    everything = b"".join(made.files.values()).decode()
    assert "crew.yaml" in everything
    assert str(tmp_path) not in everything


def test_the_same_rows_give_the_same_bytes(run: Path) -> None:
    assert plan(examine([run]), [0]) == plan(examine([run]), [0])


def test_what_speaks_of_the_whole_run_stays_at_home(run: Path, tmp_path: Path) -> None:
    folder = write(plan(examine([run]), [0]), tmp_path / "out")
    assert b"planned_rows" not in (folder / "inputs" / "run.jsonl").read_bytes()
    assert examine([folder]).verdict.exit_code == 1
    corpus = (folder / "inputs" / "corpus.jsonl").read_text()
    assert '"text"' not in corpus
    assert [json.loads(line)["doc_id"] for line in corpus.splitlines()] == ["d-fee", "d-win"]
    assert json.loads((folder / "handoff.json").read_text())["run"]["left_out"] == ["planned_rows"]


def test_an_inventory_that_lacks_the_row_s_documents_is_not_the_same_as_none(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", "parcel-4")
    (run / "corpus.jsonl").write_text('{"doc_id": "other", "sha256": "ab", "text": "Nothing to do with it."}\n')
    (run / "retrieval.jsonl").write_text('{"case_id": "parcel-4", "k": 2, "retrieved": ["d-fee", "d-x"]}\n')
    examination = examine([run])
    made = plan(examination, [0])
    assert examination.diagnosis(0).cause == "not-in-corpus"
    assert made.notes == ()
    assert json.loads(made.files["inputs/corpus.jsonl"])["doc_id"] == "other"


def test_a_document_that_knows_a_label_by_an_alias_goes_along(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", "parcel-4")
    moved = {"doc_id": "kb/window", "aliases": ["d-win"], "sha256": "ab"}
    (run / "corpus.jsonl").write_text(json.dumps(moved) + '\n{"doc_id": "d-fee"}\n{"doc_id": "z"}\n')
    kept = plan(examine([run]), [0]).files["inputs/corpus.jsonl"].decode()
    assert sorted(json.loads(line)["doc_id"] for line in kept.splitlines()) == ["d-fee", "kb/window"]


def test_attempts_of_one_case_are_frozen_once_each(tmp_path: Path) -> None:
    attempts = [{"case_id": "a", "score": at / 10, "minimum": 0.5, "attempt": at} for at in (1, 2, 9)]
    examination = examine([write_run(tmp_path / "run", rows=attempts, run={"run_id": "r"})])
    made = plan(examination, [0, 1])
    assert made.files["inputs/rows.jsonl"].count(b"\n") == 3
    assert made.notes == ()


def test_a_comparison_that_was_read_from_yaml_is_found_in_its_place(tmp_path: Path) -> None:
    for name in ("a", "b"):
        orders = f"case: {name}\npresented_order: [x, 1]\nexpected_order: [x, 1]\nactual_order: [1, x]\n"
        (tmp_path / f"{name}.yaml").write_text(f"{orders}pairwise_agreement: 0.0\n")
    examination = examine([tmp_path])
    made = plan(examination, [0, 1])
    assert made.notes == ()
    assert [row["frozen"]["line"] for row in facts(made)["rows"]] == [2, 8]
    again = examine([write(made, tmp_path / "out")])
    assert [again.bundle.row(number).score for number in (0, 1)] == [0.0, 0.0]
    ranking = again.evidence(0).ranking
    assert ranking is not None
    assert (ranking.actual, ranking.pairwise_agreement) == (("1", "x"), 0.0)


def test_a_lost_score_stays_lost_where_the_metric_gives_scores(tmp_path: Path) -> None:
    rows = [{"case_id": "c1", "metric": "tone", "status": "pass"}, {"case_id": "c2", "metric": "tone", "score": 0.9}]
    examination = examine([write_run(tmp_path / "run", rows=rows, run={"run_id": "r"})])
    assert examination.bundle.row(0).outcome.word == "invalid"
    assert plan(examination, [0]).notes == ()


def test_a_number_of_any_length_keeps_the_text_narrow(tmp_path: Path) -> None:
    for name, score in (("a", 1e308), ("b", "x" * 300)):
        row = {"case_id": name, "score": score, "minimum": 0.5, "status": "fail"}
        made = plan(examine([write_run(tmp_path / name, rows=[row], run={"run_id": "r"})]), [0])
        assert max(map(len, made.text.split("\n"))) < 100


def test_a_bundle_without_a_manifest_gets_none(tmp_path: Path) -> None:
    row = {"case_id": "a", "score": 0.1, "minimum": 0.5}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    made = plan(examine([tmp_path]), [0])
    assert set(made.files) == {"handoff.md", "handoff.json", "inputs/rows.jsonl"}
    assert examine([write(made, tmp_path / "out")]).verdict.word == "red"


def test_a_green_run_without_this_case_is_still_seen(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", "parcel-4", run={"run_id": "now"})
    green = write_run(tmp_path / "green", "parcel-7", run={"run_id": "then"})
    examination = examine([run], baseline=str(green))
    folder = write(plan(examination, [0]), tmp_path / "out")
    evidence = examine([folder]).evidence(0)
    assert evidence.has_baseline
    assert evidence.green is None
    assert QUESTION not in (folder / "inputs" / "baseline" / "rows.jsonl").read_text()


def test_a_verdict_without_a_score_is_still_a_verdict(tmp_path: Path) -> None:
    rows = [
        {"case_id": "c1", "metric": "tone", "status": "pass"},
        {"case_id": "c2", "metric": "tone", "status": "fail"},
        {"case_id": "c3", "metric": "tone", "status": "pass"},
    ]
    examination = examine([write_run(tmp_path / "run", rows=rows, run={"run_id": "r"})])
    made = plan(examination, [1])
    assert made.notes == ()
    assert b"c3" not in made.files["inputs/rows.jsonl"]


def test_a_key_given_twice_stays_an_unreadable_row(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"case_id": "a", "score": 0.9, "score": 0.1, "minimum": 0.5}\n')
    examination = examine([tmp_path])
    assert examination.diagnosis(0).row.outcome.word == "invalid"
    made = plan(examination, [0])
    assert made.notes == ()
    assert made.files["inputs/rows.jsonl"].count(b'"score"') == 2


def test_a_folder_that_reads_otherwise_says_so_in_text_and_json(tmp_path: Path) -> None:
    # The passage is written with a ligature: it is found by its compatibility form, and cannot be kept by its letters.
    run = write_run(tmp_path / "run", "parcel-4")
    hits = [{"doc_id": "d-win", "text": "You have to \ufb01le it within a month."}]
    retrieval = {"case_id": "parcel-4", "k": 2, "retrieved": hits}
    (run / "retrieval.jsonl").write_text(json.dumps(retrieval) + "\n")
    (run / "cases.jsonl").write_text((run / "cases.jsonl").read_text().replace(PASSAGE, "file it within a month"))
    examination = examine([run])
    made = plan(examination, [0])
    assert examination.diagnosis(0).cause == "answer-omits-claim"
    (note,) = made.notes
    assert "with texts withheld, parcel-4 reads otherwise: cause answer-omits-claim, frozen evidence-missing" in note
    assert note[:40] in " ".join(made.text.split())
    assert facts(made)["rows"][0]["frozen"]["reads_otherwise"] in note
    assert plan(examination, [0], with_text=True).notes == ()


@pytest.mark.parametrize("clipped", [False, True])
@pytest.mark.parametrize("recorded", [(), ("candidate",), ("rendered",), ("candidate", "rendered")])
def test_covered_candidates_never_contradict_the_digests(
    tmp_path: Path, clipped: bool, recorded: tuple[str, ...]
) -> None:
    texts = {"a": "Take a credit, or hand back the box.", "b": "We are sorry."}
    shown = texts | ({"a": "Take a credit"} if clipped else {})
    orders = {"presented_order": ["a", "b"], "expected_order": ["a", "b"], "actual_order": ["b", "a"]}
    digests = {"candidate": candidate_digest(texts.items()), "rendered": candidate_digest(shown.items())}
    artifact = {"case": "rk", "gate": "must-win", "direction": "best-first", **orders}
    artifact |= {f"{name}_digest": digests[name] for name in recorded}
    artifact |= {"request": {"candidates": [{"id": one, "text": text} for one, text in shown.items()]}}
    candidates = [{"id": one, "text": text} for one, text in texts.items()]
    case = {"case_id": "rk", "candidates": candidates, "expected_order": ["a", "b"]}
    run = write_run(tmp_path / "run", run={"run_id": "r"}, ranking=[artifact], **{"ranking-cases": [case]})
    examination = examine([run])
    made = plan(examination, [0])
    assert (examination.diagnosis(0).cause == "rendered-request-incomplete") is clipped
    assert made.notes == ()
    assert b"sorry" not in b"".join(made.files.values())


def test_redaction_of_a_deciding_passage_is_said(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", "parcel-4")
    passage = "write to ann@example.com within thirty days"
    (run / "cases.jsonl").write_text((run / "cases.jsonl").read_text().replace(PASSAGE, passage))
    made = plan(examine([run]), [0])
    everything = b"".join(made.files.values()).decode()
    assert "ann@example.com" not in everything
    assert TOUCHED in made.notes
    assert TOUCHED in " ".join(made.text.split())
    assert facts(made)["notes"] == list(made.notes)
    assert facts(made)["texts"]["characters_redacted"] > 0


@pytest.mark.parametrize("before", [185, 285])
def test_what_a_finding_or_the_text_cuts_is_redacted_as_a_whole(tmp_path: Path, before: int) -> None:
    error = f"timeout {'x' * (before - 8)} ann.smith@example.com"
    row = {"case_id": "p", "status": "invalid", "error": error}
    made = plan(examine([write_run(tmp_path / "run", rows=[row], run={"run_id": "r"})]), [0])
    everything = b"".join(made.files.values()).decode()
    assert "xxx ***" in everything or "xxx [red" in everything
    assert "ann.sm" not in everything


def test_a_long_document_id_and_its_rank_keep_the_text_narrow(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", "parcel-4")
    (run / "cases.jsonl").write_text((run / "cases.jsonl").read_text().replace("d-win", "d" * 300))
    text = plan(examine([run]), [0]).text
    assert "(not retrieved)" in text
    assert max(map(len, text.split("\n"))) < 100


def test_the_patterns_of_the_teams_file_are_redacted_too(run: Path) -> None:
    (run / "triage.yaml").write_text("teams: {}\nredact:\n- {name: parcel number, pattern: 'courier comes'}\n")
    made = plan(examine([run]), [0], with_text=True)
    everything = b"".join(made.files.values()).decode()
    assert "courier comes" not in everything
    assert "Nothing is charged" in everything


def test_a_number_in_parts_is_redacted_before_a_line_is_broken_in_it(tmp_path: Path) -> None:
    for pad in range(60, 100, 3):
        row = {"case_id": "p", "status": "invalid", "error": f"timeout {'x' * (pad - 9)} call +49 30 901820 5551"}
        made = plan(examine([write_run(tmp_path / str(pad), rows=[row], run={"run_id": "r"})]), [0])
        assert "901820" not in b"".join(made.files.values()).decode()


def test_the_text_of_a_folder_has_commands_for_whoever_receives_it(run: Path) -> None:
    text = plan(examine([run]), [0]).text
    assert "\ntriage reproduce . " in text
    assert "\ntriage . " in text
    assert str(run) not in text
    assert "fixed when the next run shows this row passed, at 0.8 or above" in text


def test_many_rows_are_counted_where_the_text_has_no_room(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", *(f"parcel-with-a-long-name-{at:03}" for at in range(120)))
    (made,) = plan_all(examine([run]), range(120))
    assert len(made.text) < 3000
    assert max(map(len, made.text.split("\n"))) < 100
    assert re.search(r"\*\*Rows\*\*\n(- .*\n|  .*\n)*- \d+ more left out", made.text)
    assert len(facts(made)["rows"]) == 120


def test_a_row_whose_file_is_gone_is_refused_in_one_sentence(run: Path) -> None:
    examination = examine([run])
    (run / "rows.jsonl").unlink()
    with pytest.raises(HandoffError, match="the record of this row cannot be read any more"):
        plan(examination, [0])


def test_a_handoff_can_be_handed_on(run: Path, tmp_path: Path) -> None:
    first = write(plan(examine([run]), [0]), tmp_path / "out")
    made = plan(examine([first]), [0])
    assert made.notes == ()
    assert facts(made)["cause"] == "below-cutoff"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the collected cases are not here")
@pytest.mark.parametrize(
    "name", ["C67-unstable", "C71-four-causes", "C72-two-categories", "C74-wrapped", "C75-handoff-ids"]
)
def test_the_collected_cases_read_the_same_in_their_folders(name: str) -> None:
    examination = examine([SHARED / f"{name}.jsonl"])
    made = [plan(examination, [number]) for number in examination.red]
    assert [one.notes for one in made] == [()] * len(examination.red)
    assert len({one.name for one in made}) == len(made)
