"""The contracts behind Ragas: the same values and reasons as the plain formulas, and the boundary of the import."""

import math
import subprocess
import sys
from random import Random

import pytest

from triage.metrics import ragas_metrics
from triage.metrics.coverage import Coverage, evidence_coverage
from triage.metrics.ragas_metrics import RagasUnavailable, coverage_metric, import_ragas, order_metric
from triage.metrics.ranking import identity

GENERATED = 400


def generated_lists(seed: int) -> tuple[list[str], list[str]]:
    """Two lists of ids: mostly sound, often with blanks, repeats, strangers or nothing at all."""
    random = Random(seed)
    pool = ["fee", "Fee", "term", "größe", "a,b", "limit", "caf\u00e9"]
    required = random.sample(pool, random.randint(0, 5))
    supported = random.sample(required, random.randint(0, len(required)))
    for ids in (required, supported):
        if random.random() < 0.2:
            ids.insert(random.randint(0, len(ids)), random.choice(["", " ", "stranger", *pool]))
    return required, supported


def generated_orders(seed: int) -> tuple[list[str], list[str]]:
    """A reference and an order that is a permutation of it about half of the time."""
    random = Random(seed)
    reference = random.sample(["a", "b", "c", "d", "e"], random.randint(1, 5))
    order = random.sample(reference, len(reference))
    if random.random() < 0.5:
        order[random.randrange(len(order))] = random.choice([*reference, "x", ""])
    if random.random() < 0.2:
        order.append(random.choice(reference))
    return reference, order


def test_pure_and_ragas_coverage_agree() -> None:
    metric = coverage_metric()
    outcomes = set()
    for seed in range(GENERATED):
        required, supported = generated_lists(seed)
        pure = evidence_coverage(required, supported)
        result = metric.score(required_claim_ids=required, supported_claim_ids=supported)
        assert result.value == pure.value
        assert result.reason.endswith(pure.reason)
        outcomes.add(pure.value is None)
    assert outcomes == {True, False}


def test_pure_and_ragas_order_checks_agree() -> None:
    metrics = {count: order_metric(count) for count in range(1, 6)}
    outcomes = set()
    for seed in range(GENERATED):
        reference, order = generated_orders(seed)
        pure = identity(reference, order)
        result = metrics[len(reference)].score(reference_order=reference, returned_order=order)
        assert result.value == (order if pure.ok else None)
        assert result.reason.endswith(pure.words())
        outcomes.add(pure.ok)
    assert outcomes == {True, False}


@pytest.mark.parametrize(
    ("required", "supported", "fragment"),
    [
        ([], [], "required_claim_ids must not be empty"),
        (["a", " "], [], "required_claim_ids contains a blank claim ID"),
        (["a"], [""], "supported_claim_ids contains a blank claim ID"),
        (["a", "a"], [], "required_claim_ids contains duplicate claim IDs: a"),
        (["a"], ["a", "a"], "supported_claim_ids contains duplicate claim IDs: a"),
        (["a"], ["old-a", "A"], "unknown IDs: old-a, A"),
    ],
)
def test_an_invalid_input_gives_no_value_and_our_reason(
    required: list[str], supported: list[str], fragment: str
) -> None:
    result = coverage_metric().score(required_claim_ids=required, supported_claim_ids=supported)
    assert result.value is None
    assert fragment in result.reason


@pytest.mark.parametrize("missing", ["required_claim_ids", "supported_claim_ids"])
def test_a_missing_argument_is_a_type_error_that_names_it(missing: str) -> None:
    given = {"required_claim_ids": ["a"], "supported_claim_ids": ["a"]}
    del given[missing]
    with pytest.raises(TypeError, match=rf"{missing}: Field required"):
        coverage_metric().score(**given)


@pytest.mark.parametrize("wrong", [None, "abc", [1], [None]])
def test_what_is_no_list_of_text_is_a_type_error(wrong: object) -> None:
    with pytest.raises(TypeError, match="required_claim_ids"):
        coverage_metric().score(required_claim_ids=wrong, supported_claim_ids=[])


@pytest.mark.parametrize("value", [1.2, -0.1, math.nan, math.inf])
def test_a_value_outside_the_range_is_rejected(value: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ragas_metrics, "evidence_coverage", lambda *_: Coverage(value, "made up", 1, 1, ()))
    result = coverage_metric().score(required_claim_ids=["a"], supported_claim_ids=["a"])
    assert result.value is None
    assert f"returned {value} but expected value in range (0.0, 1.0)" in result.reason


def test_the_metric_is_named_and_ranged() -> None:
    metric = coverage_metric()
    assert (metric.name, metric.allowed_values) == ("evidence_coverage", (0.0, 1.0))
    assert repr(metric).startswith("evidence_coverage(required_claim_ids, supported_claim_ids) -> NumericMetric")
    assert "RankingMetric[3]" in repr(order_metric(3))


def test_an_order_fault_names_every_id_at_once() -> None:
    result = order_metric(3).score(reference_order=["a", "b", "c"], returned_order=["a", "a", "x"])
    assert result.value is None
    assert "missing b, c; unknown x; duplicate a" in result.reason


def test_the_order_metric_is_for_one_number_of_candidates() -> None:
    result = order_metric(2).score(reference_order=["a", "b", "c"], returned_order=["a", "b", "c"])
    assert result.value is None
    assert "the reference has 3 candidates, the metric is for 2" in result.reason
    for wrong in (0, -1, True, 2.0, "2"):
        with pytest.raises(ValueError, match="whole number from 1"):
            order_metric(wrong)


def test_without_ragas_there_is_one_plain_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ragas", None)
    for build in (import_ragas, coverage_metric, lambda: order_metric(2)):
        with pytest.raises(RagasUnavailable, match=r"ragas cannot be imported \(ModuleNotFoundError"):
            build()


BOUNDARY = """
import importlib, os, pkgutil, sys, triage.metrics
os.environ["RAGAS_DO_NOT_TRACK"] = "false"
for module in pkgutil.iter_modules(triage.metrics.__path__):
    importlib.import_module("triage.metrics." + module.name)
print("ragas" in sys.modules)
class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == "ragas": raise RuntimeError("half installed")
sys.meta_path.insert(0, Broken())
from triage.metrics.ragas_metrics import RagasUnavailable, import_ragas
try: import_ragas()
except RagasUnavailable as error: print(error)
sys.meta_path.pop(0)
import_ragas()
from ragas._analytics import do_not_track
print("ragas" in sys.modules, do_not_track())
"""


def test_the_import_happens_on_purpose_only_and_untracked() -> None:
    done = subprocess.run([sys.executable, "-c", BOUNDARY], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "False",
        "ragas cannot be imported (RuntimeError: half installed)",
        "True True",
    ]
    assert done.stderr == ""
