"""Which trials there are: every fault in every domain, pairs of faults, healthy and passing rows."""

from collections.abc import Iterator
from random import Random

from benchmarks.faults.answer_faults import ANSWER_FAULTS, WHOLE_ANSWER_FAULTS, unanswerable
from benchmarks.faults.comparison import comparison
from benchmarks.faults.contract_faults import CONTRACT_FAULTS
from benchmarks.faults.domains import Domain
from benchmarks.faults.healthy import coverage
from benchmarks.faults.kinds import Fault
from benchmarks.faults.passing import PASSING
from benchmarks.faults.profile_faults import PROFILE_FAULTS, profile
from benchmarks.faults.ranking_faults import RANKING_FAULTS
from benchmarks.faults.retrieval_faults import RETRIEVAL_FAULTS, WHOLE_RETRIEVAL_FAULTS
from benchmarks.faults.row_faults import ROW_FAULTS
from benchmarks.faults.specimen import Specimen
from benchmarks.faults.together import COMPARISON_OVERLAYS, OVERLAYS
from benchmarks.faults.worlds import Trial

CLAIM_FAULTS = (*ANSWER_FAULTS, *RETRIEVAL_FAULTS)
FAULTS: tuple[Fault, ...] = (
    *ROW_FAULTS,
    *CONTRACT_FAULTS,
    *CLAIM_FAULTS,
    *WHOLE_ANSWER_FAULTS,
    *WHOLE_RETRIEVAL_FAULTS,
    *RANKING_FAULTS,
    *PROFILE_FAULTS,
)
JUDGE_FAULTS = RANKING_FAULTS[8:15]
ATTRIBUTION_STAGE = frozenset(fault.cause for fault in ANSWER_FAULTS)


def seeded(seed: int, name: str) -> Random:
    """The randomness of one trial: its name and the seed of the run reproduce it."""
    return Random(f"{seed}/{name}")


def single(fault: Fault, domain: Domain, seed: int, number: int, place: int, kind: str = "single") -> Trial:
    """One case under one fault."""
    name = f"{domain.name}/{fault.cause}/{place}"
    specimen = (fault.grow or coverage)(domain, seeded(seed, name), number, claims=fault.claims)
    claims = fault.inject(specimen)
    return Trial(name, kind, specimen, ((fault.cause, fault.owner),), claims)


def singles(domain: Domain, seed: int, each: int, start: int) -> Iterator[Trial]:
    """Every fault ``each`` times."""
    for place in range(each):
        for fault in FAULTS:
            yield single(fault, domain, seed, start, place)
            start += 1


def _two_documents(domain: Domain, rng: Random, number: int) -> Specimen:
    while True:
        specimen = coverage(domain, rng, number, claims=2)
        if len(set(specimen.homes.values())) > 1:
            return specimen


def claim_pair(domain: Domain, seed: int, number: int) -> Trial:
    """Two different faults on two claims of one row."""
    rng = seeded(seed, f"{domain.name}/pair/{number}")
    one, other = rng.sample([fault for fault in CLAIM_FAULTS if fault.cause != "abstained-with-evidence"], 2)
    specimen = _two_documents(domain, rng, number)
    specimen.alone = False
    first, second = one.inject(specimen), other.inject(specimen)
    if not any(record["quote"] for record in (specimen.now.attribution or {})["claims"]):
        return claim_pair(domain, seed, number + 100_000)  # An answer without any claim abstains: another cause.
    planted = [(one, len(first)), (other, len(second))]
    planted.sort(key=lambda pair: (-pair[1], pair[0].cause not in ATTRIBUTION_STAGE))
    equal = len(first) == len(second) and (one.cause in ATTRIBUTION_STAGE) == (other.cause in ATTRIBUTION_STAGE)
    either = equal or one.owner == other.owner
    name = f"{domain.name}/pair/{number} {one.cause} + {other.cause}"
    return Trial(name, "pair", specimen, tuple((fault.cause, fault.owner) for fault, _ in planted), (), either)


def overlaid(domain: Domain, seed: int, number: int) -> Trial:
    """A fault of the row over a fault of a claim, or of the request over one of the judge: the earlier one leads."""
    rng = seeded(seed, f"{domain.name}/over/{number}")
    if rng.random() < 0.3:
        over, fault = rng.choice(COMPARISON_OVERLAYS), rng.choice(JUDGE_FAULTS)
    else:
        over, fault = rng.choice(OVERLAYS), rng.choice(CLAIM_FAULTS)
    specimen = (fault.grow or coverage)(domain, rng, number, claims=fault.claims)
    fault.inject(specimen)
    over.inject(specimen)
    name = f"{domain.name}/over/{number} {over.cause} over {fault.cause}"
    return Trial(name, "pair", specimen, ((over.cause, over.owner), (fault.cause, fault.owner)))


def pairs(domain: Domain, seed: int, count: int, start: int) -> Iterator[Trial]:
    """Two pairs in three are faults of two claims, one is a fault over another."""
    for number in range(start, start + count):
        yield overlaid(domain, seed, number) if number % 3 == 0 else claim_pair(domain, seed, number)


def healthy(domain: Domain, seed: int, count: int, start: int) -> Iterator[Trial]:
    """Untouched evidence of every kind, and rows that pass though something about them is odd."""
    for number in range(start, start + count):
        name = f"{domain.name}/healthy/{number}"
        grow = (coverage, comparison, profile, unanswerable)[number % 4]
        yield Trial(name, "healthy", grow(domain, seeded(seed, name), number))
    for number in range(start + count, start + 2 * count):
        word, odd, grow = PASSING[number % len(PASSING)]
        name = f"{domain.name}/passing/{number} {word}"
        specimen = grow(domain, seeded(seed, name), number, claims=2 if grow is coverage else 3)
        odd(specimen)
        yield Trial(name, "passing", specimen)
