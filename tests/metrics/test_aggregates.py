"""Means beside what they are over: macro, pooled, and everything left out."""

import pytest

from triage.metrics.aggregates import Aggregate, Scored, aggregate


def test_invalid_and_not_applicable_rows_are_counted_and_left_out() -> None:
    rows = [
        Scored("m", None, None, 1.0, counts=(1, 1)),
        Scored("m", None, None, 0.5, counts=(2, 4)),
        Scored("m", None, None, None, invalid=True),
        Scored("m", None, None, 0.0, invalid=True, counts=(0, 9)),
        Scored("m", None, None, None),
    ]
    assert aggregate(rows) == (Aggregate("m", None, None, 0.75, 2, 2, 1, (3, 5)),)


def test_nothing_scored_has_no_mean() -> None:
    rows = [Scored("m", None, None, None, invalid=True), Scored("m", None, None, None)]
    assert aggregate(rows) == (Aggregate("m", None, None, None, 0, 1, 1, None),)
    assert aggregate([]) == ()


def test_pooled_needs_the_counts_of_every_scored_row() -> None:
    rows = [Scored("m", None, None, 1.0, counts=(1, 1)), Scored("m", None, None, 0.5)]
    assert aggregate(rows)[0].pooled is None


def test_groups_are_per_metric_and_system_then_per_named_scenario() -> None:
    rows = [
        Scored("m", "B", "refunds", 1.0),
        Scored("m", "B", None, 0.0),
        Scored("m", "A", "refunds", 0.25),
        Scored("n", "B", "shipping", 0.5),
        Scored("m", "B", "refunds", 0.5),
    ]
    found = [(one.metric, one.system, one.scenario, one.mean, one.n) for one in aggregate(rows)]
    assert found == [
        ("m", "B", None, 0.5, 3),
        ("m", "B", "refunds", 0.75, 2),
        ("m", "A", None, 0.25, 1),
        ("m", "A", "refunds", 0.25, 1),
        ("n", "B", None, 0.5, 1),
        ("n", "B", "shipping", 0.5, 1),
    ]


def test_the_mean_does_not_depend_on_the_order_of_rows() -> None:
    scores = [0.1, 0.2, 0.3, 1e-9, 0.7, 0.6] * 50
    rows = [Scored("m", None, None, score) for score in scores]
    assert aggregate(rows)[0].mean == aggregate(rows[::-1])[0].mean == pytest.approx(sum(scores) / len(scores))
