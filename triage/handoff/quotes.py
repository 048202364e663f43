"""Which parts of a withheld text stay readable: the passages that decide a row, wherever they stand.

A passage is looked for as the diagnosis looks for it: letter for letter, else apart from case, white space and
punctuation, else split over two chunks.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from triage.clues.passage import UNSPACED
from triage.clues.ranking import content_words
from triage.clues.reply import addressed
from triage.clues.words import EXPLANATIONS
from triage.model import Attribution, Diagnosis, Evidence, RankingArtifact, RankingCase

Spot = tuple[int, int]

_WORD = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")
_LATIN = "0-9A-Za-z"
_SHORTEST, _LONGEST = 2, 4000
_QUOTED, _SHOWN = 160, 200


def passages(evidence: Evidence) -> Iterator[str]:
    """Claim quotes, the claims' spans of the answer, and the passages that labels name, of this row and its twin."""
    for one in (evidence, evidence.green):
        if one is None:
            continue
        labels = one.case.claims if one.case else None
        yield from (label.evidence for label in (labels or {}).values() if label.evidence)
        if one.attribution is not None:
            yield from _stated(one.attribution)
        texts = [chunk.text for chunk in (one.retrieval.retrieved if one.retrieval else None) or ()]
        texts.append(one.attribution.answer if one.attribution else None)
        yield from (words for text in texts if text and (words := addressed(text)))


def decisive(evidence: Evidence) -> Iterator[str]:
    """The passages that a judge must have been shown, of this row and its twin; they may begin inside a word."""
    for one in (evidence, evidence.green):
        if one is not None and one.ranking_case is not None:
            yield from one.ranking_case.decisive_passages


def _stated(attribution: Attribution) -> Iterator[str]:
    for claim in attribution.claims or ():
        if claim.quote:
            yield claim.quote
        if claim.span is not None and attribution.answer:
            yield attribution.answer[claim.span[0] : claim.span[1]]


def shared_words(evidence: Evidence) -> frozenset[str]:
    """Words that a judge's explanation has in common with the criterion or with the reviewers' rationale."""
    found: frozenset[str] = frozenset()
    for one in (evidence, evidence.green):
        if one is not None and one.ranking is not None:
            found |= _argued(one.ranking, one.ranking_case)
    return found


def _argued(ranking: RankingArtifact, case: RankingCase | None) -> frozenset[str]:
    written = [*(case.rationale if case else ()), ranking.criterion or "", (case.criterion if case else None) or ""]
    return content_words(ranking.explanation or "") & frozenset().union(*map(content_words, written))


def told(diagnosis: Diagnosis) -> tuple[str, ...]:
    """What the findings say: a text that one of them quotes is handed over with it anyway."""
    return tuple(proof.text for finding in diagnosis.findings for proof in finding.evidence)


def quoted_start(text: str, proofs: Iterable[str]) -> list[Spot]:
    """The start of a text that a finding quotes."""
    start = text.strip()[:_QUOTED]
    return [(0, min(len(text), _SHOWN))] if start and any(start in proof for proof in proofs) else []


def explained(text: str) -> list[Spot]:
    """The words of a reason that tell an evaluation that broke from one that did not."""
    return [match.span() for pattern in EXPLANATIONS for match in pattern.finditer(text)]


def words_in(text: str, wanted: frozenset[str]) -> list[Spot]:
    """Where these words stand in the text."""
    return [spot for word in wanted for spot in spots(text, word)]


def spots(text: str, passage: str, *, inside_words: bool = False) -> list[Spot]:
    """Every place of the passage in the text; in the middle of a longer Latin word or number only if asked for."""
    wanted = passage.strip()
    if not _SHORTEST <= len(wanted) <= _LONGEST:
        return []
    patterns = [re.escape(wanted)]
    if words := _WORD.findall(wanted):
        patterns.append(r"[\W_]*".join(map(re.escape, words)))
    before = rf"(?<![{_LATIN}])" if re.match(f"[{_LATIN}]", wanted) and not inside_words else ""
    after = rf"(?![{_LATIN}])" if re.search(rf"[{_LATIN}]\Z", wanted) and not inside_words else ""
    found = (re.finditer(f"{before}(?:{one}){after}", text, re.IGNORECASE) for one in patterns)
    return [match.span() for matches in found for match in matches]


def split_spots(texts: Sequence[str], passage: str) -> dict[int, list[Spot]]:
    """Parts of the passage at the end of one text and the beginning of another, by the text's number."""
    wanted = [word.casefold() for word in _WORD.findall(passage)]
    if not 1 < len(wanted) <= _LONGEST:
        return {}
    tokens = [list(_WORD.finditer(text)) for text in texts]
    words = [[token[0].casefold() for token in one] for one in tokens]
    begun = [_overlap(wanted, one) for one in words]
    ended = [_overlap(wanted[::-1], one[::-1]) for one in words]
    found: dict[int, list[Spot]] = {}
    for first, second in permutations(range(len(texts)), 2):
        if begun[first] and ended[second] and begun[first] + ended[second] >= len(wanted):
            start = tokens[first][-begun[first]].start()
            found.setdefault(first, []).append((start, len(texts[first])))
            found.setdefault(second, []).append((0, tokens[second][ended[second] - 1].end()))
    return found


def _overlap(wanted: Sequence[str], words: Sequence[str]) -> int:
    """How many of the first words of ``wanted`` are the last of ``words``."""
    longest = min(len(wanted), len(words))
    return next((size for size in range(longest, 0, -1) if list(words[-size:]) == list(wanted[:size])), 0)
