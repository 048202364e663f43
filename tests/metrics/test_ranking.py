"""Orders: identity faults all at once, agreement and tau, moves, digests."""

import hashlib
import json
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triage.metrics.ranking import (
    Identity,
    candidate_digest,
    digests_match,
    identity,
    kendall_tau,
    moves,
    pairwise_agreement,
)

WORKED = json.loads((Path(__file__).parent / "worked_values.json").read_text("utf-8"))

orders = st.permutations(["a", "b", "c", "d", "e"])


def test_identity_names_all_faults_at_once() -> None:
    compared = identity(["a", "b", "c", "d"], ["x", "b", "b", "y", "x"])
    assert compared == Identity(missing=("a", "c", "d"), unknown=("x", "y"), duplicate=("x", "b"))
    assert compared.words() == "missing a, c, d; unknown x, y; duplicate x, b"
    assert not compared.ok


@pytest.mark.parametrize(
    ("reference", "order", "words"),
    [
        ("abc", "cab", "a permutation"),
        ("", "", "a permutation"),
        ("abc", "ab", "missing c"),
        ("abc", "abcc", "duplicate c"),
        ("aab", "ab", "duplicate a"),
        ("abc", "abC", "missing c; unknown C"),
        ("ab", ["a", "b", ""], "unknown (blank)"),
    ],
)
def test_identity_words(reference: str, order: str, words: str) -> None:
    compared = identity(list(reference), list(order))
    assert (compared.words(), compared.ok) == (words, words == "a permutation")


@pytest.mark.parametrize("worked", WORKED["pairwise_agreement"])
def test_worked_agreement(worked: dict[str, object]) -> None:
    assert pairwise_agreement(worked["expected"], worked["actual"]) == worked["value"]


def test_agreement_of_fewer_than_two_is_one_and_tau_is_undefined() -> None:
    assert pairwise_agreement([], []) == 1.0
    assert kendall_tau([], []) is None
    assert kendall_tau(["a"], ["a"]) is None


@pytest.mark.parametrize("formula", [pairwise_agreement, kendall_tau])
def test_only_permutations_are_compared(formula: object) -> None:
    for actual in (["a"], ["a", "b", "b"], ["a", "x"], []):
        with pytest.raises(ValueError, match="not a permutation: "):
            formula(["a", "b"], actual)
    with pytest.raises(ValueError, match="missing b; unknown x, y; duplicate a"):
        formula(["a", "b"], ["a", "x", "a", "y"])


@pytest.mark.parametrize("worked", WORKED["order_statistics"]["kendall_tau"])
def test_worked_tau(worked: dict[str, str]) -> None:
    assert kendall_tau(worked["first"], worked["second"]) == pytest.approx(worked["value"], abs=1e-15)


@given(orders, orders)
def test_tau_and_agreement_are_the_same_statement(first: list[str], second: list[str]) -> None:
    assert kendall_tau(first, second) == pytest.approx(2 * pairwise_agreement(first, second) - 1)
    assert kendall_tau(first, second) == kendall_tau(second, first)
    assert kendall_tau(first, second[::-1]) == pytest.approx(-kendall_tau(first, second))


def test_moves_are_positive_upwards() -> None:
    assert moves(["a", "b", "c"], ["c", "a", "b"]) == {"c": 2, "a": -1, "b": -1}
    assert moves(["a", "b", "gone"], ["new", "a", "b", "a"]) == {"a": -1, "b": -1}


@given(orders, orders)
def test_moves_cancel_out(presented: list[str], returned: list[str]) -> None:
    moved = moves(presented, returned)
    assert sum(moved.values()) == 0
    assert [presented[returned.index(one) + step] for one, step in moved.items()] == returned


def test_candidate_digest_is_over_ids_in_code_point_order() -> None:
    written = "B\x1fzwei\x1ea\x1feins\x1eä\x1fdrei\x1e".encode()
    for shown in permutations([("a", "eins"), ("ä", "drei"), ("B", "zwei")]):
        assert candidate_digest(shown) == hashlib.sha256(written).hexdigest()


def test_candidate_digest_sees_a_clipped_text_and_a_moved_boundary() -> None:
    whole = [("a", "one"), ("b", "two")]
    assert candidate_digest(whole) != candidate_digest([("a", "on"), ("b", "two")])
    assert candidate_digest([("ab", "c")]) != candidate_digest([("a", "bc")])
    assert candidate_digest([]) == hashlib.sha256(b"").hexdigest()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("abcdef0123", "abcdef0", True),
        ("abcdef0", "abcdef0123", True),
        ("ABCDEF0", "abcdef0123", True),
        ("abcdef", "abcdef0123", False),
        ("abcdef", "abcdef", False),
        ("abcdef1", "abcdef0123", False),
        ("unknown", "unknown", False),
        ("", "", False),
    ],
)
def test_digests_match_by_prefix_of_seven_or_more(one: str, other: str, same: bool) -> None:
    assert digests_match(one, other) is same
