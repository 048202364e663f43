"""Faults of contract and policy: the answer did not move, what it is measured by did."""

from benchmarks.faults.kinds import Fault
from benchmarks.faults.specimen import Specimen, lose, score, unstate


def _require_less_before(specimen: Specimen, claims: tuple[str, ...]) -> None:
    """The last green run did not require these claims, and its answer did not state them either."""
    green = specimen.green
    assert green.case is not None and green.attribution is not None
    for name in ("required_claim_ids", "supported_claim_ids"):
        green.row[name] = [one for one in green.row[name] if one not in claims]
    for claim in claims:
        green.case["claims"].pop(claim)
    green.attribution["claims"] = [one for one in green.attribution["claims"] if one["claim_id"] not in claims]
    score(green.row)


def denominator_drift(specimen: Specimen) -> tuple[str, ...]:
    """Claims were added under the same contract version, and the answer is what it was."""
    added = specimen.claims[-specimen.rng.randrange(1, len(specimen.claims)) :]
    _require_less_before(specimen, added)
    unstate(specimen, added)
    return lose(specimen, added)


def contract_changed(specimen: Specimen) -> tuple[str, ...]:
    lost = denominator_drift(specimen)
    case = specimen.now.case
    assert case is not None
    specimen.now.row["contract_version"] = case["contract_version"] = "2031-b"
    return lost


def threshold_drift(specimen: Specimen) -> tuple[str, ...]:
    """The same claim is missing in both runs; only the minimum moved across the score."""
    claim, now, green = specimen.rng.choice(specimen.claims), specimen.now, specimen.green
    unstate(specimen, [claim])
    lose(specimen, [claim])
    share = now.row["score"]
    green.attribution = now.attribution
    green.row["supported_claim_ids"] = list(now.row["supported_claim_ids"])
    score(green.row, round(share - 0.01, 4))
    score(now.row, specimen.rng.choice((1.0, round(share + 0.04, 4))))
    now.row["policy_version"] = "gate-15"
    return (claim,)


def status_contradicts(specimen: Specimen) -> tuple[str, ...]:
    """Recorded fail at or above the minimum, or pass below it."""
    row = specimen.now.row
    if specimen.rng.random() < 0.5:
        row["status"] = "fail"
        return ()
    claim = specimen.rng.choice(specimen.claims)
    unstate(specimen, [claim])
    lose(specimen, [claim])
    row["status"] = "pass"
    return (claim,)


CONTRACT_FAULTS = (
    Fault("denominator-drift", "test-data", denominator_drift, claims=2),
    Fault("contract-changed", "domain-review", contract_changed, claims=2),
    Fault("threshold-drift", "release-policy", threshold_drift, claims=2),
    Fault("status-contradicts-score", "release-policy", status_contradicts),
)
