"""Masking inside the values of a JSON record."""

from collections.abc import Callable
from typing import Any

from triage.redaction.hits import masked
from triage.redaction.keys import is_id_key, is_secret_key

DEEPEST = 100


def masked_values(value: Any, mask: Callable[[str], str]) -> Any:
    """The same structure with the same keys, every text masked by ``mask``.

    Under a key that names a credential every text is masked whole; under one that names an id nothing is touched, so
    that records still join.  Numbers, booleans and nulls stay everywhere.  Deeper than :data:`DEEPEST` levels a list or
    mapping becomes one masked text.
    """
    return _masked(value, mask, 0)


def _masked(value: Any, mask: Callable[[str], str], depth: int) -> Any:
    if isinstance(value, str):
        return mask(value)
    if not isinstance(value, dict | list | tuple):
        return value
    if depth >= DEEPEST:
        return _whole("[redacted]")
    if isinstance(value, dict):
        return {key: _member(key, one, mask, depth + 1) for key, one in value.items()}
    return [_masked(one, mask, depth + 1) for one in value]


def _member(key: Any, value: Any, mask: Callable[[str], str], depth: int) -> Any:
    if isinstance(key, str) and is_id_key(key):
        return value
    if isinstance(key, str) and is_secret_key(key):
        return _masked(value, _whole, depth)
    return _masked(value, mask, depth)


def _whole(text: str) -> str:
    """A mask as long as the text; line ends go too."""
    return masked(len(text))
