"""The gate's policy: which minimum a score must reach, and whether the gate blocks at all."""

import math
import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

from triage.model import Policy

OVERRIDE = "MIN_EVIDENCE_COVERAGE"
COVERAGE = "evidence_coverage"
ABSTENTION = "abstention_correct"
AGREEMENT = "pairwise_agreement"
UNIT_RANGE = (COVERAGE, ABSTENTION, AGREEMENT)
"""Metrics of this gate; all of them lie in 0..1."""

_KEYS = ("version", "minimum", "mode", "aggregate")
_REPORT_ONLY = "report-only"
_LARGEST = 1 << 20
_NULL = "tag:yaml.org,2002:null"


class GateRefused(Exception):
    """The gate cannot run as asked; the text is one plain sentence that names the place and what to do."""


def load_policy(path: Path, environ: Mapping[str, str]) -> Policy:
    """The policy in the YAML file ``path``, with ``MIN_EVIDENCE_COVERAGE`` of ``environ`` over its own minimum.

    GateRefused when the file cannot be read, when anything in it is not understood, when the override is no finite
    number in 0..1, and when neither of the two names a minimum for evidence coverage.
    """
    parts = dict(_members(_root(path), str(path), _KEYS, "the policy"))
    minimum = dict(_minimums(parts.get("minimum"), str(path)))
    override = overriding_minimum(environ)
    if override is not None:
        minimum[COVERAGE] = override
    if COVERAGE not in minimum:
        raise GateRefused(_no_minimum(path, minimum))
    return Policy(_version(parts.get("version"), path), minimum, _is_report_only(parts.get("mode"), str(path)))


def overriding_minimum(environ: Mapping[str, str]) -> float | None:
    """The minimum that the environment sets, None when it sets none; GateRefused unless finite and in 0..1."""
    written = environ.get(OVERRIDE)
    if written is None:
        return None
    value = _number(written.strip())
    if value is None or not 0 <= value <= 1:
        raise GateRefused(f'{OVERRIDE} is "{written}": set it to a number from 0 to 1, or unset it')
    return value


def _root(path: Path) -> MappingNode:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        raise GateRefused(f"{path}: the policy cannot be read: {os.strerror(error.errno or 0)}") from error
    if len(content) > _LARGEST:
        raise GateRefused(f"{path}: larger than 1 MiB, which is no policy")
    try:
        root = yaml.compose(content, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        line = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
        raise GateRefused(f"{path}{line}: the policy is not YAML: {error.problem or error.context}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise GateRefused(f"{path}: the policy is not YAML text in UTF-8") from error
    if not isinstance(root, MappingNode):
        raise GateRefused(f"{path}: the policy must be a mapping with version and minimum")
    return root


def _members(node: Node, path: str, known: tuple[str, ...] | None, what: str) -> Iterator[tuple[str, Node]]:
    """The pairs of a mapping; refused where a key is no plain text, is given twice, or is none of ``known``."""
    if not isinstance(node, MappingNode):
        raise GateRefused(f"{_place(path, node)}: {what} must be a mapping")
    lines: dict[str, int] = {}
    for key_node, value in node.value:
        if not isinstance(key_node, ScalarNode):
            raise GateRefused(f"{_place(path, key_node)}: a key of {what} must be plain text")
        key, line = key_node.value, key_node.start_mark.line + 1
        if key in lines:
            raise GateRefused(f"{path}: `{key}` is given twice, lines {lines[key]} and {line}; keep one of them")
        if known is not None and key not in known:
            raise GateRefused(f"{path}:{line}: unknown key `{key}` in {what}, {_hint(key, known)}")
        lines[key] = line
        yield key, value


def _minimums(node: Node | None, path: str) -> Iterator[tuple[str, float]]:
    if node is None or node.tag == _NULL:
        return
    for metric, value in _members(node, path, None, "`minimum`"):
        number = _number(value.value) if isinstance(value, ScalarNode) and not value.style else None
        if number is None:
            raise GateRefused(f"{_place(path, value)}: the minimum of {metric} must be a finite number")
        if metric in UNIT_RANGE and not 0 <= number <= 1:
            raise GateRefused(f"{_place(path, value)}: the minimum of {metric} is {number:g}; it must be from 0 to 1")
        yield metric, number


def _version(node: Node | None, path: Path) -> str:
    if not isinstance(node, ScalarNode) or node.tag == _NULL or not node.value.strip():
        raise GateRefused(f"{path}: the policy has no version; give it one, every result names it")
    return str(node.value)


def _is_report_only(node: Node | None, path: str) -> bool:
    if node is None or node.tag == _NULL:
        return False
    if isinstance(node, ScalarNode) and node.value == _REPORT_ONLY:
        return True
    raise GateRefused(f"{_place(path, node)}: `mode` can only be {_REPORT_ONLY}; leave it out for a gate that blocks")


def _no_minimum(path: Path, named: Mapping[str, float]) -> str:
    near = get_close_matches(COVERAGE, named, n=1, cutoff=0.7)
    hint = f" (it names {near[0]}: did you mean {COVERAGE}?)" if near else ""
    return f"{path}: no minimum for {COVERAGE}{hint}; add it to the policy or set {OVERRIDE}"


def _number(text: str) -> float | None:
    """A finite number as people write one; None for all else, which includes nan, inf and 1_0."""
    try:
        value = float(text) if "_" not in text else math.nan
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _hint(word: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(word, known, n=1)
    return f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"


def _place(path: str, node: Node) -> str:
    return f"{path}:{node.start_mark.line + 1}"
