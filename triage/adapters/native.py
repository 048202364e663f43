"""What an adapter gives: records in the native form with their places, and what it noticed or could not read."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

READ_AS = "read_as"
ORIGINAL = "original"


class Spot(NamedTuple):
    """A place in a file: a line, or a pointer inside one document (``/results/3``).  ``file`` names another file."""

    line: int = 0
    pointer: str = ""
    file: str = ""


NOWHERE = Spot()


class Native(NamedTuple):
    """One record in the native form; its kind is told by its fields, as everywhere."""

    value: dict[str, Any]
    spot: Spot = NOWHERE


class Said(NamedTuple):
    """Something worth knowing that is no error: how a column was read, which files were joined."""

    words: str
    spot: Spot = NOWHERE


class Lost(NamedTuple):
    """Something that was not read, and why.  ``torn`` marks an end in the middle of a record."""

    words: str
    spot: Spot = NOWHERE
    torn: bool = False


Found = Native | Said | Lost


@dataclass(frozen=True)
class Result:
    """One metric result of another tool, before it becomes a native row.

    ``status`` is the tool's own verdict: pass, fail, invalid, or None where it gave none; it is never recomputed.
    ``error`` is set when the evaluation broke.  ``score`` is what stood there, NaN and labels included.
    """

    case_id: str
    metric: str
    score: Any = None
    status: str | None = None
    minimum: float | None = None
    reason: str | None = None
    error: str | None = None
    lower_is_better: bool = False
    more: dict[str, Any] = field(default_factory=dict)


def row(tool: str, result: Result, original: Any = None, spot: Spot = NOWHERE) -> Native:
    """The native row of a result.  ``original`` is the record it was read from, kept for whoever asks for it."""
    value: dict[str, Any] = {"case_id": result.case_id, "metric": result.metric, "score": result.score}
    for name in ("status", "minimum", "reason", "error"):
        if getattr(result, name) is not None:
            value[name] = getattr(result, name)
    value |= {name: one for name, one in result.more.items() if one is not None}
    value[READ_AS] = {"tool": tool} | ({"lower_is_better": True} if result.lower_is_better else {})
    if original is not None:
        value[ORIGINAL] = original
    return Native(value, spot)


def retrieval(
    tool: str, case_id: str, chunks: list[dict[str, Any]], *, k: int | None = None, spot: Spot = NOWHERE
) -> Native:
    """Ranked chunks, best first, each with what is known of ``doc_id``, ``chunk_id``, ``text`` and ``score``."""
    ranked = [{"rank": place, "doc_id": None, **chunk} for place, chunk in enumerate(chunks, start=1)]
    value = {"case_id": case_id, "retrieved": ranked, READ_AS: {"tool": tool}}
    return Native(value | ({"k": k} if k is not None else {}), spot)


def about(tool: str, case_id: str, fields: dict[str, Any], original: Any = None, spot: Spot = NOWHERE) -> Native | None:
    """What is known of a case beside its results; None where nothing is, and fields that are None are left out.

    The fields are native ones: ``question``, ``reference``, ``claims`` as a mapping (reviewed) make a case, ``answer``
    and ``claims`` as a list (stated) an attribution.
    """
    known = {name: one for name, one in fields.items() if one is not None}
    if not known:
        return None
    value = {"case_id": case_id, **known, READ_AS: {"tool": tool}}
    return Native(value | ({ORIGINAL: original} if original is not None else {}), spot)
