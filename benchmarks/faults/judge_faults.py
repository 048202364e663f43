"""Faults of the judge and of the label: every candidate was shown in full, and the order is against the review."""

from itertools import permutations

from benchmarks.faults.comparison import against, attempt, returned, wrong_order
from benchmarks.faults.specimen import Record, Specimen


def _artifact(specimen: Specimen) -> Record:
    assert specimen.now.ranking is not None
    return specimen.now.ranking


def direction_flipped(specimen: Specimen) -> tuple[str, ...]:
    artifact, rng = _artifact(specimen), specimen.rng
    reverse = artifact["expected_order"][::-1]
    way = rng.choice(("all", "once", "unstated", "other"))
    if way == "other":
        against(specimen)["direction"] = "worst-first"
        ends = {artifact["expected_order"][0], artifact["expected_order"][-1]}
        order = next(list(one) for one in permutations(artifact["expected_order"]) if one[-1] not in ends)
        returned(artifact, order)
        return ()
    returned(artifact, reverse)
    attempt(specimen, artifact, [reverse] * 2, [reverse] * 5)
    if way == "once":
        artifact["attempts"] = []
    if way == "unstated":
        artifact.pop("direction")
    return ()


def leakage(specimen: Specimen) -> tuple[str, ...]:
    against(specimen)["explanation"] = specimen.domain.leaks
    return ()


def _first(order: list[str], winner: str) -> list[str]:
    return [winner, *(one for one in order if one != winner)]


def position_bias(specimen: Specimen) -> tuple[str, ...]:
    """One seat wins nearly always, or the judge repeats whatever order it is shown."""
    artifact, rng = _artifact(specimen), specimen.rng
    shown, best = artifact["presented_order"], artifact["expected_order"][0]
    echo, slot = rng.random() < 0.3, rng.choice((0, len(shown) - 1))
    if shown[0 if echo else slot] == best:
        shown[0], shown[-1] = shown[-1], shown[0]
    seats = [list(one) for one in permutations(shown) if list(one) != shown]
    rng.shuffle(seats)
    verdicts = [(seat, seat if echo else _first(seat, seat[slot])) for seat in seats[: max(5, len(shown))]]
    artifact["explanation"] = specimen.domain.bare
    returned(artifact, list(shown) if echo else _first(shown, shown[slot]))
    attempt(specimen, artifact, [artifact["actual_order"]] * 2, [])
    artifact["attempts"] += [
        {"kind": "permutation", "presented_order": seat, "actual_order": list(order)} for seat, order in verdicts
    ]
    return ()


def unstable(specimen: Specimen) -> tuple[str, ...]:
    """The same request, another winner; over the seatings the right one mostly wins."""
    artifact = against(specimen)
    expected = artifact["expected_order"]
    other = _first(expected, next(one for one in expected[1:] if one != artifact["actual_order"][0]))
    attempt(specimen, artifact, [expected, artifact["actual_order"], other, expected], [expected] * 5)
    return ()


def context_sensitive(specimen: Specimen) -> tuple[str, ...]:
    artifact = against(specimen, repeats=2, permuted=0)
    winner, best = artifact["actual_order"][0], artifact["expected_order"][0]
    pair = {"kind": "pair", "presented_order": [winner, best], "actual_order": [best, winner]}
    artifact["attempts"].append(pair)
    return ()


def judge_changed(specimen: Specimen) -> tuple[str, ...]:
    artifact = against(specimen)
    changes = ({"criterion_version": "c-4"}, {"versions": {"ragas": "0.4.4"}})
    artifact.update(specimen.rng.choice(changes))
    return ()


def other_judge(specimen: Specimen) -> tuple[str, ...]:
    """The run took another judge; for a world whose manifest says so."""
    against(specimen)["judge"] = "arbiter-xl"
    return ()


def judge_disagrees(specimen: Specimen) -> tuple[str, ...]:
    """Against the label for no reason that reviewers gave: once, or in every attempt."""
    artifact = against(specimen)
    if specimen.rng.random() < 0.5:
        artifact["attempts"] = []
    return ()


def label_disputed(specimen: Specimen) -> tuple[str, ...]:
    against(specimen)["explanation"] = specimen.domain.argues
    return ()


def near_tie(specimen: Specimen) -> tuple[str, ...]:
    """The winner is right and neighbours changed places, reviewers accept the order, or nothing is blocked."""
    artifact, case, rng = _artifact(specimen), specimen.now.ranking_case, specimen.rng
    assert case is not None
    order, way = list(artifact["expected_order"]), rng.choice(("neighbours", "accepted", "monitored"))
    order[-1], order[-2] = order[-2], order[-1]
    if way == "accepted":
        case["acceptable_orders"] = [order]
    if way == "monitored":
        order = wrong_order(specimen, artifact)
        artifact["gate"] = case["gate"] = "monitor-only"
    returned(artifact, order)
    attempt(specimen, artifact, [order] * 2, [order] * 5)
    return ()


def agreement_wrong(specimen: Specimen) -> tuple[str, ...]:
    """The orders agree; the number beside them says otherwise, in the artifact and in a row of its own."""
    artifact = _artifact(specimen)
    for side, score, status in ((specimen.green, 1.0, "pass"), (specimen.now, 0.5, "fail")):
        row = {"case_id": artifact["case"], "metric": "pairwise_agreement", "score": score, "minimum": 0.9}
        side.rows = [{**row, "status": status}]
    artifact["pairwise_agreement"] = 0.5
    return ()
