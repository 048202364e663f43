"""What the words of an evaluation say: error texts, counts in a reason.  Nothing is guessed beyond the patterns."""

import re
from typing import NamedTuple

from triage.model import Row

UNAVAILABLE = re.compile(
    r"time[d]?[ -]?out|rate.?limit|too many requests|connection ?(?:reset|refused|error|aborted)|connecterror|"
    r"quota(?!t)|overloaded|internal ?server ?error|bad gateway|gateway time|"
    r"(?:model|service|server|judge|gateway|temporarily|currently) unavailable|"
    r"\b(?:http|status|error|code)[ :=]*(?:429|401|403|5\d\d)\b|\b(?:429|502|503|504)\b|unauthori[sz]ed|authentication|"
    r"invalid api key|\bdns\b|\bssl|econnreset",
    re.IGNORECASE,
)
CALL_ERROR = re.compile(
    r"typeerror|field required|missing \d+ required|unexpected (?:keyword )?argument|required (?:keyword|positional)|"
    r"input should be|validation error|requires keyword arguments",
    re.IGNORECASE,
)
MISSING_FIELD = re.compile(
    r"keyerror|missing (?:required )?(?:field|key|column)|(?:field|key) '?[\w.-]+'? (?:is )?missing", re.IGNORECASE
)
APPLICATION_FAILED = re.compile(r"\A\s*the application failed\b", re.IGNORECASE)
EXECUTION_ERROR = re.compile(r"error executing metric|traceback|exception|raised|\b\w+Error\b", re.IGNORECASE)

_COUNTS = re.compile(r"supported\s*=\s*(\d+)\s*;\s*required\s*=\s*(\d+)\s*;\s*missing\s*=([^;\n]*)")


class Counts(NamedTuple):
    """What a coverage reason counts; ``missing`` is empty for ``none``."""

    supported: int
    required: int
    missing: frozenset[str]


def counts(reason: str | None) -> Counts | None:
    """The counts of a reason ``supported=N; required=N; missing=a,b|none``; None when it is not of that form."""
    match = _COUNTS.search(reason or "")
    if match is None:
        return None
    names = [name.strip() for name in match[3].split(",")]
    return Counts(int(match[1]), int(match[2]), frozenset(name for name in names if name and name != "none"))


def speech(row: Row) -> str:
    """All that a row says about itself in words: innermost error first, then the reason."""
    return "\n".join(_texts(row))


def _texts(row: Row) -> list[str]:
    """A comparison's reason is the judge's explanation: it argues about candidates, never about the evaluation."""
    argued = row.reason is not None and row.reason == row.raw.get("explanation")
    return [text for text in (row.error, None if argued else row.reason) if text]


def said(row: Row, pattern: re.Pattern[str]) -> str | None:
    """The text of the row that matches, for quoting; None when nothing does."""
    for text in _texts(row):
        if pattern.search(text):
            return text.strip().splitlines()[0][:200]
    return None


def quoted(ids: list[str]) -> str:
    """Ids in quotes, so that blank ones can be seen."""
    return ", ".join(f'"{claim}"' for claim in ids)


_LIST_FAULT = re.compile(r"must not be empty|unknown IDs|duplicate claim IDs|a blank claim ID")
EXPLANATIONS = (UNAVAILABLE, CALL_ERROR, MISSING_FIELD, EXECUTION_ERROR)


def has_list_fault(row: Row) -> bool:
    """The metric refused its lists: their own causes explain the missing score."""
    if _LIST_FAULT.search(row.reason or ""):
        return True
    lists = (row.required, row.supported)
    if any(ids is not None and (len(set(ids)) < len(ids) or not all(map(str.strip, ids))) for ids in lists):
        return True
    if row.required is None:
        return False
    return not row.required or not set(row.supported or ()).issubset(row.required)
