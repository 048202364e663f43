"""Phone numbers: those phonenumbers takes for valid, and those that a word for a phone introduces.

Given whole texts, phonenumbers 9.0.42 masks 17 of the 43 numbers of the labelled set, nothing national without a
region; asked for every region below it masks 40, with 16 false alarms.  It stops looking after 65,535 candidates, and
takes over a second for a megabyte of figures.  So it judges single runs of digits here: 42 of 43, no false alarm.

Made-up numbers such as ``+00 000 000 000`` are none to it.  People write them for real ones, and expect them masked.
"""

import re
from collections.abc import Iterable, Iterator

from triage.redaction.hits import PHONE, Hit, preceding
from triage.redaction.runs import BLANKS, Run, digits_of
from triage.redaction.words import any_in

# Regions whose national numbers are looked for; each must also be grouped as that region groups it.
REGIONS = ("US", "GB", "DE", "FR", "IT", "NL", "CH", "AU", "NZ", "JP", "IN", "BR")
_MOST_DIGITS = 15
# With the zero before it; shorter ones look like post codes and parts.
_FEWEST_NATIONAL = 10

_PHONE_WORD = re.compile(
    r"(?:\bphone|\bph\b\.?|telephone|\btel(?:\.|:|\b)|\bmob(?:ile|il)?\b|\bcell\b|\bfax\b|whatsapp|\bsms\b|hotline|"
    r"\b(?:call|ring|text|reach) (?:me|us|her|him|them)\b|telefon|telefoon|handy|rufnummer|mobilnummer|"
    r"t[ée]l[ée](?:phone|fono)|\bt[ée]l\b|m[óo]vil|celular|cellulare|portable|komórk|тел(?:\.|:|\b)|телефон|電話|电话|"
    r"手机|携帯|전화|휴대폰|هاتف|جوال|फ़?ोन|मोबाइल|טלפון)(?P<gap>[^\d\n]{0,24})\Z",
    re.IGNORECASE,
)
# In lower case, one in every word above.
_STEMS = (
    *(
        "phone",
        "ph ",
        "ph:",
        "ph.",
        "tel",
        "mob",
        "cell",
        "fax",
        "whatsapp",
        "sms",
        "hotline",
        "handy",
        "rufnummer",
        "tél",
        "móvil",
    ),
    *("celular", "portable", "komórk", "тел", "電話", "电话", "手机", "携帯", "전화", "휴대폰", "هاتف", "جوال"),
    *("फोन", "फ़ोन", "मोबाइल", "טלפון"),
    *(f"{verb} {who}" for verb in ("call", "ring", "text", "reach") for who in ("me", "us", "her", "him", "them")),
)
_OTHER_NUMBER = re.compile(r"\b(?:id|order|ticket|invoice|version|tokens?|rows?|lines?|ms|seconds?)\b", re.IGNORECASE)
_TOLD = re.compile(rf"[+＋(（]{{0,2}}\d(?:[{BLANKS}().（）/\-\u2010-\u2013]{{0,3}}\d){{6,14}}(?!\d)")
_GROUPED_PLUS = re.compile(rf"[+＋]\(?\d{{1,3}}\)?(?:[{BLANKS}\-\u2010-\u2013]{{1,2}}\(?\d{{1,5}}\)?){{2,6}}(?!\d)")
_THOUSANDS = re.compile(rf"[+＋][1-9]\d{{0,2}}(?:[{BLANKS}.]\d{{3}})+\Z")
_DOUBLE_ZERO = re.compile(r"(?<![\d.,])00(?=[1-9])")
_TRUNK = re.compile(r"[(（]?0[1-9]|[(（]\d")
_NORTH_AMERICAN = re.compile(
    rf"(?<!\d)(?:1[{BLANKS}.\-])?[(]?[2-9]\d\d[)]?[{BLANKS}.\-]{{1,2}}\d{{3}}[{BLANKS}.\-]\d{{4}}(?!\d)"
)
_DATE = re.compile(r"\d{1,4}([-./])\d{1,2}\1\d{1,4}(?!\d)")
_REACH = 40


def phones(text: str, runs: Iterable[Run]) -> Iterator[Hit]:
    """The phone numbers in the runs of digits of a text."""
    has_words = any_in(text, _STEMS)
    for run in runs:
        for start, end in (*(_told(text, run) if has_words else ()), *_international(run), *_national(run)):
            is_open = run.text[start] in "(（" and not any(mark in run.text[start:end] for mark in ")）")
            yield Hit(run.start + start + is_open, run.start + end, PHONE)


def _told(text: str, run: Run) -> Iterator[tuple[int, int]]:
    """A number right after a word for a phone, whatever its form."""
    word = _PHONE_WORD.search(preceding(text, run.start, _REACH))
    if word is None or _OTHER_NUMBER.search(word["gap"]) or _DATE.match(run.text):
        return
    if found := _TOLD.match(run.text):
        yield found.span()


def _international(run: Run) -> Iterator[tuple[int, int]]:
    """Numbers after a plus sign or a double zero."""
    if "+" in run.text or "＋" in run.text:
        yield from _valid(run.text, None)
        for found in _GROUPED_PLUS.finditer(run.text):
            if 7 <= digits_of(found[0]) <= _MOST_DIGITS and not _THOUSANDS.match(found[0]):
                yield found.span()
    for zero in _DOUBLE_ZERO.finditer(run.text):
        # The plus sign takes the place of one of the zeros, so that the places stay.
        if any(character in BLANKS + "-./" for character in run.text[zero.end() : zero.end() + 20]):
            written = f"0+{run.text[zero.end() : zero.end() + 40]}"
            yield from ((zero.start(), zero.start() + end) for start, end in _valid(written, None) if start == 1)


def _national(run: Run) -> Iterator[tuple[int, int]]:
    """Numbers grouped as one of :data:`REGIONS` groups them; in one piece they could be anything."""
    for found in _NORTH_AMERICAN.finditer(run.text):
        yield from ((found.start() + start, found.start() + end) for start, end in _valid(found[0], "US"))
    for trunk in _TRUNK.finditer(run.text):
        piece = run.text[trunk.start() : trunk.start() + 24]
        before = run.text[trunk.start() - 1 : trunk.start()]
        if before.isdecimal() or before in tuple(".,/-") or _DATE.match(piece) or piece[:11].isdecimal():
            continue
        for region in REGIONS[1:]:
            spans = [
                span
                for span in _valid(piece, region)
                if span[0] == 0 and digits_of(piece[: span[1]]) >= _FEWEST_NATIONAL
            ]
            if spans:
                yield trunk.start(), trunk.start() + spans[0][1]
                break


def _valid(piece: str, region: str | None) -> list[tuple[int, int]]:
    """Where phonenumbers sees valid numbers; national ones must be grouped as usual there."""
    from phonenumbers import Leniency, PhoneNumberMatcher

    leniency = Leniency.VALID if region is None else Leniency.STRICT_GROUPING
    found = PhoneNumberMatcher(piece, region, leniency=leniency, max_tries=len(piece) + 1)
    return [(one.start, one.end) for one in found]
