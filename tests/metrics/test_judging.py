"""How steadily a judge decides: swaps, repeats, slots."""

import json
from itertools import permutations
from pathlib import Path

import pytest

from triage.metrics.ranking import (
    Ratio,
    SlotCounts,
    echo_chance,
    echo_rate,
    exact_permutations,
    first_shown_win_rate,
    position_consistency,
    preference_fairness,
    repetition_stability,
    same_item_rate,
    slot_counts,
    slot_wins,
)
from triage.metrics.statistics import mcnemar_exact

WORKED = json.loads((Path(__file__).parent / "worked_values.json").read_text("utf-8"))
SWAPS = WORKED["order_statistics"]["swaps"]
PAIRS = [(pair[0], pair[1]) for pair, times in SWAPS["pairs"].items() for _ in range(times)]


def test_worked_swaps() -> None:
    counts = slot_counts(PAIRS)
    assert counts == SlotCounts(consistent=8, primacy=3, recency=1, unparsed=0)
    assert position_consistency(PAIRS).value == pytest.approx(SWAPS["consistency"], abs=1e-6)
    assert preference_fairness(PAIRS) == Ratio(SWAPS["raw"], 12)
    assert preference_fairness(PAIRS).value == pytest.approx(SWAPS["fairness"], abs=1e-6)
    assert mcnemar_exact(counts.primacy, counts.recency) == SWAPS["sign_test"]


@pytest.mark.parametrize(
    ("pair", "kind"),
    [
        *((pair, "consistent") for pair in ("AB", "BA", "CC")),
        *((pair, "primacy") for pair in ("AA", "AC", "CA")),
        *((pair, "recency") for pair in ("BB", "BC", "CB")),
        *((pair, "unparsed") for pair in ("A?", "?B", "aB", "??")),
    ],
)
def test_every_pair_of_verdicts_has_one_kind(pair: str, kind: str) -> None:
    assert slot_counts([(pair[0], pair[1])])._asdict() == {
        "consistent": 0,
        "primacy": 0,
        "recency": 0,
        "unparsed": 0,
    } | {kind: 1}


def test_unparsed_verdicts_are_in_no_denominator() -> None:
    noisy = [*PAIRS, ("A", ""), ("", "")]
    assert position_consistency(noisy) == position_consistency(PAIRS)
    assert same_item_rate(noisy) == Ratio(8, 14)
    assert preference_fairness(noisy) == preference_fairness(PAIRS)
    assert first_shown_win_rate(["A", "B", "A", "", "maybe"]) == Ratio(2, 3)


@pytest.mark.parametrize("pair", ["AA", "BB", "AC"])
def test_fairness_is_one_sided_for_a_one_sided_judge(pair: str) -> None:
    assert preference_fairness([(pair[0], pair[1])] * 4).value == (1.0 if pair == "BB" else -1.0)


def test_nothing_measured_is_no_rate() -> None:
    empties = (position_consistency([]), preference_fairness([]), first_shown_win_rate(["C"]), repetition_stability([]))
    assert [ratio.value for ratio in empties] == [None] * 4


def test_ties_are_left_out_of_the_first_shown_win_rate() -> None:
    assert first_shown_win_rate("AABCCC") == Ratio(2, 3)


def test_repetition_stability_is_the_share_of_the_mode() -> None:
    for worked in WORKED["order_statistics"]["repetition_stability"]:
        assert repetition_stability(worked["winners"]).value == worked["value"]
    assert repetition_stability(["x", "y"]) == Ratio(1, 2)


def test_an_echoing_ranker_spreads_its_winners_and_keeps_its_slot() -> None:
    worked = WORKED["position_echo_ranker_winners_over_6_permutations"]
    shown = list(permutations(worked))
    winners = [order[0] for order in shown]
    assert {one: winners.count(one) for one in worked} == worked
    assert slot_wins((order, order) for order in shown) == {1: 6}
    assert repetition_stability(winners) == Ratio(2, 6)


def test_slot_wins_leave_out_what_was_not_presented() -> None:
    orders = [(["a", "b"], ["b", "a"]), (["b", "a"], ["b"]), (["a", "b"], []), (["a", "b"], ["x"])]
    assert slot_wins(orders) == {1: 1, 2: 1}


def test_exact_permutations_and_echoes() -> None:
    orders = [(["a", "b"], ["a", "b"]), (["a", "b"], ["b", "a"]), (["a", "b"], ["a", "a"]), (["a", "b"], [])]
    assert exact_permutations(orders) == Ratio(2, 4)
    assert echo_rate(orders) == Ratio(1, 4)
    assert exact_permutations([]).value is echo_rate([]).value is None


def test_echo_chance() -> None:
    assert echo_chance(3, 1) == pytest.approx(1 / 6)
    assert echo_chance(3, 4) == pytest.approx(1 / 1296)
    assert echo_chance(1, 5) == 1.0
