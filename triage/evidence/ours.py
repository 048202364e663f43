"""Telling at a glance that a file is in the native form, so that nothing else needs to be asked."""

import json
from collections.abc import Mapping
from pathlib import Path

from triage.evidence.kinds import Kind, kinds_of

_OWN_KINDS = {Kind.ROW, Kind.RANKING, Kind.RANKING_CASE, Kind.PROFILE, Kind.CORPUS, Kind.RETRIEVAL}
_OWN_FIELDS = ("claims", "relevant", "restricted", "mapper_version", "contract_version", "blocking", "scenario")
_OWN_STEMS = ("run", "manifest", "triage", "policy")
_BOM = b"\xef\xbb\xbf"


def is_plainly_native(name: str, head: bytes) -> bool:
    """Whether the first bytes and the name leave no doubt."""
    lower = name.lower()
    if not head.strip() or is_own_stem(lower):
        return True
    if lower.endswith((".yaml", ".yml")):
        return b"evalId" not in head
    if not lower.endswith((".jsonl", ".ndjson", ".json", "stdin")):
        return False
    try:
        first = json.loads(head.removeprefix(_BOM).lstrip().split(b"\n", 1)[0], strict=False)
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and is_own(first)


def is_own(record: Mapping[str, object]) -> bool:
    """Whether a record can only be a native one."""
    kinds = kinds_of(record)
    if _OWN_KINDS & set(kinds):
        return True
    return bool(kinds) and "case_id" in record and any(name in record for name in _OWN_FIELDS)


def is_own_stem(name: str) -> bool:
    """Whether the file is called as manifests, teams files and policies are."""
    return Path(name).name.partition(".")[0].lower() in _OWN_STEMS
