"""Which rows the list shows, in which groups and order.  Pure, and made of integers so that a million rows fit."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from triage.model import Outcome
from triage.model.findings import UNDETERMINED
from triage.text import clean
from triage.views.queue import Walked

if TYPE_CHECKING:
    from triage.evidence.table import RowTable

_RED = (Outcome.FAILED, Outcome.INVALID)
_WRONG_GREEN = "green for the wrong reason"
_KNOWN = "known failures, excused by an earlier run"
_GREEN = "passing, and nothing to say"
_LOOK_UP = 512
_EARLY = 200

Way = TypeVar("Way")


class Grouping(Enum):
    """How rows are put together."""

    OWNER = "owner"
    CAUSE = "cause"
    SCENARIO = "scenario"
    METRIC = "metric"
    FLAT = "nothing"


class Sorting(Enum):
    """How rows follow each other inside a group."""

    READ = "as read, blocking first"
    GAP = "distance below the minimum"
    CASE = "case id"


class Wish(NamedTuple):
    """What the person asked the list to show."""

    grouping: Grouping = Grouping.OWNER
    sorting: Sorting = Sorting.READ
    only_invalid: bool = False
    passing: bool = False
    words: str = ""

    def regrouped(self) -> "Wish":
        """The same with the next way to group."""
        return self._replace(grouping=_after(self.grouping, tuple(Grouping)))

    def with_invalid_alone(self) -> "Wish":
        """Only invalid rows, or all red ones again."""
        return self._replace(only_invalid=not self.only_invalid)

    def with_passing(self) -> "Wish":
        """Passing rows too, or not."""
        return self._replace(passing=not self.passing)

    def resorted(self) -> "Wish":
        """The same with the next way to sort."""
        return self._replace(sorting=_after(self.sorting, tuple(Sorting)))


class Group(NamedTuple):
    """The head of a group."""

    title: str
    rows: int


class Arrangement(NamedTuple):
    """``entries`` are row numbers, and ``-1 - index`` for the heads of ``groups``; ``rows`` of ``of`` are shown."""

    entries: Sequence[int]
    groups: tuple[Group, ...]
    rows: int
    of: int
    wish: Wish = Wish()

    def place_of(self, number: int) -> int | None:
        """Where a row stands."""
        try:
            return self.entries.index(number)
        except ValueError:
            return None

    def row_near(self, place: int) -> int | None:
        """The place of the row at ``place`` or the nearest below, else above; None without rows."""
        last = len(self.entries) - 1
        start = max(0, min(place, last))
        order = (*range(start, last + 1), *range(start - 1, -1, -1)) if last < _LOOK_UP else range(start, last + 1)
        return next((at for at in order if self.entries[at] >= 0), None) if last >= 0 else None

    def row_from(self, place: int, places: int) -> int | None:
        """The place of the row about ``places`` lines away, at least one row on; None when there is none that way."""
        step = 1 if places > 0 else -1
        target = max(0, min(place + places, len(self.entries) - 1))
        for order in (range(target, len(self.entries) if step > 0 else -1, step), range(target, place, -step)):
            found = next((at for at in order if at != place and self.entries[at] >= 0), None)
            if found is not None:
                return found
        return None

    def next_red(self, place: int, step: int, outcome: Callable[[int], Outcome]) -> int | None:
        """The number of the next failed or invalid row in that direction; None at the end."""
        at = place + step
        while 0 <= at < len(self.entries):
            number = self.entries[at]
            if number >= 0 and outcome(number) in _RED:
                return number
            at += step
        return None


NOTHING = Arrangement((), (), 0, 0)


class Outdated(Exception):
    """Somebody asked for another list meanwhile."""


def arrange(
    rows: "RowTable", red: Sequence[int], walked: Mapping[int, Walked], wish: Wish, check: Callable[[], None]
) -> Arrangement:
    """The list for a wish.  ``check`` is called now and then, and may raise to give up."""
    pool: Sequence[int] = red if not wish.passing else [*red, *_others(rows, check)]
    if wish.only_invalid:
        pool = [at for at in pool if rows.outcome(at) is Outcome.INVALID]
    shown = list(_matching(rows, pool, walked, wish.words.casefold(), check)) if wish.words else list(pool)
    if wish.sorting is not Sorting.READ:
        shown.sort(key=_gap(rows) if wish.sorting is Sorting.GAP else lambda at: (rows.case_id(at) or "", at))
    groups: dict[tuple[int, str], list[int]] = {}
    for place, at in enumerate(shown):
        if place % 4096 == 0:
            check()
        groups.setdefault(_group(rows, at, walked.get(at), wish), []).append(at)
    entries, heads = array("q"), list[Group]()
    for (_, title), members in sorted(groups.items(), key=lambda pair: (pair[0][0], -len(pair[1]))):
        if title:
            entries.append(-1 - len(heads))
            heads.append(Group(title, len(members)))
        entries.extend(members)
    return Arrangement(entries, tuple(heads), len(shown), len(pool), wish)


def early(rows: "RowTable") -> Arrangement:
    """The first red rows of a run that is still being read, as read."""
    red = (number for outcome in _RED for number in rows.numbers(outcome))
    first = sorted(islice(red, _EARLY))
    return Arrangement(array("q", first), (), len(first), len(first), Wish(Grouping.FLAT))


def haystack(rows: "RowTable", at: int, told: Walked | None) -> str:
    """What the filter looks at, as it is seen: id, metric, system, scenario, outcome, and what was said."""
    known = [rows.case_id(at), rows.metric(at), rows.system(at), rows.scenario(at), rows.outcome(at).word]
    if told is not None:
        known += [told.cause, told.owner, told.team, *told.missing, told.text, told.known]
    return "\n".join(clean(text) for text in known if text).casefold()


def described(arrangement: Arrangement) -> str:
    """What the list shows, in words."""
    wish, shown = arrangement.wish, arrangement.rows
    words = [
        f"{shown:,} of {arrangement.of:,} rows"
        if shown != arrangement.of
        else "1 row"
        if shown == 1
        else f"{shown:,} rows"
    ]
    words += ["only invalid"] if wish.only_invalid else []
    words += ["passing rows too"] if wish.passing else []
    words += [f'filter "{wish.words}"'] if wish.words else []
    words += [f"grouped by {wish.grouping.value}"]
    return ", ".join(words + ([] if wish.sorting is Sorting.READ else [f"sorted by {wish.sorting.value}"]))


def _after(one: Way, ways: tuple[Way, ...]) -> Way:
    return ways[(ways.index(one) + 1) % len(ways)]


def _others(rows: "RowTable", check: Callable[[], None]) -> Iterable[int]:
    for outcome in (Outcome.PASSED, Outcome.NOT_JUDGED):
        check()
        yield from rows.numbers(outcome)


def _matching(
    rows: "RowTable", pool: Iterable[int], walked: Mapping[int, Walked], words: str, check: Callable[[], None]
) -> Iterable[int]:
    wanted = words.split()
    for place, at in enumerate(pool):
        if place % 1024 == 0:
            check()
        text = haystack(rows, at, walked.get(at))
        if all(word in text for word in wanted):
            yield at


def _gap(rows: "RowTable") -> Callable[[int], tuple[bool, float]]:
    def key(at: int) -> tuple[bool, float]:
        score, minimum = rows.score(at), rows.minimum(at)
        return score is None or minimum is None, (score or 0) - (minimum or 0)

    return key


def _group(rows: "RowTable", at: int, told: Walked | None, wish: Wish) -> tuple[int, str]:
    """(rank, title) of the row's group; the title is empty where nothing is grouped."""
    if rows.outcome(at) not in _RED:
        return (0, _WRONG_GREEN) if told is not None and told.cause else (9, _GREEN)
    if wish.grouping is Grouping.SCENARIO:
        return 1, rows.scenario(at) or "no scenario recorded"
    if wish.grouping is Grouping.METRIC:
        return 1, rows.metric(at)
    if wish.grouping is Grouping.FLAT:
        return 1, ""
    if told is None:
        return 8, "not walked yet"
    if told.known:
        return 6, _KNOWN
    if wish.grouping is Grouping.CAUSE:
        return (7, UNDETERMINED) if told.cause in (None, UNDETERMINED) else (1, str(told.cause))
    if told.owner is None:
        return 7, "no owner yet"
    return 1, f"{told.owner.value}{f': {told.team}' if told.team else ''}"
