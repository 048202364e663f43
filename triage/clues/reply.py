"""What a judge's raw reply says, read by plain patterns, and texts that speak to a judge."""

import math
import re
from collections.abc import Collection
from typing import NamedTuple

_VERDICT = re.compile(r"(?:^|[.;,\n]|\d\s*[.):]|[-*])\s*[\"'*]*(yes|no)\b", re.IGNORECASE)
_SCORE = re.compile(
    r"[\"']?\b(?:score|rating|verdict)[\"']?\s*(?:is|=|:)\s*\**(\d+(?:\.\d+)?)(?:\s*(?:/|out of)\s*(\d+))?",
    re.IGNORECASE,
)
_ROLE = r"(?:judges?|graders?|evaluators?|assessors?|grading model|rater)"
_VERDICT_WORDS = r"(?:score|rating|pass|passed|full marks|10|1\.0|yes|correct|supported|faithful)"
_OTHER_ROLES = (
    "оценщик|проверяющ\\w+|évaluateur|correcteur|evaluador|corrector|gutachter|bewerter|prüfer|avaliador|"
    "أيها (?:المقيّم|المقيم|المصحح|الحكم)|採点者|評価者|審査員|评分者|评审员|评委|评估者|채점자|평가자"
)
_OTHER_VERDICT_WORDS = (
    "балл|оценк|la note|punt(?:os|uación|aje)|calificación|punktzahl|bewertung|pontuação|درجة|الدرجة|علامة|"
    "満点|点数|高得点|满分|分数|高分|점수|만점"
)
# Most texts hold none of these words, and a plain look for them spares the patterns below.
_HINT = re.compile(
    "judge|grad(?:er|ing)|evaluat|assess|rater|ignor|disregard|forget|give|assign|output|award|return|rate|"
    "оценщик|проверяющ|évaluat|correct|evaluad|gutachter|bewerter|prüfer|avaliador|أيها|採点者|評価者|審査員|评|채점자|평가자"
)
_ADDRESS = re.compile(
    r"\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|your)\b[^.\n]{0,20}"
    r"\b(?:instructions?|prompts?|rules|guidelines)\b"
    # Spoken to: the role before a colon or comma, after "note to", or the text under evaluation named beside it.
    rf"|(?:\b{_ROLE}\s*[:,]|\b(?:note|message|attention|instructions?) (?:to|for) (?:the |all )?{_ROLE}\b)"
    rf"[^\n]{{0,100}}\b{_VERDICT_WORDS}\b"
    rf"|\b{_ROLE}\b[^.\n]{{0,60}}\b(?:must|should|please)\b[^.\n]{{0,60}}"
    rf"(?:\b(?:this|the above|the following)\b[^.\n]{{0,60}}\b{_VERDICT_WORDS}|\b(?:return|output|answer) ['\"]?yes)\b"
    r"|\b(?:give|assign|output|award|return|rate)\b[^.\n]{0,40}\b(?:full|maximum|highest|perfect|10/10)\b"
    r"[^.\n]{0,20}\b(?:score|rating|marks?|grade)\b"
    rf"|(?:^|[\s.،。!?؟])(?:{_OTHER_ROLES})\s*(?:[:,，،：]|へ|님께)[^\n]{{0,60}}(?:{_OTHER_VERDICT_WORDS})",
    re.IGNORECASE,
)

_BEST = re.compile(r"\b(?:best|winner)\b[\"'*]*\s*[:=]\s*(\S{1,80})", re.IGNORECASE)


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
        share = float(stated[1]) / (float(stated[2]) if stated[2] else 1.0) if float(stated[2] or 1) else math.nan
        return Told(share, stated[0].strip(), False) if 0 <= share <= 1 else None
    verdicts = [word.casefold() for word in _VERDICT.findall(reply)]
    if not verdicts or (required and len(verdicts) != required) or (not required and len(verdicts) < 2):
        return None
    yes = verdicts.count("yes")
    return Told(yes / len(verdicts), f"{yes} yes of {len(verdicts)} verdicts", bool(required))


def named_best(explanation: str, candidates: Collection[str]) -> str | None:
    """The one candidate that a text calls best or winner in the form ``best: b``; None when none or several are."""
    named = {word.strip("\"'*`.,;") for word in _BEST.findall(explanation)}.intersection(candidates)
    return named.pop() if len(named) == 1 else None


def addressed(text: str) -> str | None:
    """The words of a text that speak to a judge, at most 120 characters of them; None when none do."""
    match = _ADDRESS.search(text) if _HINT.search(text.casefold()) else None
    return match[0][:120] if match else None
