"""Where an expected passage stands in a text, in code points, so that it can be marked on screen."""

import re

from triage.views.marked import Mark

_WORD = re.compile(r"\w+")
_LONGEST_PASSAGE = 400


def passage_marks(text: str, passages: dict[str, str]) -> list[Mark]:
    """One mark per passage (label -> passage) found in the text.

    Letter for letter first, else the same words in a row whatever the case, white space and punctuation between.
    """
    found = []
    for label, passage in passages.items():
        place = _place(text, passage)
        if place is not None:
            found.append(Mark(*place, label))
    return found


def _place(text: str, passage: str) -> tuple[int, int] | None:
    if not passage.strip():
        return None
    start = text.find(passage)
    if start >= 0:
        return start, start + len(passage)
    words = _WORD.findall(passage)
    if not words or len(words) > _LONGEST_PASSAGE:
        return None
    pattern = r"[\W_]+".join(re.escape(word) for word in words)
    match = re.search(pattern, text, re.IGNORECASE)
    return match.span() if match else None
