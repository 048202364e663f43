"""Records written so that reading them again gives the very same values, and JSON for people and programs.

A record that was read from YAML holds scalars that stood without quotes, which JSON cannot tell from text: it goes
back to YAML, every other record to JSON Lines.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from triage.evidence.fields import as_flag, as_number
from triage.evidence.tolerant import Written
from triage.evidence.yaml_text import Plain
from triage.owners import Choice, Team
from triage.text import clean, safe_json

_LONGEST_SIMPLE_KEY = 1000
_NOT_YAML = re.compile("[\ufffe\uffff]")


def json_line(record: Mapping[str, Any], twice: tuple[str, ...] = ()) -> str:
    """One line of JSON without its line end; the keys in ``twice`` are given twice, as they were."""
    members = [f"{_json(str(key))}:{_json(value)}" for key, value in _members(record, twice)]
    return "{" + ",".join(members) + "}"


def yaml_document(record: Mapping[str, Any], twice: tuple[str, ...] = ()) -> str:
    """One YAML document: a line per key, every text in double quotes, numbers and truth values as they stood."""
    lines = ["---\n"]
    for key, value in _members(record, twice):
        name = _yaml(str(key))
        lines.append(
            f"{name}: {_yaml(value)}\n" if len(name) < _LONGEST_SIMPLE_KEY else f"? {name}\n: {_yaml(value)}\n"
        )
    return "".join(lines)


def holds_plain(value: object) -> bool:
    """Somewhere in the value stands a scalar that YAML had without quotes."""
    if isinstance(value, Mapping):
        return any(holds_plain(inner) for inner in value.values())
    if isinstance(value, list):
        return any(holds_plain(inner) for inner in value)
    return isinstance(value, Plain)


def pretty(value: object) -> bytes:
    """Strict JSON in UTF-8 with sorted keys and a line per value; what a terminal must not see is escaped."""
    text = json.dumps(_harmless(value), ensure_ascii=False, allow_nan=False, sort_keys=True, indent=1)
    return "\n".join(map(safe_json, text.split("\n"))).encode() + b"\n"


def teams_file(choices: Sequence[Choice], known: Mapping[str, Team]) -> bytes:
    """A teams file with the teams that were chosen and the rules that matched, in their order, with their teams."""
    rules = sorted({rule.line: rule for one in choices for rule in one.matched}.values(), key=lambda one: one.line)
    named = {one.team.key: one.team for one in choices if one.team is not None}
    named |= {rule.team: known[rule.team] for rule in rules if rule.team in known}
    lines = ["teams:"]
    for key, team in named.items():
        parts = {"name": team.name, "contact": team.contact, "repo": team.repo}
        lines.append(f"  {_yaml(key)}: {_yaml({part: value for part, value in parts.items() if value})}")
    if rules:
        lines += ["rules:", *(f"  - {_yaml({**rule.conditions, 'team': rule.team})}" for rule in rules)]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _members(record: Mapping[str, Any], twice: tuple[str, ...]) -> list[tuple[str, Any]]:
    return [(key, value) for key, value in record.items() for _ in range(2 if key in twice else 1)]


def _json(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_json(str(key))}:{_json(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_json, value)) + "]"
    if isinstance(value, Written):
        return value.written
    return safe_json(json.dumps(str(value) if isinstance(value, str) else value, ensure_ascii=False))


def _yaml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(_pair(str(key), inner) for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_yaml, value)) + "]"
    if isinstance(value, Plain) and (as_number(value) is not None or as_flag(value) is not None):
        return str(value)
    if isinstance(value, str):
        quoted = clean(json.dumps(str(value), ensure_ascii=False))
        return _NOT_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
    return value.written if isinstance(value, Written) else json.dumps(value)


def _pair(key: str, value: object) -> str:
    name = _yaml(key)
    return f"{name}: {_yaml(value)}" if len(name) < _LONGEST_SIMPLE_KEY else f"? {name} : {_yaml(value)}"


def _harmless(value: object) -> object:
    """The value with numbers that JSON does not know as null, and lone surrogates as their visible escapes."""
    if isinstance(value, str):
        return str(value).encode("utf-8", "backslashreplace").decode()
    if isinstance(value, Mapping):
        return {str(_harmless(str(key))): _harmless(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_harmless(inner) for inner in value]
    if isinstance(value, float):
        return float(value) if value - value == 0 else None
    return value
