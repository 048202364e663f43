"""Evidence coverage: every worked value, every invalid input, the reason to the letter, the input digest."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triage.metrics.coverage import Coverage, evidence_coverage, input_sha256

HERE = Path(__file__).resolve().parent
OWN = json.loads((HERE / "worked_values.json").read_text("utf-8"))
SHARED = HERE.parents[1] / "../shared/design/worked-values.json"

ids = st.lists(st.sampled_from(["a", "A", "b", "c", "", " ", "d-1"]), max_size=5)


def check(worked: dict[str, object]) -> None:
    measured = evidence_coverage(worked["required"], worked["supported"])
    assert measured.value == worked["value"]
    if "reason" in worked:
        assert measured.reason == worked["reason"]
    else:
        assert worked["reason_contains"] in measured.reason


@pytest.mark.parametrize(
    "worked", OWN["coverage"], ids=lambda worked: worked.get("reason") or worked["reason_contains"]
)
def test_worked_values(worked: dict[str, object]) -> None:
    check(worked)


def test_the_shared_worked_values_are_the_same_figures() -> None:
    if not SHARED.exists():
        pytest.skip("the shared worked values are not beside this checkout")
    shared = json.loads(SHARED.read_text("utf-8"))
    assert {key: OWN[key] for key in shared} == shared


def test_the_missing_claims_keep_the_order_of_the_requirement() -> None:
    assert evidence_coverage(["z", "m", "a"], ["m"]) == Coverage(
        1 / 3, "supported=1; required=3; missing=z,a", 1, 3, ("z", "a")
    )


def test_ids_are_compared_exactly() -> None:
    assert evidence_coverage(["Fee"], ["fee"]).reason == "supported_claim_ids contains unknown IDs: fee"
    assert evidence_coverage(["fee"], ["fee "]).value is None
    # The same letter composed and decomposed: looks equal, is another id.
    assert evidence_coverage(["caf\u00e9"], ["cafe\u0301"]).value is None


@pytest.mark.parametrize(
    ("required", "supported", "reason"),
    [
        ([], ["x", "x", ""], "required_claim_ids must not be empty"),
        (["a"], [""], "supported_claim_ids contains a blank claim ID"),
        (["\t"], ["\n"], "required_claim_ids contains a blank claim ID; supported_claim_ids contains a blank claim ID"),
        (["a", "a", "b", "b", "c"], ["q"], "required_claim_ids contains duplicate claim IDs: a, b"),
        (["a", "b"], ["b", "b"], "supported_claim_ids contains duplicate claim IDs: b"),
        (
            ["a", "a"],
            ["x", "x"],
            "required_claim_ids contains duplicate claim IDs: a; supported_claim_ids contains duplicate claim IDs: x",
        ),
        (["a"], ["z", "a", "y"], "supported_claim_ids contains unknown IDs: z, y"),
    ],
)
def test_an_invalid_input_names_every_fault_of_the_first_kind(
    required: list[str], supported: list[str], reason: str
) -> None:
    assert evidence_coverage(required, supported) == Coverage(None, reason, len(supported), len(required), ())


@given(ids, ids)
def test_a_value_exists_exactly_for_sound_lists(required: list[str], supported: list[str]) -> None:
    sound = (
        bool(required)
        and all(one.strip() for one in required + supported)
        and len(set(required)) == len(required)
        and len(set(supported)) == len(supported)
        and set(supported) <= set(required)
    )
    measured = evidence_coverage(required, supported)
    assert (measured.value is not None) == sound
    if sound:
        assert measured.value == len(supported) / len(required)
        assert sorted([*measured.missing, *supported]) == sorted(required)


def test_the_input_digest_is_over_the_compact_sorted_array() -> None:
    written = '["größe",["a","ä"],["ä"]]'.encode()
    assert input_sha256("größe", ["ä", "a"], ["ä"]) == hashlib.sha256(written).hexdigest()


def test_the_input_digest_ignores_list_order_and_nothing_else() -> None:
    first = input_sha256("c", ["a", "b"], ["b", "a"])
    assert first == input_sha256("c", ["b", "a"], ["a", "b"])
    assert len({first, input_sha256("C", ["a", "b"], ["a", "b"]), input_sha256("c", ["a", "b"], ["a"])}) == 3


def test_the_input_digest_takes_a_lone_surrogate() -> None:
    assert len(input_sha256("\ud800", ["a"], [])) == 64
