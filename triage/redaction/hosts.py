"""Addresses of hosts: IPv4, IPv6 and MAC addresses, and host names that only mean something inside a company.

Four numbers with dots between them may also be a version or a section.  They are taken for an address unless they are
glued to a name (``torch-10.2.1.4``, ``v10.2.1.4``, ``==10.2.1.4``) or a word for a version or a section stands before
them; a port, a prefix length or a scheme beside them settles it.  Loopback and unspecified addresses stay: they are the
same on every machine, and they explain refused connections.

A host name is masked where it is inside (``db-3.prod.internal``, ``http://vllm-7:8000``), or where the address that
names it also holds a user and a password.  Public names stay: which provider refused a call is evidence.
"""

import re
from collections.abc import Iterator

from triage.redaction.hits import HOST, Hit, preceding
from triage.redaction.words import words

_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4 = re.compile(rf"(?<![\w.])(?:{_OCTET}\.){{3}}{_OCTET}(?!\w|\.\d|-[A-Za-z])", re.ASCII)
_HARMLESS_V4 = re.compile(r"127\.|0\.0\.0\.0\Z|255\.255\.")
_IPV6 = re.compile(
    r"(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3}|(?=[\s/\])%,;]|\Z))(?![\w:])",
    re.IGNORECASE,
)
_MAC = re.compile(r"(?<![\w:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])", re.IGNORECASE)
_VERSION_BEFORE = re.compile(
    r"(?:\bv(?:er)?\.? ?|versions?[\"']?[:=]? ?[\"']?|release[sd]? ?|build[:=]? ?|revision ?|"
    r"[=<>~!]= ?|[<>] ?|[\w)\]][-_@]|§ ?|第|条 ?|"
    r"\b(?:section|clause|chapter|article|paragraph|rule|item|step|appendix|table|figure|abschnitt|ziffer|kapitel|"
    r"artikel|absatz|abs\.|upgraded? (?:from|to)|driver|firmware|cuda|cudnn|nccl|tensorrt|windows|android|ios|macos|"
    r"chrome|firefox|safari|python|java|package|pkg)[ /]?(?:no\.? ?)?)\Z",
    re.IGNORECASE,
)
_SECTION_AFTER = re.compile(r" ?[条款節节項项]")
_RANGE_OF_VERSIONS = re.compile(r"versions?\b[^\n]{0,40}\b(?:to|and|or|,|->|→|bis)\s?\Z", re.IGNORECASE)
_ADDRESS_BEFORE = re.compile(
    r"(?:://|@|(?:ip|host|hostname|addr(?:ess)?|peer|server|remote|client|ipv4)\b[\w ]{0,8}[:= ]{0,3})\Z",
    re.IGNORECASE,
)
_ADDRESS_AFTER = re.compile(r":\d{2,5}(?!\d)|/\d{1,2}(?!\d)")

_INTERNAL = re.compile(
    r"(?<![\w.@/-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}"
    r"(?:internal|intranet|intra|corp|lan|local|localdomain|home\.arpa|private|svc)(?![\w-]|\.\w|\()",
    re.IGNORECASE,
)
_INTERNAL_IN_URL = re.compile(_INTERNAL.pattern.replace(r"(?<![\w.@/-])", ""), re.IGNORECASE)
_AUTHORITY = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}://(?P<user>[^\s/?#\"'<>]{1,256}@)?+(?P<host>[\w.-]{1,253})(?P<port>:\d{1,5})?",
    re.IGNORECASE,
)
_PLAIN_NAME = re.compile(r"(?!localhost\Z)[a-z0-9][\w-]{0,62}\Z", re.IGNORECASE)
_SERVER_SCHEMES = words(
    "http https ws wss grpc ftp sftp ssh tcp udp redis rediss postgres postgresql mysql mongodb amqp amqps kafka ldap "
    "ldaps nats smb nfs clickhouse elasticsearch opensearch milvus qdrant weaviate"
)


def hosts(text: str) -> Iterator[Hit]:
    """Every host address and every inner host name of the text."""
    if "." in text:
        yield from _ipv4(text)
        yield from (Hit(*found.span(), HOST) for found in _INTERNAL.finditer(text) if _is_host(text, found))
    if ":" in text:
        yield from _ipv6(text)
    if ":" in text or "-" in text:
        yield from (Hit(*found.span(), HOST) for found in _MAC.finditer(text))
    if "://" in text:
        yield from _named(text)


def _ipv4(text: str) -> Iterator[Hit]:
    for found in _IPV4.finditer(text):
        before = preceding(text, found.start(), 64)
        is_address = _ADDRESS_BEFORE.search(before) or _ADDRESS_AFTER.match(text, found.end())
        is_version = _VERSION_BEFORE.search(before) or _RANGE_OF_VERSIONS.search(before)
        is_version = is_version or _SECTION_AFTER.match(text, found.end())
        if not _HARMLESS_V4.match(found[0]) and (is_address or not is_version):
            yield Hit(*found.span(), HOST)


def _is_host(text: str, found: re.Match[str]) -> bool:
    """Whether an inner name is a host's: ``config.local`` and ``torch.distributed.local`` are names in code."""
    if not found[0].lower().endswith((".local", ".private", ".svc")):
        return True
    before = preceding(text, found.start(), 24)
    beside = _ADDRESS_BEFORE.search(before) or _ADDRESS_AFTER.match(text, found.end())
    return bool(beside) or any(character.isdigit() or character == "-" for character in found[0])


def _ipv6(text: str) -> Iterator[Hit]:
    """IPv6 addresses of three groups or more, or with a first group of four digits: ``a::b`` is also a name in code."""
    from ipaddress import AddressValueError, IPv6Address

    for found in _IPV6.finditer(text):
        groups = [group for group in found[0].split(":") if group]
        if not (len(groups) >= 3 or (groups and len(groups[0]) == 4)) or not any(map(str.isdecimal, found[0])):
            continue
        try:
            IPv6Address(found[0])
        except AddressValueError:
            continue
        yield Hit(*found.span(), HOST)


def _named(text: str) -> Iterator[Hit]:
    """Host names in addresses: inner ones, and any that stands behind a user and a password."""
    for found in _AUTHORITY.finditer(text):
        scheme = found[0].partition(":")[0].lower()
        name = found["host"].rstrip(".")
        is_numbered = found["port"] or any(character.isdigit() or character == "-" for character in name)
        single = scheme in _SERVER_SCHEMES and _PLAIN_NAME.match(name) and is_numbered and not name.isdigit()
        if (found["user"] and ":" in found["user"]) or single or _INTERNAL_IN_URL.fullmatch(name):
            yield Hit(found.start("host"), found.start("host") + len(name), HOST)
