"""Reports leave the machine: in every format the same secrets are masked, and ids and numbers stay."""

import json
from pathlib import Path

import pytest

from tests.bundles import row, write_bundle
from triage.cli import main

KEY, MAIL, PASSWORD, TOKEN = (
    "sk-FAKE00000000000000000000",
    "jo@example.invalid",
    "hunter2-plain",
    "FAKE-bearer-000111222",
)
SECRETS = (KEY, MAIL, PASSWORD, TOKEN)
FORMATS = ("text", "json", "markdown", "junit", "github")


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    settings = {
        "judge": {"model": "m-1", "api_key": KEY, "password": PASSWORD},
        "gateway": f"https://u:{PASSWORD}@host.invalid/v1",
    }
    rows = [
        row("token-count-9", None, error=f"HTTP 401; Authorization: Bearer {TOKEN}"),
        row("case-1", 0.5, status="fail", reason=f"asked by {MAIL}"),
        row("kb.corp.internal", 0.25, required_claim_ids=["a", "b"], supported_claim_ids=["a"]),
    ]
    write_bundle(
        tmp_path / "green",
        {"rows": [row("case-1", 0.9), row("x", 0.9)]},
        {"run_id": "g", "date": "2026-11-29", "judge": {"model": "m-1", "api_key": KEY[:-1] + "1"}},
    )
    (tmp_path / "red").mkdir()
    write_bundle(tmp_path / "red", {"rows": rows}, {"run_id": "r", "date": "2026-11-30", **settings})
    (tmp_path / "red" / "broken.jsonl").write_text(f'{{"case_id": "{MAIL}', encoding="utf-8")
    return tmp_path


def said(night: Path, capfdbinary: pytest.CaptureFixture[bytes], *options: str) -> str:
    main(["report", str(night / "red"), "--baseline", str(night / "green"), *options])
    out, err = capfdbinary.readouterr()
    return (out + err).decode()


@pytest.mark.parametrize("form", FORMATS)
def test_no_secret_is_in_any_format(night: Path, capfdbinary: pytest.CaptureFixture[bytes], form: str) -> None:
    text = said(night, capfdbinary, "--format", form)
    assert [one for one in SECRETS if one in text] == []
    assert "token-count-9" in text and "kb.corp.internal" in text and "case-1" in text and "401" in text


def test_the_step_summary_is_covered_too(
    night: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = night / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    said(night, capfdbinary, "--format", "github")
    text = summary.read_text(encoding="utf-8")
    assert "token-count-9" in text and [one for one in SECRETS if one in text] == []


def test_the_person_may_see_everything_alone(night: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    text = said(night, capfdbinary, "--unredacted")
    assert TOKEN in text and "nothing is redacted" in text
    assert main(["report", str(night / "red"), "--unredacted", "--format", "github"]) == 3
    assert b"always redacted" in capfdbinary.readouterr().err


def test_plain_text_is_covered(night: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    main([str(night / "red"), "--plain"])
    text = capfdbinary.readouterr().out.decode()
    assert "token-count-9" in text and [one for one in SECRETS if one in text] == []


def test_what_needs_no_cover_is_the_same(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    artifacts = str(Path(__file__).resolve().parents[2] / "artifacts")
    main(["report", artifacts, "--format", "json"])
    covered = json.loads(capfdbinary.readouterr().out)
    main(["report", artifacts, "--format", "json", "--unredacted"])
    assert json.loads(capfdbinary.readouterr().out) == covered
