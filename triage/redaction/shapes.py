"""Tokens that their issuers gave a shape of their own: a prefix, then a run of certain characters."""

import re
from collections.abc import Iterator

from triage.redaction.hits import SECRET, Hit

_ALNUM = re.compile(r"[A-Za-z0-9]*")
_WORD = re.compile(r"[A-Za-z0-9_-]*")
_DOTTED = re.compile(r"[A-Za-z0-9_.-]*")
_HEX = re.compile(r"[0-9a-f]*")
_UPPER = re.compile(r"[A-Z0-9]*")

# (prefix, characters after it, fewest of them, most of them or None)
_SHAPES: tuple[tuple[str, re.Pattern[str], int, int | None], ...] = (
    *((prefix, _UPPER, 16, 16) for prefix in ("AKIA", "ASIA", "ABIA", "ACCA")),
    *((prefix, _ALNUM, 30, None) for prefix in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    ("github_pat_", _WORD, 22, None),
    *(
        (f"gl{kind}-", _WORD, 20, None)
        for kind in ("pat", "dt", "ft", "rt", "ptt", "cbt", "soat", "agent", "oas", "imt")
    ),
    *((f"xox{kind}-", _WORD, 10, None) for kind in "abpores"),
    ("xapp-", _WORD, 20, None),
    *((f"sk-{kind}-", _WORD, 16, None) for kind in ("ant", "proj", "or", "svcacct", "admin", "lf", "live")),
    ("sk-", _ALNUM, 16, None),
    *((prefix, _ALNUM, 16, None) for prefix in ("sk_live_", "sk_test_", "rk_live_", "rk_test_")),
    ("whsec_", _ALNUM, 24, None),
    ("AIza", _WORD, 35, 35),
    ("ya29.", _WORD, 20, None),
    ("GOCSPX-", _WORD, 20, None),
    *((prefix, _ALNUM, 30, None) for prefix in ("hf_", "npm_", "gsk_", "r8_", "xai-", "pplx-", "tgp_v1_", "fw_")),
    ("pypi-AgE", _WORD, 40, None),
    ("SG.", _DOTTED, 40, None),
    ("hvs.", _WORD, 20, None),
    ("dop_v1_", _HEX, 64, 64),
    *((prefix, _HEX, 32, 32) for prefix in ("shpat_", "shpss_", "shpca_", "dapi")),
    *(
        (prefix, _WORD, 20, None)
        for prefix in ("sq0csp-", "sq0atp-", "tvly-", "dckr_pat_", "PMAK-", "ATATT3", "nvapi-")
    ),
    *((prefix, _WORD, 20, None) for prefix in ("lsv2_pt_", "lsv2_sk_", "glsa_", "sntrys_", "pcsk_", "jina_")),
    *((prefix, _ALNUM, 40, None) for prefix in ("secret_", "lin_api_", "ntn_")),
    ("AGE-SECRET-KEY-1", _UPPER, 50, None),
)
_BEFORE = re.compile(r"[A-Za-z0-9_-]")
_JWT = re.compile(r"eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*")
_WEBHOOK = re.compile(
    r"https://(?:hooks\.slack\.com/(?:services|workflows)|discord(?:app)?\.com/api/webhooks)/([\w/-]{16,})"
)


def shaped(text: str) -> Iterator[Hit]:
    """Every token of a known shape.  A run of characters is read once for each prefix, so time is linear."""
    for prefix, characters, fewest, most in _SHAPES:
        at = text.find(prefix)
        while at >= 0:
            end = at + len(prefix)
            if not (at and _BEFORE.match(text, at - 1)):
                run = characters.match(text, end)
                end = run.end() if run else end
                length = end - at - len(prefix)
                if length >= fewest and (most is None or length == most) and _has_digit_or_both_cases(text[at:end]):
                    yield Hit(at, end, SECRET)
            at = text.find(prefix, end)
    yield from _web_tokens(text)
    yield from (Hit(*found.span(1), SECRET) for found in _WEBHOOK.finditer(text))


def _has_digit_or_both_cases(token: str) -> bool:
    """Words strung together by dashes have neither a digit nor a capital inside."""
    return any(character.isdigit() for character in token) or not (token.islower() or token.isupper())


def _web_tokens(text: str) -> Iterator[Hit]:
    """JSON web tokens, also those that were cut off after their first dot."""
    at = text.find("eyJ")
    while at >= 0:
        found = _JWT.match(text, at)
        end = found.end() if found else at + 3
        if found and "." in found[0] and not (at and _BEFORE.match(text, at - 1)):
            yield Hit(at, end, SECRET)
        at = text.find("eyJ", end)
