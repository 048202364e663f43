"""One redactor for the screen, the clipboard and every export."""

from collections.abc import Iterator, Sequence
from typing import Any

from triage.redaction.accounts import accounts
from triage.redaction.cards import cards
from triage.redaction.credentials import credentials
from triage.redaction.emails import emails
from triage.redaction.hits import Hit, covered, joined, unmasked, within_lines
from triage.redaction.hosts import hosts
from triage.redaction.patterns import Pattern, matches
from triage.redaction.pem import private_keys
from triage.redaction.phones import phones
from triage.redaction.records import masked_values
from triage.redaction.runs import runs

# What a mask uncovers, such as a number whose neighbour is gone, is looked for again this often.
_ROUNDS = 12
_PIECE = 1000


class Redactor:
    """Finds and masks secrets, e-mail addresses, phone, card and account numbers, hosts, and what patterns match.

    It works on text as it was read, before anything is cut, split or escaped: half a key leaks too, and an escape
    inside a number hides it.  Every mask is as long as what it covers, so spans and highlights stay true.  It is best
    effort: names of people, and secrets without a known form or key, are not found.
    """

    def __init__(self, patterns: Sequence[Pattern] = ()) -> None:
        self._patterns = tuple(patterns)

    def hits(self, text: str) -> tuple[Hit, ...]:
        """Everything to be masked: sorted, not overlapping, none over a line end, in code points of the text."""
        found = list(within_lines(text, joined(private_keys(text))))
        shown = covered(text, found)
        for start, end in _pieces(shown):
            found += (Hit(start + hit.start, start + hit.end, hit.kind) for hit in self._in_lines(shown[start:end]))
        return tuple(joined(found))

    def _in_lines(self, text: str) -> list[Hit]:
        """What is found in whole lines, also when the first findings are masked."""
        found: list[Hit] = []
        for _ in range(_ROUNDS):
            shown = covered(text, found)
            more = list(unmasked(shown, within_lines(shown, joined(self._detected(shown)))))
            if not more:
                break
            found = joined([*found, *more])
        return found

    def mask(self, text: str) -> str:
        """The text with a mask over every hit: as many code points, the same lines, nothing left to be found."""
        return covered(text, self.hits(text))

    def masked_record(self, value: Any) -> Any:
        """A JSON value with its texts masked: same structure, same keys, same numbers, texts as long as before.

        Text under a key that names a credential (``api_key``, ``Authorization``, ``cookie``) is masked whole.  Values
        under a key that names an id, a digest or a version (``case_id``, ``chunk_id``, ``input_sha256``) stay as they
        are always, even if somebody put a secret there: a record whose ids changed joins with nothing.
        """
        return masked_values(value, self.mask)

    def _detected(self, text: str) -> Iterator[Hit]:
        yield from credentials(text)
        yield from emails(text)
        yield from accounts(text)
        numbers = tuple(runs(text))
        yield from cards(text, numbers)
        yield from phones(text, numbers)
        yield from hosts(text)
        yield from matches(text, self._patterns)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where a text can be cut into whole lines: detectors that have nothing to do in a piece cost little there."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _PIECE) + 1 or len(text)
        yield start, end
        start = end
