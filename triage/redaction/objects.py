"""Masking inside records that were read into objects: every text but the ids."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from triage.redaction.keys import is_id_key

Mask = Callable[[str], str]


class ObjectMask:
    """Masks texts in dataclasses, named tuples, tuples, lists and mappings; the same types come back.

    ``mask`` is for texts, ``raw`` for records as read, which lie in fields called ``raw``.  Fields of the names in
    ``keep``, fields whose name is that of an id, and objects of the types in ``whole`` stay as they are.
    """

    def __init__(
        self, mask: Mask, raw: Callable[[Any], Any], keep: Collection[str], whole: tuple[type, ...] = ()
    ) -> None:
        self._mask = mask
        self._raw = raw
        self._keep = frozenset(keep)
        self._whole = (*whole, Enum)

    def __call__(self, value: Any) -> Any:
        """The same value with its texts masked."""
        if isinstance(value, self._whole):
            return value
        if isinstance(value, str):
            return self._mask(value)
        if is_dataclass(value) and not isinstance(value, type):
            return self._dataclass(value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            names = value._fields
            return type(value)(*(self._member(name, one) for name, one in zip(names, value, strict=True)))
        if isinstance(value, tuple | list):
            return type(value)(map(self, value))
        if isinstance(value, Mapping):
            return {key: self._under(key, one) for key, one in value.items()}
        return value

    def _dataclass(self, value: Any) -> Any:
        now = {one.name: getattr(value, one.name) for one in fields(value)}
        masked = {name: self._member(name, one) for name, one in now.items()}
        changed = {name: one for name, one in masked.items() if one is not now[name] and one != now[name]}
        return replace(value, **changed) if changed else value

    def _under(self, key: Any, value: Any) -> Any:
        """A text under a key that names a credential is masked whole."""
        return self._raw({key: value})[key] if isinstance(value, str) else self(value)

    def _member(self, name: str, value: Any) -> Any:
        if name == "raw":
            return self._raw(value)
        return value if name in self._keep or is_id_key(name) else self(value)
