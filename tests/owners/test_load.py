"""What a teams file may hold, and what is said about everything else in it."""

import hashlib
from pathlib import Path

import pytest

from triage.owners import Team, find_teams, load_teams

CAUSES = ("retrieval-miss", "broken-id-join", "below-cutoff")


def problems(content: bytes) -> list[tuple[int, str]]:
    return [(unread.line, unread.problem) for unread in load_teams(content, "t.yaml", CAUSES).problems]


def test_teams_are_read_with_contact_and_repo_and_a_nameless_team_is_called_by_its_key() -> None:
    teams = load_teams(
        b'teams:\n  corpus: {name: Docs, contact: "#docs", repo: acme/docs}\n  night:\n', "t.yaml", CAUSES
    )
    assert teams.teams == {"corpus": Team("corpus", "Docs", "#docs", "acme/docs"), "night": Team("night", "night")}
    assert teams.problems == ()


def test_the_file_is_named_with_the_digest_of_its_bytes() -> None:
    content = b"teams: {}\n"
    teams = load_teams(content, "t.yaml", CAUSES)
    assert (teams.name, teams.digest) == ("t.yaml", hashlib.sha256(content).hexdigest())


@pytest.mark.parametrize("content", [b"", b"# nothing yet\n", b"teams:\nrules:\n", b"{}"])
def test_an_empty_file_is_no_problem(content: bytes) -> None:
    teams = load_teams(content, "t.yaml", CAUSES)
    assert (teams.teams, teams.rules, teams.problems) == ({}, (), ())


HEAD = b"teams:\n  a: {name: A}\n  b: {name: B}\nrules:\n  - {team: b}\n"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (b"{cuase: retrieval-miss, team: a}", 'unknown key of a rule "cuase", did you mean cause?'),
        (b"{cause: retrival-miss, team: a}", 'unknown cause "retrival-miss", did you mean retrieval-miss?'),
        (b"{stage: retreival, team: a}", 'unknown stage "retreival", did you mean retrieval?'),
        (b"{owner: platfrom, team: a}", 'unknown owner "platfrom", did you mean platform?'),
        (b"{case: x, team: legacy}", 'unknown team "legacy", known: a, b (not a key of teams)'),
        (b"{case: x}", "a rule must name its team"),
        (b"{case: [x, y], team: a}", "case of a rule must be one word or text"),
        (b"{case: , team: a}", "case of a rule must be one word or text"),
        (b"{case: '  ', team: a}", "case of a rule must be one word or text"),
        (b"{case: x, case: y, team: a}", '"case" is given twice in a rule, lines 6 and 6'),
        (b"{? [x] : y, team: a}", "a key of a rule must be a word"),
        (b"just words", "a rule must be a mapping of keys to values"),
    ],
)
def test_a_rule_with_anything_wrong_is_left_out_and_named_with_its_line(rule: bytes, words: str) -> None:
    teams = load_teams(HEAD + b"  - " + rule + b"\n", "t.yaml", CAUSES)
    assert [kept.line for kept in teams.rules] == [5]
    assert [unread.line for unread in teams.problems] == [6]
    assert words in teams.problems[0].problem


def test_one_bad_rule_costs_no_other() -> None:
    teams = load_teams(HEAD + b"  - {bad: 1, team: a}\n  - {case: z, team: a}\n", "t.yaml", CAUSES)
    assert [rule.line for rule in teams.rules] == [5, 7]


def test_a_rule_may_speak_of_rows_whose_cause_is_undetermined() -> None:
    assert problems(HEAD + b"  - {cause: undetermined, team: a}\n") == []


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"team: {}\n", 1, 'unknown key of the teams file "team", did you mean teams?'),
        (b"teams: {}\nteams: {}\n", 2, '"teams" is given twice in the teams file, lines 1 and 2: the first one counts'),
        (b"teams:\n  a: {name: A, contcat: x}\n", 2, 'unknown key of team a "contcat", did you mean contact?'),
        (b"teams:\n  a: {name: [A]}\n", 2, "name of team a must be one word or text"),
        (b"teams: [a]\n", 1, "teams must be a mapping of keys to values"),
        (b"rules: {case: x}\n", 1, "rules must be a list"),
        (b"- a\n", 1, "the teams file must be a mapping of keys to values"),
        (b"teams: {a: {name: A}\nrules: [", 2, "not YAML"),
        (b"teams: {}\n---\nrules: []\n", 2, "not YAML"),
        (b"teams: *nobody\n", 1, "not YAML"),
        (b"\xff\xfe\xff", 0, "not YAML text in UTF-8"),
        (b"teams: " + b"[" * 5000, 1, "not YAML"),
    ],
)
def test_a_file_that_is_not_as_expected_says_where_and_why(content: bytes, line: int, words: str) -> None:
    found = problems(content)
    assert [at for at, _ in found] == [line]
    assert words in found[0][1]


def test_an_alias_that_contains_itself_ends() -> None:
    assert "team a" in problems(b"teams: {a: &x {name: *x}}\n")[0][1]


def test_the_file_is_looked_up_from_the_folder_upward_nearest_first(tmp_path: Path) -> None:
    deep = tmp_path / "one" / "two"
    deep.mkdir(parents=True)
    (tmp_path / "triage.yaml").write_bytes(b"")
    assert find_teams(deep) == tmp_path / "triage.yaml"
    (tmp_path / "one" / "triage.yaml").write_bytes(b"")
    assert find_teams(deep) == tmp_path / "one" / "triage.yaml"
    (deep / "triage.yaml").mkdir()
    assert find_teams(deep) == tmp_path / "one" / "triage.yaml"
