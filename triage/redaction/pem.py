"""Private keys in PEM: the one secret that goes over several lines."""

import re
from collections.abc import Iterator

from triage.redaction.hits import SECRET, Hit

_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_BODY = re.compile(r"(?:(?:\s|\\[nr])+(?:(?:Proc-Type|DEK-Info):[^\r\n\\]*|[A-Za-z0-9+/=]{16,}))*")
_END = re.compile(r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_LONGEST = 20_000


def private_keys(text: str) -> Iterator[Hit]:
    """Every private key from its first line to its last; without a last line, as far as the lines can belong to it."""
    end = _END.search(text)
    for begin in _BEGIN.finditer(text):
        while end and end.start() < begin.end():
            end = _END.search(text, end.end())
        if end and end.end() - begin.end() <= _LONGEST:
            yield Hit(begin.start(), end.end(), SECRET)
        else:
            body = _BODY.match(text, begin.end())
            yield Hit(begin.start(), body.end() if body else begin.end(), SECRET)
