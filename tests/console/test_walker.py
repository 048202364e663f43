"""The walking thread: the newest request first, one broken row costs one row, nothing is told after a newer wish."""

import time
from collections.abc import Callable

from tests.console.fake import Examination
from tests.views import evidence as made
from triage.console.arrange import Grouping, Wish
from triage.console.told import Broke, Listed, RowTold
from triage.console.walker import Walker
from triage.model import Evidence, Outcome


def run_of(count: int) -> Examination:
    return Examination(
        [Evidence(made.coverage_row(case_id=f"c{at}", required=None, supported=None)) for at in range(count)]
    )


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "the walker never did it"
        time.sleep(0.002)


class Slow(Examination):
    def diagnosis(self, number: int):
        time.sleep(0.003)
        return super().diagnosis(number)


def test_the_row_somebody_looks_at_comes_before_all_others() -> None:
    told: list[object] = []
    examination = Slow(run_of(400).evidences)
    walker = Walker(examination, told.append)
    walker.start()
    walker.want_row(399)
    until(lambda: any(isinstance(one, RowTold) for one in told))
    assert len(walker.walked) < 300 and 399 in walker.walked
    walker.stop()


def test_in_the_end_every_row_is_walked_and_listed() -> None:
    told: list[object] = []
    walker = Walker(run_of(120), told.append)
    walker.start()
    until(lambda: walker.resting)
    last = [one for one in told if isinstance(one, Listed)][-1]
    assert (last.walked, last.of, last.arrangement.rows) == (120, 120, 120)
    assert [group.title for group in last.arrangement.groups] == ["no owner yet"]
    walker.stop()


def test_only_the_newest_wish_is_told() -> None:
    told: list[object] = []
    walker = Walker(run_of(3), told.append)
    walker.want_list(Wish(Grouping.CAUSE))
    walker.want_list(Wish(Grouping.FLAT))
    walker.start()
    until(lambda: walker.resting)
    assert {one.arrangement.wish.grouping for one in told if isinstance(one, Listed)} == {Grouping.FLAT}
    walker.stop()


def test_an_arrangement_is_given_up_for_a_newer_wish() -> None:
    told: list[object] = []
    examination = run_of(3)
    rows, older, newer = examination.bundle.rows, Wish(words="c1"), Wish(words="c2")
    walker = Walker(examination, told.append)
    plain = rows.outcome

    def outcome(at: int) -> Outcome:
        if walker._latest == older:
            walker.want_list(newer)
        return plain(at)

    rows.outcome = outcome
    walker.want_list(older)
    walker.start()
    until(lambda: walker.resting)
    assert [one.arrangement.wish for one in told if isinstance(one, Listed)][:1] == [newer]
    walker.stop()


def test_a_broken_row_is_told_and_the_others_are_walked() -> None:
    class Cracked(Examination):
        def diagnosis(self, number: int):
            if number == 1:
                raise ValueError("bad")
            return super().diagnosis(number)

    told: list[object] = []
    walker = Walker(Cracked(run_of(3).evidences), told.append)
    walker.start()
    until(lambda: walker.resting)
    assert [(one.number, one.words) for one in told if isinstance(one, Broke)] == [
        (1, "this row could not be walked: ValueError: bad")
    ]
    assert walker.walked[1].cause == "could not be walked" and walker.walked[2].cause == "undetermined"
    walker.stop()
