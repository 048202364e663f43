"""Which team is chosen for a row, and what is said about the choice."""

from pathlib import Path
from typing import Any

import pytest

from triage.model import Owner, Stage
from triage.owners import NO_TEAMS, Choice, Teams, load_teams

CAUSES = ("retrieval-miss", "broken-id-join", "below-cutoff")
FILE = b"""\
teams:
  retrieval: {name: Lookup crew, contact: "#lookup"}
  billing: {name: Billing lookup, contact: "#billing-lookup", repo: acme/billing}
  joins: {name: Join keepers}
rules:
  - {case: "invoice-*", team: retrieval}
  - {cause: broken-id-join, team: joins}
  - case: "in*"
    stage: retrieval
    team: billing
"""


def choose(teams: Teams, owner: Owner = Owner.RETRIEVAL, **changes: Any) -> Choice:
    facts: dict[str, Any] = {"cause": "retrieval-miss", "stage": Stage.RETRIEVAL, "case_id": "invoice-7"}
    facts |= {"scenario": "billing", "metric": "evidence_coverage", "system": None}
    return teams.choose(owner, **(facts | changes))


def read(content: bytes) -> Teams:
    return load_teams(content, "triage.yaml", CAUSES)


def rules(*lines: str) -> Teams:
    team = "teams:\n  a: {name: A}\n  b: {name: B}\nrules:\n"
    teams = read((team + "".join(f"  - {line}\n" for line in lines)).encode())
    assert teams.problems == ()
    return teams


def test_the_last_matching_rule_wins_and_every_matching_rule_is_named_with_its_line() -> None:
    choice = choose(read(FILE))
    assert choice.team is not None
    assert choice.team.name == "Billing lookup"
    assert [rule.line for rule in choice.matched] == [6, 8]
    assert choice.why == (
        "triage.yaml:8 (case in*, stage retrieval) -> billing: the last of 2 matching rules wins; "
        "earlier: line 6 (case invoice-*) -> retrieval"
    )


def test_order_decides_and_not_the_length_of_a_pattern() -> None:
    long_last = rules('{case: "in*", team: b}', '{case: "invoice-7", team: a}')
    long_first = rules('{case: "invoice-7", team: a}', '{case: "in*", team: b}')
    assert [choose(teams).team.key for teams in (long_last, long_first)] == ["a", "b"]  # type: ignore[union-attr]


def test_a_single_matching_rule_says_that_it_was_alone() -> None:
    assert choose(rules("{stage: retrieval, team: a}")).why == (
        "triage.yaml:5 (stage retrieval) -> a: the only matching rule"
    )


def test_all_keys_of_a_rule_must_hold() -> None:
    teams = rules('{case: "invoice-*", cause: below-cutoff, team: a}')
    assert choose(teams).matched == ()
    assert choose(teams, cause="below-cutoff").team == teams.teams["a"]


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ('{case: "invoice-?", team: a}', {"case_id": "invoice-10"}),
        ('{case: "invoice-*", team: a}', {"case_id": "Invoice-7"}),
        ('{scenario: "bill*", team: a}', {"scenario": "refunds"}),
        ('{metric: "evidence_*", team: a}', {"metric": "pairwise_agreement"}),
        ('{system: "*", team: a}', {"system": None}),
        ('{case: "*", team: a}', {"case_id": None}),
        ("{stage: retrieval, team: a}", {"stage": Stage.ATTRIBUTION}),
        ("{cause: below-cutoff, team: a}", {"cause": "retrieval-miss"}),
        ("{owner: retrieval, team: a}", {"owner": Owner.CORPUS}),
    ],
)
def test_a_condition_that_does_not_hold_keeps_the_rule_out(rule: str, changes: dict[str, Any]) -> None:
    assert choose(rules(rule), **changes).matched == ()


@pytest.mark.parametrize(
    "rule",
    [
        '{case: "invoice-?", team: a}',
        '{scenario: "b[aeiou]lling", team: a}',
        '{metric: "evidence_*", team: a}',
        '{system: "cand*", team: a}',
        "{stage: retrieval, cause: retrieval-miss, owner: retrieval, team: a}",
        "{team: a}",
    ],
)
def test_a_rule_whose_conditions_hold_matches(rule: str) -> None:
    teams = rules(rule)
    assert choose(teams, scenario="billing" if "aeiou" not in rule else "balling", system="candidate").matched == (
        teams.rules[0],
    )


def test_ids_that_look_like_numbers_or_dates_are_matched_as_written() -> None:
    teams = rules("{case: 0010, team: a}", "{case: 2024-01-05, team: b}")
    assert [rule.conditions["case"] for rule in teams.rules] == ["0010", "2024-01-05"]
    assert choose(teams, case_id="0010").team == teams.teams["a"]
    assert choose(teams, case_id="8").matched == ()


def test_without_a_matching_rule_the_team_of_the_role_is_asked() -> None:
    choice = choose(read(FILE), case_id="parcel-1")
    assert choice.team is not None
    assert (choice.team.name, choice.matched) == ("Lookup crew", ())
    assert choice.why == "no rule matches: team of the role retrieval in triage.yaml"


def test_a_role_without_a_team_stays_a_role_and_nobody_is_invented() -> None:
    choice = choose(read(FILE), owner=Owner.CORPUS, case_id="parcel-1")
    assert (choice.owner, choice.team) == (Owner.CORPUS, None)
    assert choice.why == "no rule matches, and triage.yaml names no team for corpus: the role itself"


def test_without_a_teams_file_the_role_itself_is_asked() -> None:
    assert choose(NO_TEAMS) == Choice(Owner.RETRIEVAL, None, "no teams file: the role itself")


def test_rules_that_never_matched_are_reported() -> None:
    teams = read(FILE)
    assert [rule.line for rule in teams.unmatched([choose(teams)])] == [7]
    assert teams.unmatched([choose(teams), choose(teams, cause="broken-id-join")]) == ()


def test_two_equal_rules_on_one_line_are_told_apart() -> None:
    teams = read(b"teams: {a: {name: A}}\nrules: [{case: x, team: a}, {case: y, team: a}]\n")
    assert [rule.conditions for rule in teams.unmatched([choose(teams, case_id="x")])] == [{"case": "y"}]


def test_shared_cases_give_their_right_values() -> None:
    files = Path(__file__).resolve().parents[2] / "../shared/cases/files"
    if not files.exists():
        pytest.skip("no shared cases beside this checkout")
    by_rule = load_teams((files / "C68-last-rule.yaml").read_bytes(), "triage.yaml", CAUSES)
    chosen = choose(by_rule, case_id="refund-7")
    assert chosen.team is not None
    assert (chosen.team.key, len(chosen.matched)) == ("payments-search", 2)
    stale = load_teams((files / "C70-stale-team.yaml").read_bytes(), "triage.yaml", CAUSES)
    assert 'unknown team "legacy"' in stale.problems[0].problem
    fallback = choose(stale, case_id="refund-7").team
    assert fallback is not None
    assert fallback.key == "retrieval"
