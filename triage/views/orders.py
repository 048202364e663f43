"""Stage Orders: presented, expected and returned side by side, with the way each candidate moved."""

from itertools import zip_longest

from triage.clues.ranking import Comparison, Order, comparison
from triage.metrics.ranking import identity, kendall_tau, moves, pairwise_agreement
from triage.model import Evidence, Tone
from triage.model.lines import Span
from triage.text import number
from triage.views.columns import spread, widest
from triage.views.entry import Entry, blank, entry, fact, heading, quoted
from triage.views.identity import order_check

_TITLES = ("", "presented", "expected", "returned", "")


def entries(evidence: Evidence) -> list[Entry]:
    """The three columns, the must-win line, agreement and tau with their formulas, then the further attempts."""
    view = comparison(evidence)
    if view is None:
        return [entry("no ranking artifact was kept for this row: there are no orders to show")]
    found = [
        fact("criterion", view.artifact.criterion or "not recorded", source=view.source),
        _direction(view),
        _must_win(view),
    ]
    found += [blank(), *_table(view, view.artifact.presented, view.actual), blank(), *_agreement(view)]
    attempts = view.artifact.attempts
    if attempts:
        found += [blank(), heading(f"Further attempts: {len(attempts)} (choose one to see its order)")]
    for place, one in enumerate(attempts, start=1):
        winner = view.winner(one.actual)
        words = f"  {place} {one.kind}: winner {winner or 'none'}  "
        found.append(
            entry(words, order_check(_ids(view, place), one.actual, one.unparsed), source=view.source, item=str(place))
        )
    return found


def detail(evidence: Evidence, item: str | None) -> list[Entry]:
    """The judge's own reason, or the orders of the chosen attempt (``item`` is its number)."""
    view = comparison(evidence)
    if view is None:
        return []
    place = int(item) if item and item.isdigit() and int(item) <= len(view.artifact.attempts) else None
    if place is None:
        return _explanation("Explanation of the judge", view.artifact.explanation, view)
    attempt = view.artifact.attempts[place - 1]
    found = [
        heading(f"Attempt {place}: {attempt.kind}"),
        *_table(view, attempt.presented, attempt.actual, _ids(view, place)),
    ]
    if attempt.unparsed is not None:
        found += [fact("reply", ""), *quoted(attempt.unparsed)]
    return [*found, *_explanation("Explanation", attempt.explanation, view)]


def step(places: int) -> str:
    """A move as sign and places: ``^2`` up, ``v1`` down, ``=`` unmoved."""
    return f"^{places}" if places > 0 else f"v{-places}" if places < 0 else "="


def _ids(view: Comparison, place: int) -> Order:
    """What attempt ``place`` ranks: all expected candidates, or the two of a pair, in their expected order."""
    attempt = view.artifact.attempts[place - 1]
    if attempt.kind != "pair" or not attempt.presented:
        return view.expected
    return tuple(sorted(attempt.presented, key=lambda one: view.expected.index(one) if one in view.expected else 0))


def _direction(view: Comparison) -> Entry:
    stated = view.artifact.direction
    words = f"{stated}: the winner stands {'last' if stated == 'worst-first' else 'first'}"
    return fact("direction", words if stated else ("? not stated, read as best-first", Tone.WARN), source=view.source)


def _must_win(view: Comparison) -> Entry:
    expected, winner = view.expected_winner, view.artifact.must_win_actual or view.winner(view.actual)
    name = "watched" if view.artifact.gate == "monitor-only" else "must win"
    if expected is None:
        return fact(name, ("? no expected winner", Tone.WARN), source=view.source)
    if winner is None:
        return fact(name, expected, ("  ! nobody won: no order was returned", Tone.WARN), source=view.source)
    verdict: Span = ("  ok it won", Tone.GOOD) if expected == winner else (f"  x {winner} won", Tone.BAD)
    return fact(name, (expected, Tone.KEY), verdict, source=view.source)


def _table(view: Comparison, presented: Order | None, returned: Order | None, ids: Order | None = None) -> list[Entry]:
    expected = view.expected if ids is None else ids
    columns = (presented or (), expected, returned or ())
    width = widest((one for column in columns for one in column), least=9, most=20)
    moved = moves(presented or (), returned or ())
    widths = (2, width, width, width, 0)
    found = [entry(*spread([((title, Tone.DIM), size) for title, size in zip(_TITLES, widths, strict=True)]))]
    seen: set[str] = set()
    for place, (shown, wanted, got) in enumerate(zip_longest(*columns), start=1):
        words = ("", Tone.PLAIN) if got is None else _move(got, moved, expected, seen)
        seen |= {got} if got is not None else set()
        tone = Tone.PLAIN if got == wanted else Tone.WARN
        row = (
            (str(place), Tone.DIM),
            (_name(shown), Tone.PLAIN),
            (_name(wanted), Tone.PLAIN),
            (_name(got), tone),
            words,
        )
        found.append(entry(*spread(list(zip(row, widths, strict=True))), source=view.source))
    return found + _missing(view, expected, returned)


def _move(got: str, moved: dict[str, int], expected: Order, seen: set[str]) -> Span:
    if got in seen:
        return "x duplicate", Tone.BAD
    if got not in expected:
        return "x unknown id", Tone.BAD
    return (step(moved[got]) if got in moved else "not presented"), Tone.PLAIN


def _missing(view: Comparison, expected: Order, returned: Order | None) -> list[Entry]:
    if returned is None:
        return [entry(("  ? no order was returned or kept", Tone.WARN), source=view.source)]
    missing = identity(expected, returned).missing
    return (
        [entry((f"  x missing from the returned order: {', '.join(missing)}", Tone.BAD), source=view.source)]
        if missing
        else []
    )


def _name(one: str | None) -> str:
    return "" if one is None else one if one.strip() else f'"{one}"'


def _agreement(view: Comparison) -> list[Entry]:
    moved = "move: places up ^ or down v from the presented to the returned order"
    found = [entry((moved, Tone.DIM))]
    if not view.is_valid or view.actual is None:
        return [*found, fact("agreement", ("n/a", Tone.WARN), ": only for an order of exactly the expected ids")]
    size = len(view.expected)
    pairs = size * (size - 1) // 2
    turned = sum(1 for _ in view.disagreements())
    value = pairwise_agreement(view.expected, view.actual)
    formula = f"pairs in the expected order / all pairs = {pairs - turned} / {pairs} = {number(value)}"
    found.append(fact("agreement", formula if pairs else "1 for fewer than two candidates", _recorded(view, value)))
    tau = kendall_tau(view.expected, view.actual)
    words = f"1 - 2 x {turned} / {pairs} = {number(tau)}" if tau is not None else "n/a for fewer than two candidates"
    echo = view.artifact.presented is not None and view.artifact.presented == view.actual
    return [
        *found,
        fact("Kendall tau", words),
        *([fact("echo", ("! the returned order is the presented one", Tone.WARN))] if echo else []),
    ]


def _recorded(view: Comparison, value: float) -> Span:
    recorded = view.artifact.pairwise_agreement
    if recorded is None:
        return "  (not recorded)", Tone.DIM
    if abs(recorded - value) <= 1e-9:
        return "  ok as recorded", Tone.GOOD
    return f"  x recorded {number(recorded, value)}", Tone.BAD


def _explanation(title: str, text: str | None, view: Comparison) -> list[Entry]:
    if text is None:
        return [entry((f"{title}: not recorded", Tone.DIM))]
    return [heading(title), *(one._replace(source=view.source) for one in quoted(text))]
