"""Is the expected passage in the chunks that were read?  Text is compared before retrieval is blamed."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from triage.model import Chunk

_PUNCTUATION = re.compile(r"[^\w\s]")
# Thai, Lao, Burmese, Khmer, kana and Han have no blanks between words: one that stands there is a parser's line end.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_STRAY_BLANK = re.compile(rf"(?<=[{UNSPACED}]) | (?=[{UNSPACED}])")
_WORD = re.compile(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")
_LATIN = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


class Hit(NamedTuple):
    """Where a passage was found (ranks, from 1), and how far the text had to be relaxed to find it."""

    ranks: tuple[int, ...]
    how: str


def find(passage: str, chunks: Sequence[Chunk]) -> Hit | None:
    """The best place of ``passage``: letter for letter, else relaxed, else split over two chunks of one document.

    Relaxations, in order: Unicode form, case and white space; punctuation; a passage that begins in one chunk and
    ends in another of the same document, which may overlap.  A blank passage is found nowhere, and one that begins or
    ends with a Latin letter or a digit is not found inside a longer word or number.
    """
    if not passage.strip():
        return None
    for chunk in chunks:
        if chunk.text and _holds(chunk.text, passage):
            return Hit((chunk.rank,), "letter for letter")
    wanted = relax(passage)
    relaxed = [(chunk, relax(chunk.text)) for chunk in chunks if chunk.text]
    for chunk, text in relaxed:
        if _holds(text, wanted):
            return Hit((chunk.rank,), "apart from white space, case or Unicode form")
    bare = _bare(wanted)
    for chunk, text in relaxed:
        if bare and _holds(_bare(text), bare):
            return Hit((chunk.rank,), "apart from punctuation")
    return _split(_WORD.findall(bare), relaxed)


def relax(text: str) -> str:
    """Compatibility form, case folded, white space collapsed, and gone where the script has none."""
    return _STRAY_BLANK.sub("", " ".join(unicodedata.normalize("NFKC", text).casefold().split()))


def _holds(text: str, wanted: str) -> bool:
    """``wanted`` stands in the text and is not the middle of a longer word or number."""
    at = text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        joined_before = at > 0 and _LATIN.issuperset((text[at - 1], wanted[0]))
        joined_after = end < len(text) and _LATIN.issuperset((text[end], wanted[-1]))
        if not joined_before and not joined_after:
            return True
        at = text.find(wanted, at + 1)
    return False


def _bare(relaxed: str) -> str:
    return _STRAY_BLANK.sub("", " ".join(_PUNCTUATION.sub(" ", relaxed).split()))


def _split(wanted: Sequence[str], relaxed: Sequence[tuple[Chunk, str]]) -> Hit | None:
    """Two chunks of one document that hold the passage's beginning at an end and its end at a beginning."""
    by_document: dict[str | None, list[tuple[int, int, int]]] = {}
    for chunk, text in relaxed:
        words = _WORD.findall(_bare(text))
        begun, ended = _begun(wanted, words), _begun(wanted[::-1], words[::-1])
        by_document.setdefault(chunk.doc_id, []).append((chunk.rank, begun, ended))
    for parts in by_document.values():
        for (rank, begun, _), (other, _, ended) in permutations(parts, 2):
            if begun and ended and begun + ended >= len(wanted):
                return Hit((rank, other), "split over two chunks")
    return None


def _begun(wanted: Sequence[str], words: Sequence[str]) -> int:
    """How many of the first words of ``wanted`` are the last words of ``words``."""
    longest = min(len(wanted), len(words))
    return next((size for size in range(longest, 0, -1) if words[-size:] == wanted[:size]), 0)
