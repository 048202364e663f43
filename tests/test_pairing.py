"""Two systems over the same cases: every disagreement is listed, means never stand alone."""

from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from triage.evidence import open_bundle
from triage.pairing import pairings


def test_a_regression_is_listed_even_where_the_average_improves(tmp_path: Path) -> None:
    old = [row("a", 0.9, system="old"), row("b", 0.1, system="old"), row("c", 0.1, system="old")]
    new = [row("a", 0.7, system="new"), row("b", 0.9, system="new"), row("c", 0.9, system="new")]
    (pairing,) = pairings(open_bundle([write_bundle(tmp_path, {"rows": old + new})]))
    assert pairing.worse == ((0, 3),)
    assert pairing.better == ((1, 4), (2, 5))
    assert pairing.means == (pytest.approx(1.1 / 3), pytest.approx(2.5 / 3))
    assert pairing.p == pytest.approx(1.0)


def test_what_cannot_be_paired_is_counted_and_left_out(tmp_path: Path) -> None:
    old = [row(name, 1.0, system="old") for name in "abcd"]
    new = [row("a", 1.0, system="new"), row("b", None, system="new"), row("e", 0.0, system="new")]
    (pairing,) = pairings(open_bundle([write_bundle(tmp_path, {"rows": old + new})]))
    assert (pairing.paired, pairing.both_pass, pairing.unjudged) == (1, 1, 1)
    assert pairing.unpaired == ("c", "d", "e")


def test_seven_flips_against_one(tmp_path: Path) -> None:
    old = [row(f"c{number}", float(number < 7), system="old") for number in range(8)]
    new = [row(f"c{number}", float(number >= 7), system="new") for number in range(8)]
    (pairing,) = pairings(open_bundle([write_bundle(tmp_path, {"rows": old + new})]))
    assert (len(pairing.worse), len(pairing.better), pairing.p) == (7, 1, pytest.approx(0.0703125))


def test_two_metrics_of_a_dual_run_are_paired(tmp_path: Path) -> None:
    rows = [row("a", 1.0, metric="old_metric"), row("a", 0.1, metric="new_metric"), row("b", 1.0, metric="old_metric")]
    rows += [row("b", 1.0, metric="new_metric")]
    (pairing,) = pairings(open_bundle([write_bundle(tmp_path, {"rows": rows})]))
    assert (pairing.first.name, pairing.second.name, pairing.worse) == ("old_metric", "new_metric", ((0, 1),))


def test_one_system_with_one_metric_has_no_pairing(tmp_path: Path) -> None:
    assert pairings(open_bundle([write_bundle(tmp_path, {"rows": [row("a", 1.0)]})])) == ()
