"""Stage Stability: does the same candidate win when the order of showing, or nothing at all, changes?"""

from collections import Counter

from triage.clues.ranking import Comparison, comparison
from triage.metrics.judging import (
    Ratio,
    first_shown_win_rate,
    position_consistency,
    preference_fairness,
    repetition_stability,
    slot_counts,
)
from triage.model import Evidence, RankingAttempt, Tone
from triage.model.lines import Span
from triage.text import count, number
from triage.views.columns import spread, widest
from triage.views.entry import Entry, blank, entry, fact, heading


def entries(evidence: Evidence) -> list[Entry]:
    """Winner by shown slot over the permutations, winners over the repeats, pairs with both orders."""
    view = comparison(evidence)
    if view is None:
        return [entry("no ranking artifact was kept for this row: stability cannot be told")]
    left_out = [one for one in view.artifact.attempts if not one.actual]
    found = [*_slots(view), blank(), *_repeats(view), blank(), *_pairs(view)]
    if left_out:
        found += [
            blank(),
            entry((f"left out of every number above: {count(len(left_out), 'attempt')} without an order", Tone.DIM)),
        ]
    return found


def _slots(view: Comparison) -> list[Entry]:
    verdicts = view.permutations
    title = heading(f"Winner by shown slot over {count(len(verdicts), 'order')} of the same candidates")
    if len(verdicts) < 2:
        return [title, entry(("? position not tested: ", Tone.WARN), "another presented order would be needed")]
    size = len(view.expected)
    wins = Counter((winner, presented.index(winner)) for presented, winner in verdicts if winner in presented)
    width = widest(view.expected, least=9, most=20)
    head: list[tuple[Span, int]] = [
        (("winner", Tone.DIM), width),
        *(((str(slot + 1), Tone.DIM), 3) for slot in range(size)),
    ]
    found = [title, entry("  ", *spread([*head, (("all", Tone.DIM), 0)]), source=view.source)]
    for candidate in view.expected:
        row = [str(wins[candidate, slot] or ".") for slot in range(size)]
        total = sum(wins[candidate, slot] for slot in range(size))
        mark = "  <- reviewed winner" if candidate == view.expected_winner else ""
        found.append(_row(candidate, row, f"{total}{mark}", width, view))
    sums = [str(view.slots[slot]) for slot in range(size)]
    found.append(_row("all", sums, str(len(verdicts)), width, view))
    return [*found, *_slot_share(view), *_candidate_share(view)]


def _row(name: str, cells: list[str], last: str, width: int, view: Comparison) -> Entry:
    columns: list[tuple[Span, int]] = [((name, Tone.PLAIN), width), *(((cell, Tone.PLAIN), 3) for cell in cells)]
    return entry("  ", *spread([*columns, ((last, Tone.KEY), 0)]), source=view.source)


def _slot_share(view: Comparison) -> list[Entry]:
    total, size = sum(view.slots.values()), len(view.expected)
    if not total or size < 2:
        return []
    slot, wins = max(view.slots.items(), key=lambda pair: (pair[1], -pair[0]))
    words = f"slot {slot + 1} won {wins} of {total}; its share would be 1 of {size}"
    heavy = wins * size >= 2 * total
    return [fact("slots", (f"! {words}" if heavy else words, Tone.WARN if heavy else Tone.PLAIN), source=view.source)]


def _candidate_share(view: Comparison) -> list[Entry]:
    winners = [winner for _, winner in view.permutations]
    if view.expected_winner is None:
        return []
    words = f"the reviewed winner {view.expected_winner} won {winners.count(view.expected_winner)} of {len(winners)}"
    return [fact("winner", words, source=view.source)]


def _repeats(view: Comparison) -> list[Entry]:
    winners = view.repeats
    title = heading(f"Winner over repeats of the very same order: n = {len(winners)}")
    if len(winners) < 2:
        return [
            title,
            entry(("? repetition not tested: ", Tone.WARN), "a second verdict on the same order would be needed"),
        ]
    tally = ", ".join(f"{winner} {times}" for winner, times in Counter(winners).most_common())
    ratio = repetition_stability(winners)
    return [
        title,
        fact("winners", " ".join(winners), source=view.source),
        fact("counts", tally),
        fact("stability", f"most frequent winner / repeats = {_ratio(ratio)}"),
    ]


def _pairs(view: Comparison) -> list[Entry]:
    swapped = swaps(view)
    title = heading(f"Pairs judged in both orders: n = {len(swapped)}")
    if not swapped:
        return [
            title,
            entry(("? swapping not tested: ", Tone.WARN), "the same two candidates in both orders would be needed"),
        ]
    found = [title]
    for (first, second), verdicts in swapped.items():
        winners = f"{_slot_name(verdicts[0], first, second)}; swapped: {_slot_name(verdicts[1], second, first)}"
        found.append(entry(f"  {first} / {second}: {winners}", source=view.source))
    verdicts_of = list(swapped.values())
    counts = slot_counts(verdicts_of)
    shares = f"first slot {counts.primacy}, last slot {counts.recency}, unparsed {counts.unparsed}"
    first_shown = first_shown_win_rate(one for pair in verdicts_of for one in pair)
    return [
        *found,
        fact(
            "consistency",
            f"same candidate in both orders / pairs = {_ratio(position_consistency(verdicts_of))}; {shares}",
        ),
        fact("first shown", f"first-shown wins / verdicts = {_ratio(first_shown)}"),
        fact(
            "fairness", f"(last - first) / pairs = {_ratio(preference_fairness(verdicts_of))}; 0 favours neither slot"
        ),
    ]


def swaps(view: Comparison) -> dict[tuple[str, str], tuple[str, str]]:
    """(first, second) as first shown -> slot letter of the winner, then of the winner with the two swapped."""
    seen: dict[tuple[str, str], str] = {}
    for presented, attempt in _two(view):
        seen.setdefault(presented, _letter(view, presented, attempt))
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for (first, second), letter in seen.items():
        if (second, first) in seen and (second, first) not in found:
            found[first, second] = (letter, seen[second, first])
    return found


def _two(view: Comparison) -> list[tuple[tuple[str, str], RankingAttempt]]:
    artifact = view.artifact
    main = RankingAttempt("pair", artifact.presented, view.actual, artifact.unparsed)
    both = [one for one in (main, *artifact.attempts) if one.presented and len(set(one.presented)) == 2]
    return [((one.presented[0], one.presented[1]), one) for one in both if one.presented and len(one.presented) == 2]


def _letter(view: Comparison, presented: tuple[str, str], attempt: RankingAttempt) -> str:
    winner = view.winner(attempt.actual)
    return "A" if winner == presented[0] else "B" if winner == presented[1] else "unparsed"


def _slot_name(letter: str, first: str, second: str) -> str:
    return {"A": f"{first} won from slot 1", "B": f"{second} won from slot 2"}.get(letter, "no verdict")


def _ratio(ratio: Ratio) -> str:
    if ratio.value is None:
        return "n/a: over nothing"
    return f"{number(ratio.numerator)} / {ratio.denominator} = {number(ratio.value)}"
