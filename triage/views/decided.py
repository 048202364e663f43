"""What is decided about a row: the left side of the handoff, and a line or two in the queue."""

from collections.abc import Sequence
from typing import NamedTuple

from triage.ledger import Decided, decision_words, known_words, seen_words, standing_words
from triage.model import Diagnosis, Tone
from triage.owners import Choice
from triage.text import count
from triage.views.entry import Entry, blank, entry, fact, heading, quoted
from triage.views.suggestion import who

_SEEN = 5
_KEYS = (
    ("o", "name another owner, with a reason"),
    ("m", "mark: acknowledged, handed off, not a problem until a day, open"),
    ("v", "write a note"),
    ("t", "let question, answer and chunk text leave with the folder, or not"),
    ("w", "write the folder, after a look at it"),
    ("y", "copy the text"),
    ("r", "compute the score or order again"),
    ("b", "show what is covered on the screen, or cover it again"),
)


class Leaving(NamedTuple):
    """What would leave: with the texts or without; ``folder`` is where it was written last."""

    with_text: bool = False
    folder: str | None = None


def short(decided: Decided | None) -> list[Entry]:
    """A line each for what is decided on the row and on its like in other runs; nothing where nothing is."""
    if decided is None:
        return []
    found = []
    if decided.standing.decision is not None:
        found.append(fact("decided", standing_words(decided.standing), width=11))
    if decided.known is not None:
        found.append(fact("known", known_words(decided.known), width=11))
    elif decided.seen:
        found.append(fact("seen", _seen(decided), width=11))
    if decided.trouble:
        found.append(fact("ledger", (decided.trouble, Tone.WARN), width=11))
    return found


def entries(diagnosis: Diagnosis, choice: Choice | None, decided: Decided | None, leaving: Leaving) -> list[Entry]:
    """Owner, state, note, what leaves, and the keys for them."""
    found = [heading("Owner"), *_owner(diagnosis, choice, decided), blank(), heading("State"), *_state(decided)]
    note = decided.standing.decision.note if decided and decided.standing.decision else ""
    if note:
        found += [blank(), heading("Note"), *quoted(note)]
    found += [blank(), heading("What leaves"), *_leaving(leaving), blank(), heading("Keys")]
    return found + [entry("  ", (key, Tone.KEY), f"  {words}") for key, words in _KEYS]


def _owner(diagnosis: Diagnosis, choice: Choice | None, decided: Decided | None) -> list[Entry]:
    found = [fact("suggested", who(choice) if choice else "nobody yet: the evidence that would name one is missing")]
    if choice is not None:
        found.append(fact("chosen by", choice.why))
        found += [
            fact("also matched", f"line {rule.line} ({rule.words}) -> {rule.team}") for rule in choice.matched[:-1]
        ]
    decision = decided.standing.decision if decided else None
    if decision is not None and decision.overrides and decided and not decided.standing.reopened:
        instead = diagnosis.owner or "nobody"
        found.append(fact("named", (f"{decision.owner} instead of {instead}", Tone.KEY), f": {decision.reason}"))
    return found


def _state(decided: Decided | None) -> list[Entry]:
    if decided is None:
        return [fact("now", "not looked up yet")]
    tone = Tone.WARN if decided.standing.reopened else Tone.PLAIN
    found = [fact("now", (standing_words(decided.standing), tone))]
    if decided.known is not None:
        found.append(fact("known", known_words(decided.known)))
    found += [fact("seen", seen_words(one)) for one in decided.seen[:_SEEN]]
    if len(decided.seen) > _SEEN:
        found.append(fact("", f"and in {count(len(decided.seen) - _SEEN, 'more run')}"))
    found += [fact("before", (decision_words(one), Tone.DIM)) for one in reversed(decided.history[:-1])]
    if decided.trouble:
        found.append(fact("ledger", (decided.trouble, Tone.WARN)))
    return found


def _leaving(leaving: Leaving) -> list[Entry]:
    texts = "leave too, redacted" if leaving.with_text else "stay here; ids, numbers, ranks and claim quotes leave"
    found = [
        fact("texts", f"question, answer and chunk text {texts}"),
        fact("redacted", "secrets, e-mail, phone, card and account numbers, hosts, and patterns of triage.yaml"),
    ]
    return found + ([fact("written", leaving.folder)] if leaving.folder else [])


def _seen(decided: Decided) -> str:
    more: Sequence[object] = decided.seen[1:]
    return seen_words(decided.seen[0]) + (f"; and in {count(len(more), 'more run')}" if more else "")
