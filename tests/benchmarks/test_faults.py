"""The generator plants what it says, in evidence that is healthy without it, and the measurement sees a broken rule."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.faults.diagnosed import diagnosed
from benchmarks.faults.domains import OBSERVATORY, POTTERY, Domain
from benchmarks.faults.healthy import coverage
from benchmarks.faults.held_out import ALL_DOMAINS
from benchmarks.faults.plan import FAULTS, healthy, pairs, seeded, singles
from benchmarks.faults.removed import REMOVALS
from benchmarks.faults.runs import RUN_FAULTS
from benchmarks.faults.worlds import Trial, World, files, lines
from benchmarks.scoring import ABSTAINING, Said, totals
from triage.causes import CAUSES, answer_omits_claim, retrieval_miss, uncited_claim
from triage.causes.cause import Said as Word
from triage.clues.claim import ClaimView

SEED = 5


def said_of(trials: list[Trial], folder: Path) -> list[Said]:
    return list(diagnosed(World("world", trials), folder))


def encoded(trials: list[Trial]) -> dict[str, bytes]:
    return {
        name: b"".join(lines(records))
        for name, records in files([side for one in trials for side in (one.specimen.now, one.specimen.green)]).items()
    }


def test_the_same_seed_plants_the_same_bytes() -> None:
    one, again, other = (encoded(list(singles(OBSERVATORY, seed, 1, 0))) for seed in (SEED, SEED, SEED + 1))
    assert one == again
    assert one != other


def test_every_cause_is_planted() -> None:
    planted = {fault.cause for fault in FAULTS} | {fault.cause for fault in RUN_FAULTS} | {"conditions-differ"}
    assert planted | set(ABSTAINING.values()) == {cause.slug for cause in CAUSES}


def test_planted_owners_are_the_documented_ones() -> None:
    owners = {cause.slug: str(cause.owner) for cause in CAUSES}
    assert {fault.cause: fault.owner for fault in FAULTS} == {fault.cause: owners[fault.cause] for fault in FAULTS}
    assert {cause for removal in REMOVALS for cause in removal.causes} <= {fault.cause for fault in FAULTS}


@pytest.mark.parametrize("domain", ALL_DOMAINS, ids=lambda domain: domain.name)
def test_healthy_evidence_is_whole(domain: Domain) -> None:
    for number in range(40):
        specimen = coverage(domain, seeded(SEED, f"whole/{number}"), number)
        side, shown = specimen.now, set()
        assert side.attribution and side.retrieval and side.case
        for claim in side.attribution["claims"]:
            start, end = claim["span"]
            assert side.attribution["answer"][start:end] == claim["quote"]
            shown |= set(claim["citations"])
        assert shown <= {chunk["doc_id"] for chunk in side.retrieval["retrieved"][: specimen.k]}
        assert {chunk["doc_id"] for chunk in side.retrieval["retrieved"]} <= {one["doc_id"] for one in side.corpus}
        assert specimen.strangers()
        assert 1 <= len(side.case["claims"]) <= 6
        assert 2 <= specimen.k <= 10


def test_no_two_cases_of_a_world_share_an_id() -> None:
    trials = [*singles(POTTERY, SEED, 1, 0), *pairs(POTTERY, SEED, 12, 100), *healthy(POTTERY, SEED, 12, 200)]
    named = [
        name
        for trial in trials
        for name in (trial.specimen.claims, [one["doc_id"] for one in trial.specimen.now.corpus])
    ]
    every = [name for names in named for name in names]
    assert len(every) == len(set(every))


def test_claims_faults_take_away_what_they_name(tmp_path: Path) -> None:
    trials = [
        trial for trial in singles(OBSERVATORY, SEED, 1, 0) if trial.claims and trial.planted[0][0] != "false-support"
    ]
    assert len(trials) > 10
    for trial in trials:
        row = trial.specimen.now.row
        assert set(row["required_claim_ids"]) - set(row["supported_claim_ids"]) == set(trial.claims)
        assert row["score"] < row["minimum"]
    assert all(one.right_cause and one.right_owner for one in said_of(trials, tmp_path))


def test_a_silent_rule_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(claim: ClaimView) -> Iterator[Word]:
        yield from ()

    monkeypatch.setattr(retrieval_miss, "look", silent)
    trials = [trial for trial in singles(OBSERVATORY, SEED, 2, 0) if trial.planted[0][0] == "retrieval-miss"]
    assert [one.abstained for one in said_of(trials, tmp_path)] == [True, True]


def test_an_eager_rule_is_seen_as_certainly_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def eager(claim: ClaimView) -> Iterator[Word]:
        yield answer_omits_claim.CAUSE.found(claim.label_proof(), claim=claim.claim_id)

    monkeypatch.setattr(uncited_claim, "look", eager)
    trials = [trial for trial in singles(OBSERVATORY, SEED, 2, 0) if trial.planted[0][0] == "retrieval-miss"]
    found = said_of(trials, tmp_path)
    assert [one.certainly_wrong for one in found] == [True, True]
    assert totals(found)["certain_wrong_owner"] == 2
    assert totals(found)["single_owner_accuracy"] == 0.0


def test_a_rule_that_finds_too_much_is_a_false_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from triage.causes import false_support

    monkeypatch.setattr(false_support, "look", lambda evidence: iter([false_support.CAUSE.found()]))
    found = said_of(list(healthy(OBSERVATORY, SEED, 6, 0)), tmp_path)
    assert all(one.alarm for one in found)
