"""Teams, rules and the choice between them.  Pure: what was read from where is :mod:`triage.owners.load`'s business."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from triage.evidence import Limit
from triage.model import Owner, Stage, Unread

if TYPE_CHECKING:
    from triage.redaction import Pattern

PATTERN_KEYS = ("case", "scenario", "metric", "system")
EXACT_KEYS = ("cause", "stage", "owner")


class Team(NamedTuple):
    """A real team.  ``key`` is its key under ``teams`` in the file: a role, or any other name a rule points to."""

    key: str
    name: str
    contact: str | None = None
    repo: str | None = None


class Rule(NamedTuple):
    """One rule of the teams file; it matches when all its conditions hold, so without conditions always.

    ``case``, ``scenario``, ``metric`` and ``system`` are case-sensitive shell patterns (``*``, ``?``, ``[abc]``);
    ``cause``, ``stage`` and ``owner`` are exact.  A pattern never matches a value that is absent.
    """

    line: int
    conditions: Mapping[str, str]
    team: str

    def matches(self, facts: Mapping[str, str | None]) -> bool:
        """Whether every condition holds for these facts (the condition keys, with None for what is not known)."""
        return all(_holds(key, wanted, facts.get(key)) for key, wanted in self.conditions.items())

    @property
    def words(self) -> str:
        """``cause broken-id-join, case refund-*``; ``every row`` without conditions."""
        return ", ".join(f"{key} {wanted}" for key, wanted in self.conditions.items()) or "every row"


def _holds(key: str, wanted: str, value: str | None) -> bool:
    if value is None:
        return False
    return fnmatchcase(value, wanted) if key in PATTERN_KEYS else value == wanted


class Choice(NamedTuple):
    """Who is asked, and why.  ``owner`` is the suggested role; ``team`` is None where only the role is known.

    ``matched`` holds every matching rule in the order of the file: the last one won.
    """

    owner: Owner
    team: Team | None
    why: str
    matched: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Teams:
    """A teams file as read.  ``problems`` are entries that were left out, each with its place and reason.

    ``patterns`` are what else must be redacted, ``limits`` the thresholds of metrics that bring none.  ``digest`` is
    the SHA-256 of the file's bytes in lower-case hex, so that a text can name the very file it used.
    """

    name: str = ""
    teams: Mapping[str, Team] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    problems: tuple[Unread, ...] = ()
    digest: str = ""
    patterns: "tuple[Pattern, ...]" = ()
    limits: Mapping[str, Limit] = field(default_factory=dict)

    def choose(
        self,
        owner: Owner,
        *,
        cause: str,
        stage: Stage,
        case_id: str | None,
        scenario: str | None,
        metric: str,
        system: str | None,
    ) -> Choice:
        """The team for a row with this suggested owner: the last matching rule's, else the role's own."""
        facts = {"cause": cause, "stage": stage.value, "owner": owner.value, "case": case_id}
        facts |= {"scenario": scenario, "metric": metric, "system": system}
        matched = tuple(rule for rule in self.rules if rule.matches(facts))
        if matched:
            return Choice(owner, self.teams[matched[-1].team], self._why_rule(matched), matched)
        return Choice(owner, self.teams.get(owner.value), self._why_role(owner))

    def unmatched(self, choices: Iterable[Choice]) -> tuple[Rule, ...]:
        """Rules that matched none of these choices, which must come from this very object."""
        used = {id(rule) for choice in choices for rule in choice.matched}
        return tuple(rule for rule in self.rules if id(rule) not in used)

    def _why_rule(self, matched: tuple[Rule, ...]) -> str:
        winner, others = matched[-1], matched[:-1]
        why = f"{self.name}:{winner.line} ({winner.words}) -> {winner.team}"
        if not others:
            return f"{why}: the only matching rule"
        earlier = ", ".join(f"line {rule.line} ({rule.words}) -> {rule.team}" for rule in others)
        return f"{why}: the last of {len(matched)} matching rules wins; earlier: {earlier}"

    def _why_role(self, owner: Owner) -> str:
        if not self.name:
            return "no teams file: the role itself"
        unmatched = "no rule matches" if self.rules else "no rules"
        if owner.value in self.teams:
            return f"{unmatched}: team of the role {owner.value} in {self.name}"
        return f"{unmatched}, and {self.name} names no team for {owner.value}: the role itself"


NO_TEAMS = Teams()
