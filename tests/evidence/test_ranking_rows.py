import pytest

from triage.model import InvalidKind, Outcome

PASSED, FAILED, INVALID = Outcome.PASSED, Outcome.FAILED, Outcome.INVALID


def artifact(**fields):
    given = {"case": "r", "gate": "must-win", "direction": "best-first", "expected_order": "[a, b, c]", **fields}
    return "".join(f"{name}: {value}\n" for name, value in given.items() if value is not None)


def only_row(bundle):
    assert len(bundle.rows) == 1
    found = bundle.row(0)
    assert found.outcome is bundle.rows.outcome(0)
    return found


@pytest.mark.parametrize(
    ("fields", "outcome", "score"),
    [
        ({"actual_order": "[a, b, c]"}, PASSED, 1.0),
        ({"actual_order": "[a, c, b]"}, PASSED, 2 / 3),
        ({"actual_order": "[b, a, c]"}, FAILED, 2 / 3),
        ({"actual_order": "[b, a, c]", "gate": None}, FAILED, 2 / 3),
        ({"actual_order": "[a, c, b]", "direction": "worst-first"}, FAILED, 2 / 3),
        ({"actual_order": "[b, a, c]", "direction": "worst-first"}, PASSED, 2 / 3),
        ({"actual_order": "[a, c, b]", "gate": "monitor-only"}, FAILED, 2 / 3),
        ({"actual_order": "[a, b, c]", "gate": "monitor-only"}, PASSED, 1.0),
        ({"raw_order": "[2, 1, 3]", "raw_labels": "presented", "presented_order": "[b, a, c]"}, PASSED, 1.0),
        ({"raw_order": "[B, A, C]", "raw_labels": "presented", "presented_order": "[b, a, c]"}, PASSED, 1.0),
        ({"raw_order": "[c, b, a]"}, FAILED, 0.0),
        ({"actual_order": "[b, a, c]", "must_win_expected": "b"}, PASSED, 2 / 3),
        ({"actual_order": "[a, b, c]", "must_win_expected": "b"}, FAILED, 1.0),
    ],
)
def test_a_comparison_is_scored_by_its_orders(bundle_of, fields, outcome, score):
    found = only_row(bundle_of(r_yaml=artifact(**fields)))
    assert (found.outcome, found.metric, found.minimum) == (outcome, "pairwise_agreement", None)
    assert found.score == pytest.approx(score)
    assert found.blocking is (fields.get("gate") != "monitor-only")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"actual_order": "[a, b]"}, ["missing c"]),
        ({"actual_order": "[a, b, b, x]"}, ["missing c", "unknown x", "duplicate b"]),
        ({"actual_order": "[]"}, ["returned order is empty"]),
        ({"actual_order": "I cannot rank these."}, ["not an order", "I cannot rank these."]),
        ({}, ["no order was returned"]),
        ({"actual_order": "[a, b, c]", "presented_order": "[a, b]"}, ["presented order", "missing c"]),
        ({"actual_order": "[a, b, c]", "expected_order": "[]"}, ["no expected order"]),
        ({"actual_order": "[a]", "presented_order": "[a, a, b, c]"}, ["duplicate a", "missing b, c"]),
    ],
)
def test_what_is_no_permutation_is_no_lost_ranking(bundle_of, fields, words):
    found = only_row(bundle_of(r_yaml=artifact(**({"presented_order": "[c, b, a]"} | fields))))
    assert (found.outcome, found.score, found.invalid_kind) == (INVALID, None, InvalidKind.ERROR)
    assert all(word in found.notes[0] for word in words)


def test_neither_order_is_scored_when_one_is_given_twice(bundle_of):
    text = artifact(actual_order="[c, b, a]") + "actual_order: [a, b, c]\n"
    bundle = bundle_of(r_yaml=text)
    found = only_row(bundle)
    assert (found.outcome, found.score, found.case_id) == (INVALID, None, "r")
    assert found.notes == ("`actual_order` defined twice, lines 5 and 6",)
    assert bundle.evidence(0).ranking.actual is None


def test_a_row_of_its_own_makes_no_second_one(bundle_of):
    bundle = bundle_of(
        r_yaml=artifact(actual_order="[b, a, c]"),
        rows_jsonl=[{"case_id": "r", "metric": "must_win", "status": "fail", "score": 0}],
    )
    found = only_row(bundle)
    assert found.metric == "must_win"
    assert bundle.evidence(0).ranking.actual == ("b", "a", "c")


