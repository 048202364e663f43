"""The policy file and its override: what is taken, and in which plain words the rest is refused."""

from pathlib import Path

import pytest

from triage.gate.policy import GateRefused, load_policy

GOOD = 'version: "7"\nminimum: {evidence_coverage: 0.8}\n'


def policy_file(folder: Path, text: str) -> Path:
    path = folder / "policy.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_version_and_minimums_are_read(tmp_path: Path) -> None:
    policy = load_policy(policy_file(tmp_path, "version: 1.10\nminimum: {evidence_coverage: 0.8, other: 3}\n"), {})
    assert policy.version == "1.10"
    assert policy.minimum == {"evidence_coverage": 0.8, "other": 3.0}
    assert not policy.report_only


def test_report_only_is_read(tmp_path: Path) -> None:
    assert load_policy(policy_file(tmp_path, GOOD + "mode: report-only\n"), {}).report_only


@pytest.mark.parametrize(("written", "minimum"), [("0", 0.0), ("1", 1.0), (" 0.25 ", 0.25), ("5e-1", 0.5)])
def test_the_environment_overrides_the_minimum(tmp_path: Path, written: str, minimum: float) -> None:
    policy = load_policy(policy_file(tmp_path, GOOD), {"MIN_EVIDENCE_COVERAGE": written})
    assert policy.minimum["evidence_coverage"] == minimum


def test_the_environment_suffices_where_the_policy_names_no_minimum(tmp_path: Path) -> None:
    policy = load_policy(policy_file(tmp_path, "version: 7\n"), {"MIN_EVIDENCE_COVERAGE": "0.5"})
    assert policy.minimum == {"evidence_coverage": 0.5}


@pytest.mark.parametrize("written", ["nan", "inf", "-inf", "1.01", "-0.1", "", "high", "0_1", "80%", "0,8"])
def test_an_override_that_is_no_number_from_0_to_1_is_refused(tmp_path: Path, written: str) -> None:
    with pytest.raises(GateRefused, match=r"MIN_EVIDENCE_COVERAGE is .* a number from 0 to 1"):
        load_policy(policy_file(tmp_path, GOOD), {"MIN_EVIDENCE_COVERAGE": written})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("version: 7\n", "no minimum for evidence_coverage"),
        ("version: 7\nminimum: {evidence_covrage: 0.8}\n", "did you mean evidence_coverage?"),
        ("minimum: {evidence_coverage: 0.8}\n", "the policy has no version"),
        ("version: ~\nminimum: {evidence_coverage: 0.8}\n", "the policy has no version"),
        ("version: 7\nminimum: {evidence_coverage: .nan}\n", ":2: the minimum of evidence_coverage must be a finite"),
        ("version: 7\nminimum: {evidence_coverage: .inf}\n", ":2: the minimum of evidence_coverage must be a finite"),
        ("version: 7\nminimum: {evidence_coverage: true}\n", ":2: the minimum of evidence_coverage must be a finite"),
        ('version: 7\nminimum: {evidence_coverage: "0.8"}\n', ":2: the minimum of evidence_coverage must be a finite"),
        ("version: 7\nminimum: {evidence_coverage: [0.8]}\n", ":2: the minimum of evidence_coverage must be a finite"),
        ("version: 7\nminimum: {evidence_coverage: 80}\n", ":2: the minimum of evidence_coverage is 80; it must be"),
        ("version: 7\nminimum: {evidence_coverage: 0.1, evidence_coverage: 0.9}\n", "given twice, lines 2 and 2"),
        ("version: 7\nversion: 8\nminimum: {evidence_coverage: 0.1}\n", "`version` is given twice, lines 1 and 2"),
        (GOOD + "mode: report_only\n", ":3: `mode` can only be report-only"),
        (GOOD + "minimums: {}\n", ":3: unknown key `minimums` in the policy, did you mean minimum?"),
        ("version: 7\nminimum: 0.8\n", ":2: `minimum` must be a mapping"),
        ("version: [7\n", "the policy is not YAML"),
        ("- 1\n", "must be a mapping with version and minimum"),
        ("", "must be a mapping with version and minimum"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(GateRefused) as refused:
        load_policy(policy_file(tmp_path, text), {})
    assert words in str(refused.value)
    assert "policy.yaml" in str(refused.value) and "\n" not in str(refused.value)


def test_a_policy_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GateRefused, match=r"gone\.yaml: the policy cannot be read: No such file or directory"):
        load_policy(tmp_path / "gone.yaml", {})


def test_a_policy_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_bytes(b"version: \xff\xfe\xfa\n")
    with pytest.raises(GateRefused, match="policy"):
        load_policy(path, {})


def test_a_binary_policy_is_refused_before_it_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_bytes(b"#" * ((1 << 20) + 1))
    with pytest.raises(GateRefused, match="larger than 1 MiB"):
        load_policy(path, {})
