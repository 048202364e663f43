"""E-mail addresses, also with letters beyond ASCII and with ``[at]`` written out."""

import re
from collections.abc import Iterator

from triage.redaction.hits import EMAIL, Hit, preceding

_AT = re.compile(r"@|＠|[ \t]?[\[(](?:at|@)[\])][ \t]?", re.IGNORECASE)
_LOCAL = re.compile(r"[\w.%+'-]+\Z")
_USER_PASSWORD = re.compile(r"://[^\s/?#]*:[^\s/?#]*\Z")
_LONGEST_LOCAL, _LONGEST_DOMAIN, _REACH = 64, 255, 256
_DOT = r"(?:\.|．|。|[ \t]?[\[(](?:dot|\.)[\])][ \t]?)"
_DOMAIN = re.compile(rf"[^\W_](?:[\w-]{{0,62}})(?:{_DOT}[^\W_][\w-]{{0,62}}){{1,8}}", re.IGNORECASE)
_TOP = re.compile(r"(?:xn--[\w-]+|[^\W\d_]{2,})\Z")
_VERSION = re.compile(r"v?\d+\.\d")


def emails(text: str) -> Iterator[Hit]:
    """Every address ``somebody@host.top``.

    ``precision@10``, a package ``name@1.2.3-rc``, the account ``git@`` of a code host, and the password before a host
    in ``scheme://user:password@host`` are none.
    """
    for at in _AT.finditer(text):
        domain = _DOMAIN.match(text, at.end(), at.end() + _LONGEST_DOMAIN)
        if domain is None or _VERSION.match(domain[0]) or not _TOP.search(domain[0]):
            continue
        if _USER_PASSWORD.search(preceding(text, at.start(), _REACH)):
            continue
        local = _local(text, at.start())
        if local is not None and text[local : at.start()].lower() != "git":
            yield Hit(local, domain.end(), EMAIL)


def _local(text: str, end: int) -> int | None:
    """Where the part before the sign starts; of an endless one, the last characters."""
    window = text[max(end - _LONGEST_LOCAL, 0) : end]
    found = _LOCAL.search(window)
    if found is None:
        return None
    start = end - len(window) + found.start()
    while start < end and text[start] in ".'-+%":
        start += 1
    return start if start < end else None
