"""Strict JSON: what every parser reads, safe to print to a terminal."""

import json
import math
from typing import Any

import orjson

from triage.text import safe_json


def encode(value: Any, *, sort_keys: bool = False) -> bytes:
    """One line of UTF-8 without its line end.  What JSON cannot hold is made harmless, so it never fails on data.

    NaN and infinity become null, a lone surrogate its visible escape.  Control, bidi and invisible characters are
    written as JSON escapes.
    """
    try:
        encoded = orjson.dumps(value, option=orjson.OPT_SORT_KEYS if sort_keys else None).decode()
    except orjson.JSONEncodeError:
        compact = (",", ":")
        encoded = json.dumps(
            _harmless(value), ensure_ascii=False, allow_nan=False, separators=compact, sort_keys=sort_keys
        )
    return safe_json(encoded).encode()


def _harmless(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {_harmless(key): _harmless(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_harmless(held) for held in value]
    return value
