"""Evidence coverage: which of the required claims an answer supports with evidence."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

REQUIRED = "required_claim_ids"
SUPPORTED = "supported_claim_ids"


class Coverage(NamedTuple):
    """``value`` in 0..1 with the counts behind it, or None with the fault of the input in ``reason``.

    ``supported`` and ``required`` are the lengths of the two lists; ``missing`` keeps the order of the requirement
    and is empty for an invalid input, for which nothing is known to be missing.
    """

    value: float | None
    reason: str
    supported: int
    required: int
    missing: tuple[str, ...]


def evidence_coverage(required: Sequence[str], supported: Sequence[str]) -> Coverage:
    """|supported| / |required| over exact, case-sensitive claim ids.

    An empty requirement, blank ids, repeated ids and supported ids that nobody required make the evaluation invalid:
    the value is None, and the reason names every fault of the first kind found, in that order of kinds.
    """
    problem = _problem(required, supported)
    if problem:
        return Coverage(None, problem, len(supported), len(required), ())
    held = set(supported)
    missing = tuple(claim for claim in required if claim not in held)
    reason = f"supported={len(supported)}; required={len(required)}; missing={','.join(missing) or 'none'}"
    return Coverage(len(supported) / len(required), reason, len(supported), len(required), missing)


def input_sha256(case_id: str, required: Iterable[str], supported: Iterable[str]) -> str:
    """Lower-case hex SHA-256 of the compact UTF-8 JSON array ``[case_id, required sorted, supported sorted]``.

    Ids are sorted by code point.  A lone surrogate, which UTF-8 cannot write, is hashed as its three-byte form.
    """
    compact = json.dumps([case_id, sorted(required), sorted(supported)], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(compact.encode("utf-8", "surrogatepass")).hexdigest()


def _problem(required: Sequence[str], supported: Sequence[str]) -> str:
    if not required:
        return f"{REQUIRED} must not be empty"
    named = ((REQUIRED, required), (SUPPORTED, supported))
    blank = [f"{name} contains a blank claim ID" for name, ids in named if any(not claim.strip() for claim in ids)]
    if blank:
        return "; ".join(blank)
    repeated = [(name, [claim for claim, times in Counter(ids).items() if times > 1]) for name, ids in named]
    duplicate = [f"{name} contains duplicate claim IDs: {', '.join(ids)}" for name, ids in repeated if ids]
    if duplicate:
        return "; ".join(duplicate)
    known = set(required)
    unknown = [claim for claim in supported if claim not in known]
    return f"{SUPPORTED} contains unknown IDs: {', '.join(unknown)}" if unknown else ""
