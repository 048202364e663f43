"""The verdict: three counts that are never added, bounds, and which exit code wins."""

import pytest

from triage.model import Outcome
from triage.verdict import judge

P, F, I, N = Outcome.PASSED, Outcome.FAILED, Outcome.INVALID, Outcome.NOT_JUDGED  # noqa: E741


@pytest.mark.parametrize(
    ("outcomes", "planned", "code", "word"),
    [
        ([P, P], None, 0, "green"),
        ([P, F], None, 1, "red"),
        ([P, I], None, 2, "incomplete"),
        ([F, I], None, 2, "incomplete"),
        ([], None, 2, "incomplete"),
        ([], 40, 2, "incomplete"),
        ([I, I], None, 2, "incomplete"),
        ([P, P], 3, 2, "incomplete"),
        ([P, P], 2, 0, "green"),
        ([N, N], None, 2, "incomplete"),
        ([P, N], None, 0, "green"),
    ],
)
def test_exit_code(outcomes: list[Outcome], planned: int | None, code: int, word: str) -> None:
    verdict = judge([(outcome, True) for outcome in outcomes], planned=planned)
    assert (verdict.exit_code, verdict.word) == (code, word)


def test_a_row_that_only_reports_is_counted_and_never_turns_the_gate_red() -> None:
    verdict = judge([(P, True), (F, False), (I, False)])
    assert (verdict.exit_code, verdict.failed, verdict.invalid, verdict.not_blocking) == (0, 1, 1, 2)


def test_bounds_are_all_invalid_failing_and_all_invalid_passing() -> None:
    verdict = judge([(P, True), (F, True), (I, True), (I, True), (I, False)])
    assert (verdict.low, verdict.high) == (0.25, 0.75)


def test_no_blocking_row_has_no_bounds() -> None:
    assert judge([(F, False)])[9:11] == (None, None)


def test_what_was_lost_keeps_the_verdict_from_being_green() -> None:
    assert judge([(P, True)], lost=1).exit_code == 2
    assert judge([(P, True)], unrowed=1).exit_code == 2
    assert judge([(P, True), (P, True)], conflicts=2).exit_code == 2


def test_nothing_evaluated_is_said_with_what_was_planned() -> None:
    assert judge([], planned=40).why == ("nothing evaluated: 0 of 40 planned rows",)


def test_why_names_invalid_and_failed_rows_apart() -> None:
    why = judge([(P, True), (F, True), (F, True), (I, True)]).why
    assert why == ("1 blocking row not evaluated", "2 blocking rows below the minimum")


def test_the_bounds_say_red_even_at_best_or_undecided() -> None:
    assert "red even at best" in str(judge([(P, True), (F, True), (I, True)]).reading)
    assert "undecided" in str(judge([(P, True), (I, True)]).reading)
    assert judge([(P, True), (F, True)]).reading is None
