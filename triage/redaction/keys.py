"""What the name of a field says of its value: a credential, an id, or neither."""

import re
from functools import lru_cache

from triage.redaction.words import words

_PARTS = re.compile(r"[^\W_]+")
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_SECRET_LAST = words(
    "password passwords passwd passphrase passwort kennwort wachtwoord senha contraseña contrasena pwd pw secret "
    "secrets credential credentials cookie cookies authorization apikey apikeys accesskey accountkey secretkey "
    "authtoken accesstoken token пароль 密码 密碼 パスワード 비밀번호"
)
_SECRET_PAIRS = frozenset(
    f"{kind} {key}"
    for kind in words("api access private secret account signing encryption auth subscription license client admin")
    for key in ("key", "keys")
)
_SECRET_TRIPLES = frozenset(("access key id", "mot de passe"))
# Glued to what they are for: PGPASSWORD, openaiapikey.
_SECRET_SUFFIXES = ("password", "passwd", "apikey", "secretkey", "accesskey", "accesstoken", "authtoken")
# Words that make a token a piece of text, or a place in a list, not a credential.
_HARMLESS_TOKENS = words(
    "stop eos bos pad unk sep cls mask special start end per next prev previous first last input output prompt "
    "completion max min num n page continuation delimiter separator each by total cached reasoning new each "
    "current missing expected predicted top"
)
_ID_LAST = words(
    "id ids uuid uuids guid sha sha1 sha256 sha384 sha512 md5 digest digests hash hashes checksum checksums "
    "fingerprint fingerprints version versions revision commit etag"
)


@lru_cache(maxsize=4096)
def is_secret_key(key: str) -> bool:
    """Whether text under this key is a credential: ``api_key``, ``Authorization``, ``dbPassword``, ``Set-Cookie``.

    The last words decide: ``password_policy``, ``tokens``, ``token_usage``, ``max_tokens`` and ``token-count-9`` are
    no credentials, nor is ``eos_token`` or ``next_page_token``.
    """
    parts = _parts(key)
    last = parts[-1] if parts else ""
    if last == "token" and len(parts) > 1 and parts[-2] in _HARMLESS_TOKENS:
        return False
    if last in _SECRET_LAST or last.endswith(_SECRET_SUFFIXES):
        return True
    return " ".join(parts[-2:]) in _SECRET_PAIRS or " ".join(parts[-3:]) in _SECRET_TRIPLES


@lru_cache(maxsize=4096)
def is_id_key(key: str) -> bool:
    """Whether values under this key name or identify something: ``case_id``, ``input_sha256``, ``corpus_version``."""
    parts = _parts(key)
    return bool(parts) and parts[-1] in _ID_LAST and not is_secret_key(key)


def _parts(key: str) -> list[str]:
    """The words of a key in lower case, split at separators and at capitals, without a number at the end."""
    parts = [part.lower() for part in _PARTS.findall(_CAPITAL.sub(" ", key[-64:]))]
    while parts and parts[-1].isdigit():
        parts.pop()
    if parts and parts[-1] not in _ID_LAST:
        parts[-1] = parts[-1].rstrip("0123456789")
    return parts
