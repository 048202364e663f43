"""Payment card numbers: an issuer's first digits, a layout that cards have, and the Luhn check of python-stdnum."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from triage.redaction.hits import CARD, Hit, preceding
from triage.redaction.runs import BLANKS, DASHES, Run, plain_digits
from triage.redaction.words import any_in

_GAP = rf"[{BLANKS}{DASHES}]"
# Every place is tried, because a number before the card's may look like its first group.
_CARD = re.compile(
    rf"(?<!\d)(?=(\d{{4}}({_GAP})\d{{4}}\2\d{{4}}\2\d{{4}}(?:\2\d{{3}})?(?!\d)"
    rf"|\d{{4}}({_GAP})\d{{6}}\3\d{{4,5}}(?!\d)|\d{{13,19}}(?!\d)))"
)
_ISSUER = re.compile(
    r"(?:3(?:0[0-5]|[689]\d|[47]\d)\d{11,12}|35\d{14}|4\d{12}(?:\d{3}){0,2}|5[0-9]\d{14}|6\d{15,18}"
    r"|2(?:20[0-4]|22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})\Z"
)
_CARD_WORD = re.compile(
    r"card|visa|maestro|amex|american express|kreditkarte|karte|carte|carta|tarjeta|cart[ãa]o|kaart|karta|карт|"
    r"カード|卡|بطاقة|कार्ड|\bpan\b",
    re.IGNORECASE,
)
# In lower case, one in every word above.
_STEMS = (
    *("card", "visa", "maestro", "amex", "american express", "karte", "carte", "carta", "tarjeta", "cartao", "cartão"),
    *("kaart", "karta", "карт", "カード", "卡", "بطاقة", "कार्ड", "pan"),
)
_REACH = 32
_BARCODE_DIGITS = 13


def cards(text: str, runs: Iterable[Run]) -> Iterator[Hit]:
    """The card numbers in the runs of digits of a text.

    With a word for a card shortly before it, a number laid out like a card's is one, right or wrong.  Without, the
    check digit must be right; thirteen digits in one piece are then a barcode or a time.
    """
    has_words = any_in(text, _STEMS)
    for run in runs:
        yield from _in_run(text, run, has_words)


def _in_run(text: str, run: Run, has_words: bool) -> Iterator[Hit]:
    for found in _CARD.finditer(run.text):
        start, end = found.span(1)
        digits = plain_digits(found[1])
        told = has_words and _CARD_WORD.search(preceding(text, run.start + start, _REACH))
        is_card = len(digits) > _BARCODE_DIGITS and _ISSUER.match(digits) and _luhn(digits)
        if is_card or (told and digits[0] in "3456"):
            yield Hit(run.start + start, run.start + end, CARD)


@lru_cache(maxsize=1024)
def _luhn(digits: str) -> bool:
    from stdnum import luhn

    return luhn.is_valid(digits)
