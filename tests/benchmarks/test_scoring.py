"""From what was said to shares: worked by hand."""

from benchmarks.printed import report
from benchmarks.scoring import Figures, Said, confusion, per_cause, per_missing_record, totals

MISS, OMITS = ("retrieval-miss", "retrieval"), ("answer-omits-claim", "application")


def said(cause: str | None, owner: str | None = None, *planted: tuple[str, str], **fields: object) -> Said:
    defaults = {
        "trial": "here/1",
        "kind": "single" if planted else "healthy",
        "planted": planted,
        "claims": (),
        "either": False,
        "firm": True,
        "cause": cause,
        "owner": owner,
        "confidence": "certain" if owner else None,
        "named": frozenset({(cause, None)}) if cause else frozenset(),
        "found": frozenset({cause}) if cause else frozenset(),
        "open": frozenset(),
    }
    return Said(**{**defaults, **fields})  # type: ignore[arg-type]


FOUR = [
    said("retrieval-miss", "retrieval", MISS),
    said("answer-omits-claim", "application", MISS),
    said("undetermined", None, MISS),
    said("answer-omits-claim", "application", OMITS),
]


def test_precision_recall_and_abstention() -> None:
    assert per_cause(FOUR) == {
        "answer-omits-claim": Figures(1, 0.5, 1.0, 0.0),
        "retrieval-miss": Figures(3, 1.0, round(1 / 3, 6), round(1 / 3, 6)),
    }


def test_a_false_alarm_costs_precision_and_is_counted() -> None:
    assert per_cause([*FOUR, said("retrieval-miss", "retrieval")])["retrieval-miss"].precision == 0.5
    assert totals([*FOUR, said("retrieval-miss", "retrieval")])["false_alarms"] == 1
    assert totals([*FOUR, said(None)])["false_alarms"] == 0


def test_nothing_planted_is_no_share() -> None:
    assert per_cause([said("retrieval-miss", "retrieval")])["retrieval-miss"] == Figures(0, 0.0, None, None)
    assert totals([])["single_owner_accuracy"] is None


def test_a_fault_that_changed_nothing_is_counted_apart() -> None:
    inert = said(None, None, MISS, inert=True)
    assert per_cause([*FOUR, inert]) == per_cause(FOUR)
    assert totals([*FOUR, inert])["inert_faults"] == 1


def test_a_claim_that_is_not_named_is_a_miss() -> None:
    half = said("retrieval-miss", "retrieval", MISS, claims=("a", "b"), named=frozenset({("retrieval-miss", "a")}))
    whole = half._replace(named=half.named | {("retrieval-miss", "b")})
    assert not half.right_cause
    assert whole.right_cause


def test_of_a_pair_the_first_planted_leads_unless_both_may() -> None:
    second = said("answer-omits-claim", "application", MISS, OMITS, kind="pair")
    assert not second.right_cause
    assert not second.right_owner
    assert not second.certainly_wrong
    assert second._replace(either=True).right_cause


def test_certainly_wrong_needs_certainty_and_another_owner() -> None:
    wrong = FOUR[1]
    assert wrong.certainly_wrong
    assert not wrong._replace(confidence="likely").certainly_wrong
    assert totals(FOUR)["certain_wrong_owner"] == 1


def test_missing_records_count_what_cannot_be_told() -> None:
    open_word = frozenset({"attribution-missing"})
    told = said("undetermined", None, OMITS, kind="attribution", firm=False, open=open_word)
    named = said("answer-omits-claim", "application", OMITS, kind="attribution", firm=False)
    elsewhere = said("undetermined", None, MISS, open=open_word)
    found = per_missing_record([told, named, elsewhere])["attribution-missing"]
    assert found == Figures(2, 0.5, 0.5, 0.5)
    assert totals([told, named, elsewhere])["removed_too_certain"] == 1


def test_confusion_is_restricted_to_pairs_that_were_planted() -> None:
    pairs = [("answer-omits-claim", "retrieval-miss"), ("retrieval-miss", "below-cutoff")]
    assert confusion(FOUR, pairs) == [("answer-omits-claim", "retrieval-miss", 1, 0, 1, 1)]


def test_every_miss_is_listed_by_a_name_that_reproduces_it() -> None:
    printed = list(report([*FOUR, said("false-support", "attribution", trial="there/2")], 11))
    assert printed[0].startswith("seed 11")
    wrong = printed[printed.index("\nwrong owners with confidence certain:") + 1]
    assert wrong.startswith("  here/1: planted retrieval-miss, said answer-omits-claim (application, certain)")
    assert printed[printed.index("false alarms:") + 1].startswith("  there/2: planted nothing, said false-support")
