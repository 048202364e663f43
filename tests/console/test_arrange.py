"""The list as integers: groups, order, filter, and the place of a row."""

import pytest

from tests.console.fake import Rows
from tests.views import evidence as made
from triage.console.arrange import Arrangement, Group, Grouping, Outdated, Sorting, Wish, arrange
from triage.model import Evidence, Outcome, Owner
from triage.views.queue import Walked


def rows(*wanted: tuple[str, Outcome, float | None, str]) -> Rows:
    return Rows(
        [
            Evidence(made.coverage_row(case_id=case, outcome=outcome, score=score, scenario=scenario))
            for case, outcome, score, scenario in wanted
        ]
    )


FAILED, INVALID, PASSED = Outcome.FAILED, Outcome.INVALID, Outcome.PASSED
ROWS = rows(
    ("b", FAILED, 0.5, "eu"),
    ("a", FAILED, 0.1, "us"),
    ("c", INVALID, None, "us"),
    ("d", PASSED, 1.0, "eu"),
    ("e", PASSED, 1.0, "eu"),
)
RED = [0, 1, 2]
WALKED = {
    0: Walked("retrieval-miss", Owner.RETRIEVAL, "likely", "Search", ("fee",)),
    1: Walked("undetermined", None, None, None, ()),
    4: Walked("false-support", Owner.ATTRIBUTION, "certain", None, ()),
}


def made_list(wish: Wish, walked: dict[int, Walked] = WALKED) -> list[str | int]:
    found = arrange(ROWS, RED, walked, wish, lambda: None)
    return [at if at >= 0 else found.groups[-1 - at].title for at in found.entries]


def test_owners_with_most_certain_names_first_and_the_unknown_last() -> None:
    assert made_list(Wish()) == ["retrieval: Search", 0, "no owner yet", 1, "not walked yet", 2]


@pytest.mark.parametrize(
    ("grouping", "expected"),
    [
        (Grouping.CAUSE, ["retrieval-miss", 0, "undetermined", 1, "not walked yet", 2]),
        (Grouping.SCENARIO, ["us", 1, 2, "eu", 0]),
        (Grouping.METRIC, ["evidence_coverage", 0, 1, 2]),
        (Grouping.FLAT, [0, 1, 2]),
    ],
)
def test_every_way_to_group(grouping: Grouping, expected: list[str | int]) -> None:
    assert made_list(Wish(grouping)) == expected


def test_passing_rows_come_with_the_wrongly_green_first() -> None:
    shown = made_list(Wish(Grouping.FLAT, passing=True))
    assert shown == ["green for the wrong reason", 4, 0, 1, 2, "passing, and nothing to say", 3]


def test_sorting_puts_what_has_no_value_last() -> None:
    assert made_list(Wish(Grouping.FLAT, Sorting.GAP)) == [1, 0, 2]
    assert made_list(Wish(Grouping.FLAT, Sorting.CASE)) == [1, 0, 2]


def test_only_invalid_rows() -> None:
    assert made_list(Wish(Grouping.FLAT, only_invalid=True)) == [2]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("RETRIEVAL", [0]),
        ("fee", [0]),
        ("search", [0]),
        ("invalid", [2]),
        ("us", [1, 2]),
        ("us failed", [1]),
        ("HTTP 429 gateway", [0]),
        ("zz", []),
    ],
)
def test_the_filter_looks_at_cause_owner_team_claim_scenario_outcome_and_reason(
    words: str, expected: list[int]
) -> None:
    told = {1: Walked("x-cause", None, None, None, ()), 0: WALKED[0]._replace(text="http 429 from judge gateway")}
    found = made_list(Wish(Grouping.FLAT, words=words), {**WALKED, **told})
    assert found == expected


def test_a_newer_wish_gives_up_the_older_one() -> None:
    def check() -> None:
        raise Outdated

    with pytest.raises(Outdated):
        arrange(ROWS, RED, WALKED, Wish(words="a"), check)


LIST = Arrangement((-1, 5, 6, -2, 7), (Group("x", 2), Group("y", 1)), 3, 3)


@pytest.mark.parametrize(
    ("start", "places", "end"), [(1, 1, 2), (2, 1, 4), (4, -1, 2), (1, -1, None), (4, 9, None), (1, 99, 4)]
)
def test_the_cursor_skips_the_heads_of_groups(start: int, places: int, end: int | None) -> None:
    assert LIST.row_from(start, places) == end


def test_a_row_is_found_again_or_the_nearest_one() -> None:
    assert (LIST.place_of(7), LIST.place_of(8)) == (4, None)
    assert (LIST.row_near(0), LIST.row_near(3), LIST.row_near(99)) == (1, 4, 4)
    assert replace_entries((-1,)).row_near(0) is None


def test_the_next_red_row_skips_green_ones() -> None:
    outcome = {5: FAILED, 6: PASSED, 7: INVALID}.__getitem__
    assert (LIST.next_red(1, 1, outcome), LIST.next_red(4, -1, outcome), LIST.next_red(4, 1, outcome)) == (7, 5, None)


def replace_entries(entries: tuple[int, ...]) -> Arrangement:
    return LIST._replace(entries=entries)
