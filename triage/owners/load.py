"""Reading ``triage.yaml``: teams and rules with their lines, and every entry left out with its reason."""

import hashlib
import math
import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from triage.evidence import Limit
from triage.model import Owner, Stage, Unread
from triage.model.findings import UNDETERMINED
from triage.owners.teams import EXACT_KEYS, PATTERN_KEYS, Rule, Team, Teams

if TYPE_CHECKING:
    from triage.redaction import Pattern

FILE_NAME = "triage.yaml"
_NULL = "tag:yaml.org,2002:null"
_A_RULE = "a rule"
_PATTERN = ("name", "pattern")
_PARTS = ("teams", "rules", "redact", "minimum", "maximum")
_TEAM_FIELDS = ("name", "contact", "repo")


def find_teams(start: Path) -> Path | None:
    """The nearest ``triage.yaml`` in ``start`` or a folder above it."""
    folder = start.absolute()
    return next((at / FILE_NAME for at in (folder, *folder.parents) if os.path.isfile(at / FILE_NAME)), None)  # noqa: PTH113 - never raises


def load_teams(content: bytes, name: str, causes: Collection[str]) -> Teams:
    """Read a teams file.  Never raises: what is wrong is left out and named in ``problems``.

    ``name`` is how the file is shown; ``causes`` are the slugs a rule may name.  Text is kept as written.
    """
    reading = _Reading(name, frozenset((*causes, UNDETERMINED)))
    digest = hashlib.sha256(content).hexdigest()
    try:
        root = yaml.compose(content, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        what = (error.problem or error.context or "not readable").strip()
        reading.problem_at(mark.line + 1 if mark else 0, mark.column + 1 if mark else 0, f"not YAML: {what}")
        return Teams(name, problems=tuple(reading.problems), digest=digest)
    except (yaml.YAMLError, UnicodeError, RecursionError, ValueError):
        reading.problem_at(0, 0, "not YAML text in UTF-8: save the file as UTF-8 without control characters")
        return Teams(name, problems=tuple(reading.problems), digest=digest)
    parts = reading.members(root, _PARTS, "the teams file") if root is not None else {}
    teams = reading.teams(parts.get("teams"))
    rules, patterns = reading.rules(parts.get("rules"), teams), reading.patterns(parts.get("redact"))
    limits = {**reading.limits(parts.get("minimum"), most=False), **reading.limits(parts.get("maximum"), most=True)}
    return Teams(name, teams, rules, tuple(reading.problems), digest, patterns, limits)


def limit_of(text: str, *, most: bool) -> Limit | None:
    """A finite number as a limit; None for anything else."""
    try:
        value = float(text)
    except ValueError:
        return None
    return Limit(value, most) if math.isfinite(value) else None


def _close(word: str, known: Collection[str]) -> str:
    swapped = [other for other in known if sorted(other) == sorted(word)]
    near = swapped or get_close_matches(word, known, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    return f"known: {', '.join(sorted(known))}" if 0 < len(known) <= 12 else ""


def _unknown(kind: str, word: str, known: Collection[str]) -> str:
    hint = _close(word, known)
    return f'unknown {kind} "{word}"' + (f", {hint}" if hint else "")


@dataclass
class _Reading:
    """One pass over one file; collects the problems."""

    name: str
    causes: frozenset[str]
    problems: list[Unread] = field(default_factory=list)

    def problem_at(self, line: int, column: int, problem: str) -> None:
        self.problems.append(Unread(self.name, line, column, problem))

    def problem(self, node: Node, problem: str) -> None:
        self.problem_at(node.start_mark.line + 1, node.start_mark.column + 1, problem)

    def pairs(self, node: Node, what: str) -> Iterator[tuple[str, Node, Node]]:
        """Key text, key node and value node of a mapping whose keys are plain words; a repeated key is a problem."""
        if not isinstance(node, MappingNode):
            self.problem(node, f"{what} must be a mapping of keys to values")
            return
        seen: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                self.problem(key, f"a key of {what} must be a word")
            elif key.value in seen:
                lines = f"lines {seen[key.value]} and {key.start_mark.line + 1}"
                then = "the rule is left out" if what == _A_RULE else "the first one counts"
                self.problem(key, f'"{key.value}" is given twice in {what}, {lines}: {then}')
            else:
                seen[key.value] = key.start_mark.line + 1
                yield key.value, key, value

    def members(self, node: Node, known: Collection[str], what: str) -> dict[str, Node]:
        """The values of the known keys that are not null; every other key is a problem."""
        found: dict[str, Node] = {}
        for word, key, value in self.pairs(node, what):
            if word not in known:
                self.problem(key, _unknown(f"key of {what}", word, known))
            elif value.tag != _NULL:
                found[word] = value
        return found

    def text(self, node: Node, what: str) -> str | None:
        """The text of a scalar as written; None, with a problem, for anything else."""
        if isinstance(node, ScalarNode) and node.tag != _NULL and node.value.strip():
            return str(node.value)
        self.problem(node, f"{what} must be one word or text")
        return None

    def teams(self, node: Node | None) -> dict[str, Team]:
        """The teams by key; a team without a name is called by its key."""
        teams = {}
        for key, _, value in self.pairs(node, "teams") if node is not None else ():
            parts = self.members(value, _TEAM_FIELDS, f"team {key}") if value.tag != _NULL else {}
            texts = {part: self.text(found, f"{part} of team {key}") for part, found in parts.items()}
            teams[key] = Team(key, texts.get("name") or key, texts.get("contact"), texts.get("repo"))
        return teams

    def rules(self, node: Node | None, teams: Mapping[str, Team]) -> tuple[Rule, ...]:
        """The rules in which nothing is wrong, in the order of the file."""
        if node is None:
            return ()
        if not isinstance(node, SequenceNode):
            self.problem(node, "rules must be a list")
            return ()
        found = (self.rule(item, teams) for item in node.value)
        return tuple(rule for rule in found if rule is not None)

    def rule(self, node: Node, teams: Mapping[str, Team]) -> Rule | None:
        """One rule; None when anything in it is wrong, because half a rule would match too much."""
        before = len(self.problems)
        parts: dict[str, str] = {}
        known = (*EXACT_KEYS, *PATTERN_KEYS, "team")
        for word, key, value in self.pairs(node, _A_RULE):
            if word not in known:
                self.problem(key, _unknown("key of a rule", word, known))
            elif (text := self.text(value, f"{word} of a rule")) is not None:
                parts[word] = text
                self.check_word(value, word, text, teams)
        if isinstance(node, MappingNode) and "team" not in parts and len(self.problems) == before:
            self.problem(node, "a rule must name its team")
        if len(self.problems) > before:
            return None
        team = parts.pop("team")
        return Rule(node.start_mark.line + 1, parts, team)

    def patterns(self, node: Node | None) -> "tuple[Pattern, ...]":
        """What else must be redacted; a pattern that cannot be used is a problem at its own line."""
        if node is None:
            return ()
        from triage.redaction import compile_patterns

        if not isinstance(node, SequenceNode):
            self.problem(node, "redact must be a list of patterns, each with name and pattern")
            return ()
        found: list[tuple[str, str]] = []
        for item in node.value:
            parts = self.members(item, ("name", "pattern"), "a pattern of redact")
            name, pattern = (self.text(parts[key], f"{key} of redact") if key in parts else None for key in _PATTERN)
            if name is None or pattern is None:
                self.problem(item, "a pattern of redact needs name and pattern")
                continue
            _, problems = compile_patterns([*found, (name, pattern)])
            if problems:
                self.problem(item, problems[-1])
            else:
                found.append((name, pattern))
        return compile_patterns(found)[0]

    def limits(self, node: Node | None, *, most: bool) -> dict[str, Limit]:
        """Thresholds by metric; one that is no finite number is a problem."""
        found: dict[str, Limit] = {}
        what = "maximum" if most else "minimum"
        for metric, _, value in self.pairs(node, what) if node is not None else ():
            text = self.text(value, f"{what} of {metric}")
            limit = limit_of(text, most=most) if text is not None else None
            if limit is not None:
                found[metric] = limit
            elif text is not None:
                self.problem(value, f'{what} of {metric} must be a number, not "{text}"')
        return found

    def check_word(self, node: Node, key: str, text: str, teams: Mapping[str, Team]) -> None:
        """A problem when the value of this key is none of the words it may be."""
        vocabulary: dict[str, Collection[str]] = {
            "cause": self.causes,
            "stage": [stage.value for stage in Stage],
            "owner": [owner.value for owner in Owner],
            "team": teams,
        }
        if key in vocabulary and text not in vocabulary[key]:
            hint = " (not a key of teams)" if key == "team" else ""
            self.problem(node, _unknown(key, text, vocabulary[key]) + hint + "; the rule is left out")
