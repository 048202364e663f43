"""Is the expected passage in the chunks that were read?  Text is compared before retrieval is blamed."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from triage.model import Chunk

_PUNCTUATION = re.compile(r"[^\w\s]")


class Hit(NamedTuple):
    """Where a passage was found (ranks, from 1), and how far the text had to be relaxed to find it."""

    ranks: tuple[int, ...]
    how: str


def find(passage: str, chunks: Sequence[Chunk]) -> Hit | None:
    """The best place of ``passage``: letter for letter, else relaxed, else split over two chunks of one document.

    Relaxations, in order: Unicode form, case and white space; punctuation; a passage that ends in another chunk of
    the same document.  A blank passage is found nowhere.
    """
    if not passage.strip():
        return None
    for chunk in chunks:
        if chunk.text and passage in chunk.text:
            return Hit((chunk.rank,), "letter for letter")
    wanted = relax(passage)
    relaxed = [(chunk, relax(chunk.text)) for chunk in chunks if chunk.text]
    for chunk, text in relaxed:
        if wanted in text:
            return Hit((chunk.rank,), "apart from white space, case or Unicode form")
    bare = _bare(wanted)
    for chunk, text in relaxed:
        if bare and bare in _bare(text):
            return Hit((chunk.rank,), "apart from punctuation")
    return _split(bare, relaxed)


def relax(text: str) -> str:
    """Compatibility form, case folded, white space collapsed."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _bare(relaxed: str) -> str:
    return " ".join(_PUNCTUATION.sub(" ", relaxed).split())


def _split(bare: str, relaxed: Sequence[tuple[Chunk, str]]) -> Hit | None:
    by_document: dict[str | None, list[tuple[int, str]]] = {}
    for chunk, text in relaxed:
        by_document.setdefault(chunk.doc_id, []).append((chunk.rank, _bare(text)))
    for parts in by_document.values():
        for rank, first in parts:
            for other, second in parts:
                if rank != other and bare and bare in f"{first} {second}":
                    return Hit((rank, other), "split over two chunks")
    return None
