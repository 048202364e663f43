"""The manifest of a gate run: what the recorded run said of itself, and what the gate adds."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import yaml

from triage.evidence.tolerant import Written
from triage.evidence.yaml_text import Plain
from triage.gate.policy import COVERAGE, OVERRIDE
from triage.gate.result import Result
from triage.model import Manifest, Policy

ADDED = ("policy", "planned_rows", "reported", "files")
"""Fields that the gate writes itself, over whatever the recorded run said."""


def manifest_fields(recorded: Manifest, policy: Policy, overridden: bool) -> dict[str, Any]:
    """The recorded fields as they were written, and the policy in force; ``overridden`` by the environment or not."""
    fields: dict[str, Any] = {str(key): value for key, value in recorded.raw.items() if key not in ADDED}
    return fields | {"policy": _policy(policy, overridden)}


def reported(results: Sequence[Result]) -> dict[str, dict[str, float | int]]:
    """Mean and row count per metric over the rows that have a score: an invalid row never counts as 0."""
    scores: dict[str, list[float]] = {}
    for result in results:
        if result.get("score") is not None:
            scores.setdefault(result["metric"], []).append(result["score"])
    return {metric: {"mean": math.fsum(found) / len(found), "rows": len(found)} for metric, found in scores.items()}


def as_yaml(fields: Mapping[str, Any]) -> bytes:
    """The manifest as YAML in UTF-8, in the order of its fields."""
    text = yaml.dump(dict(fields), Dumper=_AsWritten, sort_keys=False, allow_unicode=True, width=110)
    return str(text).encode("utf-8", "backslashreplace")


def _policy(policy: Policy, overridden: bool) -> dict[str, Any]:
    written: dict[str, Any] = {"version": policy.version, "minimum": dict(policy.minimum)}
    if policy.report_only:
        written |= {"mode": "report-only", "report_only": True}
    if overridden:
        written["minimum_from"] = {COVERAGE: OVERRIDE}
    return written


class _AsWritten(yaml.SafeDumper):
    """Writes every scalar that was read without quotes without quotes again, letter for letter."""

    def ignore_aliases(self, data: object) -> bool:
        """Never shorten a repeated value to a reference."""
        return True

    def plain(self, data: str) -> yaml.ScalarNode:
        """A scalar under whatever type its own text stands for."""
        resolve: Callable[..., str] = self.resolve
        return self.represent_scalar(resolve(yaml.ScalarNode, data, (True, False)), str(data))

    def written(self, data: Written) -> yaml.ScalarNode:
        """A number as it was written."""
        return self.plain(data.written)


_AsWritten.add_representer(Plain, _AsWritten.plain)
_AsWritten.add_representer(Written, _AsWritten.written)
