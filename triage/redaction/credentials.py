"""Secrets: tokens known by their shape, values under keys that name a credential, header values.

detect-secrets 1.5.0 was measured on the labelled set of ``benchmarks.redaction`` and left out.  Its detectors, one by
one and without its filters, mask 20 of 66 secrets whole, and 31 of their 56 hits are false alarms; they return strings
without places, see only the first line of a private key, import an HTTP client, and take quadratic time on hostile
text.  Where that package is installed ``python -m benchmarks.redaction`` measures it again.

Strings of high entropy alone are no secrets here: digests, document ids and input hashes look the same.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from triage.redaction.hits import SECRET, Hit
from triage.redaction.keys import is_secret_key
from triage.redaction.shapes import shaped
from triage.redaction.words import any_in, words

_KEY_STEM = re.compile(
    r"(?:passw(?:or)?[dt]s?|passphrase|kennwort|wachtwoord|senha|contrase[nñ]a|mot de passe|"
    r"пароль|密[码碼]|パスワード|비밀번호|"
    r"pwd?|secrets?|token|api[ _-]?keys?|(?:access|private|account|signing|encryption|subscription|client|admin|auth)"
    r"[ _-]?key(?:[ _-]?id)?|credentials?|cookies?|authorization)"
    r"""(?P<tail>[\w-]{0,32})(?:\\?["'`])?\]?"""
    r"(?P<between>[ \t\u00a0]{0,3}(?:[:=：＝]|=>|:=)[ \t\u00a0]{0,3}"
    r"|[ \t\u00a0](?:is|was|lautet|ist|es|est|[eé])[ \t\u00a0])"
    r"""(?P<quote>\\?["'`])?""",
    re.IGNORECASE,
)
_STEMS = words(
    "passw passphrase kennwort wachtwoord senha contrase passe парол 密码 密碼 パスワード 비밀번호 pw secret "
    "token key credential cookie authorization bearer basic sig= signature= code= auth= sas= -u --user"
)
_FLAG = re.compile(
    r"--[\w-]{0,40}?(?:password|passwd|token|secret|api-?key|access-?key)[ \t]{1,3}(?=[^\s-])", re.IGNORECASE
)
_KEY_CHARACTERS = re.compile(r"[\w.-]{0,64}\Z")
_SCHEME = re.compile(
    r"(?:bearer|basic|token|digest|apikey|api-key|negotiate|jwt|aws4-hmac-sha256)[ \t]{1,3}", re.IGNORECASE
)
_BARE_SCHEME = re.compile(
    r"\b(?:bearer[ \t]{1,3}|basic[ \t]{1,3}(?=[\w+/]{0,200}[\d=]))(?=[\w~+/.=-]{8})", re.IGNORECASE
)
_LOGIN = re.compile(r"(?<=\s)(?:-u|--user)[ \t]{1,3}[\"']?[^\s:\"']{1,64}:")
_PARAMETER = re.compile(r"[?&;](?:sig|signature|x-amz-signature|x-goog-signature|key|code|auth|sas)=", re.IGNORECASE)
_USERINFO = re.compile(r"://(?=[^\s/?#\"'<>]{1,256}@)")
_USER_PASSWORD = re.compile(r"[^\s/?#@\"'<>:]{0,256}:([^\s/?#\"'<>]{1,256})@")

_VALUE = re.compile(r"[^\s\"'`,;&<>|\\(){}\[\]]+")
_ASSIGNED_VALUE = re.compile(r"[^\s\"'`,;&<>|\\]+")
_PROSE_VALUE = re.compile(r"[^\s\"'`<>\\]+")
_COOKIES = re.compile(r"[^\r\n\"'`\\]+")
_QUOTED = {
    '"': re.compile(r'(?:[^"\\\r\n]|\\.)+'),
    "'": re.compile(r"(?:[^'\\\r\n]|\\.)+"),
    "`": re.compile(r"[^`\r\n]+"),
}
_ESCAPED_QUOTED = re.compile(r"[^\"'`\\\r\n]+")
_NO_VALUE = words(
    "none null nil true false undefined empty unset missing required invalid expired optional hidden redacted masked "
    "string value optional unknown denied rejected revoked wrong incorrect"
)
_PLACEHOLDER = re.compile(
    r"\$[{(]|\$[A-Z_]+\Z|%[({s]|<|\{|\[redacted|\*+\Z|[\w-]{0,8}(?:\.{3}|…)\Z|[xX]{3,}\Z|(?i:your[-_ ]|my api)"
)
# What a program assigns: a call, an index, a name with dots or the name of another secret.
_CODE = re.compile(r"[A-Za-z_.]{3,}(?:\(\)|[\[(][\"'a-z])|[a-z_]+(?:\.[a-z_]+)+(?![\w-])")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?%?\Z")
_JUDGED = 200
_LONG_HEADER_VALUE = 12


def credentials(text: str) -> Iterator[Hit]:
    """Every secret in the text; time is linear in its length."""
    yield from shaped(text)
    if any_in(text, _STEMS):
        yield from _after_keys(text)
        yield from _after_words(text)
    yield from _in_addresses(text)


def _after_keys(text: str) -> Iterator[Hit]:
    """Values that stand after a key that names a credential: ``api_key=…``, ``"password": "…"``, ``Cookie: …``."""
    done = 0
    for found in _KEY_STEM.finditer(text):
        if found.start() < done:
            continue
        before = _KEY_CHARACTERS.search(text, max(found.start() - 64, 0), found.start())
        start = before.start() if before else found.start()
        key = text[start : found.end("tail")]
        if not is_secret_key(key):
            continue
        if key.lower().endswith("authorization"):
            span = _header_value(text, found.end())
        elif key.lower().endswith("cookie") and found["quote"] is None:
            span = _span(_COOKIES, text, found.end())
            span = span if span and "=" in text[span[0] : span[1]] else None
        else:
            span = _assigned(text, found, key)
        if span:
            done = span[1]
            yield Hit(*span, SECRET)


def _header_value(text: str, at: int) -> tuple[int, int] | None:
    """The value of an authorization header, without its scheme."""
    scheme = _SCHEME.match(text, at)
    span = _span(_VALUE, text, scheme.end() if scheme else at)
    if span is None:
        return None
    is_long = scheme is not None and span[1] - span[0] >= _LONG_HEADER_VALUE
    return span if is_long or _looks_random(text[span[0] : min(span[1], span[0] + _JUDGED)]) else None


def _assigned(text: str, found: re.Match[str], key: str) -> tuple[int, int] | None:
    """The value that follows a key, unless it is a number, a placeholder or a word that says there is none."""
    quote = found["quote"]
    spoken = quote is None and _is_prose(found["between"])
    pattern = _PROSE_VALUE if spoken else _ASSIGNED_VALUE if quote is None else _QUOTED.get(quote, _ESCAPED_QUOTED)
    span = _span(pattern, text, found.end())
    if span is None:
        return None
    value = text[span[0] : min(span[1], span[0] + _JUDGED)]
    if quote is None and (_names_a_secret(value) or _CODE.match(text, span[0], span[0] + _JUDGED)):
        return None
    if quote is None:
        kept = len(text[max(span[0], span[1] - _JUDGED) : span[1]].rstrip(".,;:?)]}"))
        span = (span[0], max(span[0], span[1] - _JUDGED) + kept)
        value = value[: span[1] - span[0]]
    return span if value and _is_credential(value, key, spoken or found["between"].strip().isalpha()) else None


def _names_a_secret(value: str) -> bool:
    """Whether a value is the name of a variable, as in ``api_key=api_key``."""
    return "_" in value and value.replace("_", "").isalpha() and is_secret_key(value)


def _is_prose(between: str) -> bool:
    """Whether what stands between a key and its value is that of a sentence: a verb, or a colon and a blank."""
    return between.strip().isalpha() or (between.rstrip() != between and "=" not in between)


def _is_credential(value: str, key: str, spoken: bool) -> bool:
    """Whether a value under a secret key is one.

    A password may be any word or number, a token of letters alone is a word of the text.  After a colon and a blank, or
    after "is", stands prose: there only a value that looks random counts.
    """
    if value.lower() in _NO_VALUE or _PLACEHOLDER.match(value):
        return False
    is_password = "token" not in key.lower() and "cookie" not in key.lower()
    if _NUMBER.match(value):
        return is_password and "secret" not in key.lower() and len(value) >= 4
    if spoken:
        return _looks_random(value)
    return len(value) >= 4 if is_password else _looks_random(value) or len(value) >= 16


def _looks_random(value: str) -> bool:
    """Six characters or more, with a digit beside letters, a capital inside, or signs that words do not have."""
    if len(value) < 6 or _NUMBER.match(value):
        return False
    letters = sum(character.isalpha() for character in value)
    digits = sum(character.isdigit() for character in value)
    inner_capital = any(one.islower() and other.isupper() for one, other in pairwise(value))
    return bool(letters and digits) or inner_capital or any(sign in value for sign in "!#$%^*+=@~")


def _after_words(text: str) -> Iterator[Hit]:
    """Values after ``Bearer``, after ``--api-key`` or ``-u name:`` of a command, in signed parameters of an address."""
    for pattern, shortest in ((_BARE_SCHEME, 8), (_FLAG, 4), (_LOGIN, 4), (_PARAMETER, 16)):
        done = 0
        for found in pattern.finditer(text):
            if found.start() < done:
                continue
            span = _span(_VALUE, text, found.end())
            if span is None or span[1] - span[0] < shortest:
                continue
            done = span[1]
            value = text[span[0] : min(span[1], span[0] + _JUDGED)]
            if not _PLACEHOLDER.match(value) and (pattern is _FLAG or _looks_random(value)):
                yield Hit(*span, SECRET)


def _in_addresses(text: str) -> Iterator[Hit]:
    """The password of ``scheme://user:password@host``; it may hold an at sign itself."""
    for found in _USERINFO.finditer(text):
        inside = _USER_PASSWORD.match(text, found.end())
        if inside and not _PLACEHOLDER.match(inside[1]):
            yield Hit(*inside.span(1), SECRET)


def _span(pattern: re.Pattern[str], text: str, at: int) -> tuple[int, int] | None:
    found = pattern.match(text, at)
    return found.span() if found else None
