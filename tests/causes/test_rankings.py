"""One judged comparison: identity first, then the request, then what the verdicts show together."""

import pytest
import yaml

ABC = ["a", "b", "c"]


def judged(actual, presented=("c", "b", "a"), expected=("a", "b", "c"), **more):
    orders = {"presented_order": list(presented), "expected_order": list(expected), "actual_order": actual}
    return {"case": "r", "gate": "must-win", "direction": "best-first", **orders, **more}


def proofs(diagnosis):
    return " | ".join(proof.text for proof in diagnosis.findings[0].evidence)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (["a", "b"], ("missing c",)),
        (["a", "b", "b"], ("missing c", "duplicate b")),
        (["a", "b", "x", "x"], ("missing c", "unknown x", "duplicate x")),
        ([], ("missing a, b, c",)),
        ("Sorry, they are equally good.", ("no order", "equally good")),
        (["a", "b", "c", "a"], ("duplicate a",)),
    ],
)
def test_a_malformed_order_is_an_evaluation_that_did_not_happen(order, said, diagnosed):
    diagnosis = diagnosed(ranking=[judged(order)])
    assert (diagnosis.cause, diagnosis.owner) == ("not-a-permutation", "evaluation")
    assert diagnosis.row.score is None
    assert all(words in proofs(diagnosis) for words in said)


def test_the_shared_malformed_attempts_each_on_their_own(shared_folder, examined):
    told = yaml.safe_load((shared_folder / "C54-malformed.yaml").read_text())
    orders = [attempt["actual_order"] for attempt in told.pop("attempts")]
    rankings = [{**told, "case": f"r{number}", "actual_order": order} for number, order in enumerate(orders)]
    examination = examined({"ranking": rankings})
    found = [examination.diagnosis(number) for number in range(len(orders))]
    assert found[0].cause is None
    assert {one.cause for one in found[1:]} <= {"not-a-permutation", "candidate-renamed"}


def swapped(first, after):
    attempts = [{"kind": "pair", "presented_order": ["new", "old"], "actual_order": after}]
    return judged(first, ["old", "new"], ["new", "old"], attempts=attempts)


def test_a_winner_that_moves_with_the_seats_is_inconclusive(diagnosed):
    diagnosis = diagnosed(ranking=[swapped(["old", "new"], ["new", "old"])])
    assert (diagnosis.cause, diagnosis.owner) == ("position-bias", "evaluation")


def test_a_winner_that_stays_through_the_swap_is_a_preference(diagnosed):
    assert diagnosed(ranking=[swapped(["new", "old"], ["new", "old"])]).cause is None


def test_one_seating_alone_did_not_test_the_position(diagnosed):
    diagnosis = diagnosed(ranking=[judged(["old", "new"], ["old", "new"], ["new", "old"])])
    assert diagnosis.cause == "judge-disagrees"
    assert "position-bias" in {word.cause for word in diagnosis.cannot_tell}


def test_the_shared_swap(shared):
    examination = shared("C56-swap.yaml")
    assert [examination.diagnosis(number).cause for number in range(2)] == ["position-bias", None]


@pytest.mark.parametrize("explanation", ["It is b. Best: b", 'WINNER = "b".', "**Best**: b, by far"])
def test_a_reply_that_names_one_winner_and_is_read_as_another(explanation, diagnosed):
    diagnosis = diagnosed(ranking=[judged(["a", "b"], ["a", "b"], ["b", "a"], explanation=explanation)])
    assert (diagnosis.cause, diagnosis.owner) == ("judge-reply-misread", "evaluation")
    assert "puts a first" in proofs(diagnosis)


@pytest.mark.parametrize(
    "explanation", ["b is good, a is better", "Best: a", "Best: a. Or best: b", "the best of b", "", "Best: x"]
)
def test_no_language_is_guessed_beyond_a_named_winner(explanation, diagnosed):
    diagnosis = diagnosed(ranking=[judged(["a", "b"], ["a", "b"], ["b", "a"], explanation=explanation)])
    assert diagnosis.cause != "judge-reply-misread"


def test_the_shared_contradiction(shared):
    assert shared("C58-explanation.yaml").diagnosis(0).cause == "judge-reply-misread"


def test_an_explanation_speaks_of_candidates_and_not_of_the_evaluation(diagnosed):
    diagnosis = diagnosed(ranking=[judged(["a"], explanation="b raised a time-out exception, its connection failed")])
    assert diagnosis.cause == "not-a-permutation"


def test_a_lost_sentence_is_no_wrong_judge(diagnosed):
    texts = {"a": "Back in five days. Bring the key.", "b": "Back in five days."}
    frozen = [{"id": one, "text": text} for one, text in texts.items()]
    shown = [{"id": one, "text": text[:18]} for one, text in texts.items()]
    case = {"case_id": "r", "expected_order": ["a", "b"], "candidates": frozen, "decisive_passages": ["Bring the key."]}
    ranking = judged(["b", "a"], ["b", "a"], ["a", "b"], request={"candidates": shown})
    diagnosis = diagnosed(ranking=[ranking], **{"ranking-cases": [case]})
    assert diagnosis.cause == "rendered-request-incomplete"
    assert "18 of 33 characters" in proofs(diagnosis) and "Bring the key." in proofs(diagnosis)


def test_the_shared_clipped_request(shared):
    diagnosis = shared("C59-clipped.yaml").diagnosis(0)
    assert diagnosis.cause == "rendered-request-incomplete"
    assert "40 of 79 characters" in proofs(diagnosis)


def test_only_a_complete_request_can_have_been_lost_on_the_way(diagnosed):
    cut = {"request": {"truncated": True}}
    sure = diagnosed(ranking=[judged(["b", "a", "c"], **cut, candidate_digest="a" * 9, rendered_digest="a" * 12)])
    assert (sure.cause, sure.confidence) == ("lost-at-request-boundary", "certain")


def test_without_digests_nobody_knows_whether_the_request_was_complete(diagnosed):
    unsure = diagnosed(ranking=[judged(["b", "a", "c"], request={"truncated": True})])
    assert (unsure.cause, unsure.confidence) == ("lost-at-request-boundary", "likely")
    assert "not kept" in proofs(unsure)


def test_an_order_that_only_turns_a_tie_round_is_accepted(diagnosed):
    case = {"case_id": "r", "expected_order": ABC, "ties": [["b", "c"]], "candidates": []}
    run = {"run_id": "n", "policy": {"version": "1", "minimum": {"pairwise_agreement": 0.9}}}
    diagnosis = diagnosed(run=run, ranking=[judged(["a", "c", "b"])], **{"ranking-cases": [case]})
    assert diagnosis.cause == "near-tie"
    assert "reviewers accept" in proofs(diagnosis)


def test_a_missing_order_is_not_a_number_only_where_nothing_was_returned(diagnosed):
    assert diagnosed(ranking=[judged(None)]).cause == "score-not-a-number"