def test_a_coverage_row_of_the_same_case_is_another_row(bundle_of):
    bundle = bundle_of(r_yaml=artifact(actual_order="[a, b, c]"), rows_jsonl=[{"case_id": "r", "score": 1.0}])
    assert [bundle.rows.metric(number) for number in range(2)] == ["evidence_coverage", "pairwise_agreement"]
    assert bundle.evidence(0).ranking is None


def test_the_policys_minimum_and_the_winner_both_count(bundle_of):
    run = "run_id: n\npolicy: {minimum: {pairwise_agreement: 0.9}}\n"
    low = only_row(bundle_of(run_yaml=run, r_yaml=artifact(actual_order="[a, c, b]")))
    assert (low.outcome, low.minimum, low.minimum_from_policy) == (FAILED, 0.9, True)
    assert "agreement 0.66" in low.notes[0]
    assert "< 0.9, the policy's minimum" in low.notes[0]


def test_orders_that_reviewers_accept_are_right(bundle_of):
    case = "case_id: r\ncandidates: [{id: a, text: x}]\nexpected_order: [a, b, c]\nacceptable_orders: [[b, a, c]]\n"
    found = only_row(bundle_of(case_yaml=case, r_yaml=artifact(actual_order="[b, a, c]")))
    assert found.outcome is PASSED


def test_the_reviewed_case_names_the_order_the_artifact_leaves_out(bundle_of):
    case = "case_id: r\ncandidates: [{id: a, text: x}]\nexpected_order: [a, b, c]\n"
    bundle = bundle_of(case_yaml=case, r_yaml=artifact(expected_order=None, actual_order="[c, b, a]"))
    assert only_row(bundle).outcome is FAILED
    assert bundle.evidence(0).ranking_case.candidates == (("a", "x"),)


def test_a_direction_that_is_not_stated_is_said(bundle_of):
    found = only_row(bundle_of(r_yaml=artifact(direction=None, actual_order="[a, b, c]")))
    assert "direction not stated: read as best-first" in found.notes


def test_the_artifact_is_read_in_full(bundle_of):
    text = artifact(
        presented_order="[c, b, a]",
        actual_order="[a, b, c]",
        pairwise_agreement="0.5",
        judge="{model: m, temperature: 0}",
        versions="{ragas: 0.4.3}",
        attempts="[{kind: pair, presented_order: [a, b, c], actual_order: prose}, {actual_order: [c, b, a]}, 7]",
        request="{context: one, candidates: [{id: a, text: x}, {id: a}], truncated: true, tokens_seen: 9}",
    )
    ranking = bundle_of(r_yaml=text).evidence(0).ranking
    assert (ranking.pairwise_agreement, ranking.judge, ranking.versions) == (
        0.5,
        "model=m, temperature=0",
        {"ragas": "0.4.3"},
    )
    assert [(one.kind, one.actual, one.unparsed) for one in ranking.attempts] == [
        ("pair", None, "prose"),
        ("repeat", ("c", "b", "a"), None),
    ]
    assert [fault.field for fault in ranking.faults] == ["attempts[2]"]
    assert ranking.request.candidates == (("a", "x"), ("a", ""))
    assert (ranking.request.context, ranking.request.truncated, ranking.request.tokens_seen) == (("one",), True, 9)


def test_a_monitored_comparison_is_judged_by_the_minimum_alone(bundle_of):
    run = "run_id: n\npolicy: {minimum: {pairwise_agreement: 0.5}}\n"
    found = only_row(bundle_of(run_yaml=run, r_yaml=artifact(gate="monitor-only", actual_order="[b, a, c]")))
    assert (found.outcome, found.blocking) == (PASSED, False)


@pytest.mark.parametrize(("winner", "outcome"), [("b", PASSED), ("c", FAILED)])
def test_a_candidate_that_reviewers_tie_with_the_winner_may_win(bundle_of, winner, outcome):
    order = [winner, *(one for one in "abc" if one != winner)]
    case = "case_id: r\ncandidates: [{id: a, text: x}]\nexpected_order: [a, b, c]\nties: [[a, b]]\n"
    made = artifact(actual_order=f"[{', '.join(order)}]")
    assert only_row(bundle_of(**{"ranking_yaml": made, "reviewed_yaml": case})).outcome is outcome
