"""Bank accounts and personal numbers of the state, checked by python-stdnum.

Only numbers with a form of their own are looked for everywhere.  A bare run of nine or eleven digits passes a check of
one digit too often: such a number counts when a word for it stands before it.
"""

import re
from collections.abc import Iterator
from importlib import import_module

from triage.redaction.hits import ACCOUNT, Hit, preceding
from triage.redaction.words import any_in

_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_IBAN_WORD = re.compile(r"\bIBAN\b[^\w\n]{0,4}\Z", re.IGNORECASE)

# (form, the module of stdnum that checks it): a form so particular, or a check so strict, that it needs no word.
_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"[XYZ]?\d{7,8}-?[A-Z]", ("es.dni", "es.nie")),
    (r"[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]", ("it.codicefiscale",)),
    (r"[12] ?\d\d ?\d\d ?\d[\dAB] ?\d{3} ?\d{3} ?\d\d", ("fr.nir",)),
    (r"\d{3}\.\d{3}\.\d{3}-\d\d", ("br.cpf",)),
    (r"\d\d\.\d{3}\.\d{3}/\d{4}-\d\d", ("br.cnpj",)),
    (r"\d{17}[\dX]", ("cn.ric",)),
    (r"756\.\d{4}\.\d{4}\.\d\d", ("ch.ssn",)),
    (r"\d{3}-\d\d-\d{4}", ("us.ssn",)),
    (r"(?:\d\d)?\d{6}[-+]\d{4}", ("se.personnummer", "dk.cpr")),
    (r"\d{6}[-+A]\d{3}[0-9A-Y]", ("fi.hetu",)),
    (r"\d\d\.\d\d\.\d\d-\d{3}\.\d\d", ("be.nn",)),
    (r"\d{6}-[1-8]\d{6}", ("kr.rrn",)),
    (r"[A-Z]{4}\d{6}[HM][A-Z]{5}[0-9A-Z]\d", ("mx.curp",)),
)
_ALL_FORMS = re.compile(
    rf"(?<![A-Za-z0-9_.#/-])(?:{'|'.join(f'({form})' for form, _ in _FORMS)})(?![A-Za-z0-9_/-]|\.\d)"
)
# (word before the number, form, the module that checks it or "" where there is no check)
_TOLD: tuple[tuple[str, str, str], ...] = (
    (r"aadha?ar|आधार", r"\d{4}[ -]?\d{4}[ -]?\d{4}", "in_.aadhaar"),
    (r"\bNHS\b", r"\d{3}[ -]?\d{3}[ -]?\d{4}", "gb.nhs"),
    (r"pesel", r"\d{11}", "pl.pesel"),
    (r"\bBSN\b|burgerservicenummer", r"\d{9}", "nl.bsn"),
    (r"steuer-?id|identifikationsnummer|\bidnr", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", "de.idnr"),
    (r"t\.?c\.? ?kimlik|kimlik", r"\d{11}", "tr.tckimlik"),
    (r"f[øo]dselsnummer|personnummer", r"\d{6} ?\d{5}", "no.fodselsnummer"),
    (
        r"\baccount(?: (?:no|nr|num(?:ber)?))?\b|\bacct\b|acc\. no|kontonummer|kontonr|\bkonto\b|num[ée]ro de compte|"
        r"(?:n[úu]mero de )?cuenta|\bconta\b|rekeningnummer|номер сч[её]та|\bсч[её]т|口座番号|账号|帐号|계좌",
        r"\d(?:[ -]?\d){5,16}",
        "",
    ),
    (r"\bsort(?: code)?\b", r"\d\d-\d\d-\d\d", ""),
    (r"\bNINO\b|national insurance", r"[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]", ""),
    (r"\btax id\b|\bEIN\b", r"\d\d-?\d{7}", "us.ein"),
    (r"routing (?:no|num(?:ber)?)\b|\bABA\b", r"\d{9}", "us.rtn"),
    (
        r"passport (?:no|num(?:ber)?)\b|passnummer|social security (?:no|num(?:ber)?)|\bSSN\b",
        r"[A-Z]{0,2}[\d-]{6,11}",
        "",
    ),
)
_TOLD_WORDS = re.compile("|".join(f"(?P<w{at}>{word})" for at, (word, _, _) in enumerate(_TOLD)), re.IGNORECASE)
# In lower case, one in every word above.
_STEMS = (
    *("aadh", "आधार", "nhs", "pesel", "bsn", "burgerservice", "steuer", "identifikations", "idnr", "kimlik"),
    *("dselsnummer", "personnummer", "account", "acct", "acc. no", "konto", "compte", "cuenta", "conta ", "conta:"),
    *(
        "rekeningnummer",
        "сч",
        "口座番号",
        "账号",
        "帐号",
        "계좌",
        "sort",
        "nino",
        "national insurance",
        "tax id",
        "ein ",
        "ein:",
        "routing n",
        "aba ",
        "aba:",
    ),
    *("passport n", "passnummer", "social security", "ssn"),
)
_BETWEEN = re.compile(
    r"[ \t]{0,2}(?:no\.?|nr\.?|number|nummer|is|:|#|=|\"|：|は|为|,){0,3}[ \t:\"]{0,3}", re.IGNORECASE
)
_TOLD_FORMS = tuple(re.compile(rf"{form}(?![A-Za-z0-9_])") for _, form, _ in _TOLD)


def accounts(text: str) -> Iterator[Hit]:
    """Every IBAN, every personal number whose form is its own, and every account number that a word introduces."""
    yield from _ibans(text)
    for found in _ALL_FORMS.finditer(text):
        at = (found.lastindex or 1) - 1
        if any(_passes(module, found[0]) for module in _FORMS[at][1]):
            yield Hit(*found.span(), ACCOUNT)
    if any_in(text, _STEMS):
        yield from _told(text)


def _told(text: str) -> Iterator[Hit]:
    for word in _TOLD_WORDS.finditer(text):
        at = next(at for at in range(len(_TOLD)) if word[f"w{at}"] is not None)
        between = _BETWEEN.match(text, word.end())
        number = _TOLD_FORMS[at].match(text, between.end() if between else word.end())
        if number and (not _TOLD[at][2] or _passes(_TOLD[at][2], number[0])):
            yield Hit(*number.span(), ACCOUNT)


def _ibans(text: str) -> Iterator[Hit]:
    for found in _IBAN.finditer(text):
        start, end = found.span()
        if _IBAN_WORD.search(preceding(text, start, 12)):
            yield Hit(start, end, ACCOUNT)
            continue
        # Words in capitals after the number look like more of its groups.
        ends = [at for at in range(end, start + 14, -1) if at == end or text[at] in " \u00a0-"][:8]
        if good := next((at for at in ends if _passes("iban", text[start:at])), None):
            yield Hit(start, good, ACCOUNT)


def _passes(module: str, number: str) -> bool:
    return bool(import_module(f"stdnum.{module}").is_valid(number))
