"""What a judge's raw reply says, read by plain patterns, and texts that speak to a judge."""

import re
from typing import NamedTuple

_VERDICT = re.compile(r"(?:^|[.;,\n]|\d\s*[.):]|[-*])\s*[\"'*]*(yes|no)\b", re.IGNORECASE)
_SCORE = re.compile(
    r"[\"']?\b(?:score|rating|verdict)[\"']?\s*(?:is|=|:)\s*\**(\d+(?:\.\d+)?)(?:\s*(?:/|out of)\s*(\d+))?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|your)\b[^.\n]{0,20}"
    r"\b(?:instructions?|prompts?|rules|guidelines)\b"
    r"|\b(?:judge|grader|evaluator|assessor|grading model)\b[^.\n]{0,60}"
    r"\b(?:must|should|please|give|assign|output|award|score|rate|mark|answer|respond|return)\b[^\n]{0,60}"
    r"\b(?:score|rating|pass|passed|full marks|10|1\.0|yes|correct|supported|faithful)\b"
    r"|\b(?:give|assign|output|award|return|rate)\b[^.\n]{0,40}\b(?:full|maximum|highest|perfect|10/10)\b"
    r"[^.\n]{0,20}\b(?:score|rating|marks?|grade)\b",
    re.IGNORECASE,
)


class Told(NamedTuple):
    """The score that a reply states; ``counted`` when it is a count of one verdict per required claim."""

    value: float
    words: str
    counted: bool


def reply_score(reply: str, required: int) -> Told | None:
    """The score of a reply: a stated number, else the share of yes among its verdicts; None when it gives neither.

    Verdicts are yes or no at the start of the reply, of a sentence, of a list entry or after a comma.
    """
    stated = _SCORE.search(reply)
    if stated:
        value, out_of = float(stated[1]), float(stated[2]) if stated[2] else 0.0
        return Told(value / out_of, f"{stated[0].strip()}", False) if out_of else _plain(value, stated[0])
    verdicts = [word.casefold() for word in _VERDICT.findall(reply)]
    if not verdicts or (required and len(verdicts) != required) or (not required and len(verdicts) < 2):
        return None
    yes = verdicts.count("yes")
    return Told(yes / len(verdicts), f"{yes} yes of {len(verdicts)} verdicts", bool(required))


def _plain(value: float, words: str) -> Told | None:
    return Told(value, words.strip(), False) if 0 <= value <= 1 else None


def addressed(text: str) -> str | None:
    """The words of a text that speak to a judge, at most 120 characters of them; None when none do."""
    match = _ADDRESS.search(text)
    return match[0][:120] if match else None
