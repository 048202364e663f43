"""Ids that look like something to be redacted: they stay in the words that the next team reads."""

import json
from pathlib import Path

import pytest

from tests.handoff.runs import case_of, write_run
from triage.cover.ids import as_shown, spared
from triage.examine import examine
from triage.handoff.plan import Plan, plan
from triage.handoff.reread import difference
from triage.redaction import Redactor

TEAMS = 'redact: [{name: order, pattern: "ORD-[0-9]{8}"}]'
LIKE_SECRETS = (
    "ORD-12345678",
    "jo@example.com",
    "+49 30 12345678",
    "192.168.1.10",
    "kb.corp.internal",
    "token=abcdef12",
)


def made(folder: Path, name: str, **more: object) -> Plan:
    """A row whose missing claim has this id, and whose document below the cutoff has it too."""
    records = case_of(name)
    text = json.dumps(records).replace('"window"', json.dumps(name)).replace("missing=window", f"missing={name}")
    records = json.loads(text.replace('"d-win"', json.dumps(name)))
    records["cases"][0]["question"] = f"Is {name} late? Ask ORD-12349999 or jo@example.org."
    records["rows"][0] |= more
    run = write_run(folder / "run", **records)
    (run / "triage.yaml").write_text(TEAMS)
    return plan(examine([run]), [0], with_text=True)


@pytest.mark.parametrize("name", LIKE_SECRETS)
def test_an_id_that_looks_like_a_secret_is_named_in_the_text(tmp_path: Path, name: str) -> None:
    handoff = made(tmp_path, name)
    title, *lines = handoff.text.splitlines()
    assert title == f"RAG gate: `{name}` failed"
    assert f"missing={name}" in handoff.text
    assert any(line.startswith(f"- `{name}`: `below-cutoff`;") for line in lines)
    assert f"labelled `{name}` (rank 3 of k=2)" in " ".join(handoff.text.split())
    assert "***" not in handoff.text
    assert "[redacted" not in handoff.text


@pytest.mark.parametrize("name", LIKE_SECRETS)
def test_its_frozen_reason_still_names_what_its_lists_name(tmp_path: Path, name: str) -> None:
    handoff = made(tmp_path, name)
    assert handoff.notes == ()
    assert json.loads(handoff.files["inputs/rows.jsonl"].splitlines()[0])["reason"].endswith(f"missing={name}")


def test_the_same_letters_in_a_question_and_other_secrets_stay_covered(tmp_path: Path) -> None:
    handoff = made(tmp_path, "ORD-12345678", error="asked for ORD-12345678, not ORD-12349999, with Bearer qZ81mmPPw0aa")
    frozen = b"".join(handoff.files.values()).decode()
    assert "ORD-12349999" not in frozen
    assert "jo@example.org" not in frozen
    assert "qZ81mmPPw0aa" not in frozen
    assert "Is ORD-12345678" not in frozen
    assert "asked for ORD-12345678, not [redacted**], with Bearer [redacted**]" in frozen


def test_a_mask_that_is_more_than_the_id_stays() -> None:
    ids = as_shown(["example.com", "fee", ""])
    text = "jo@example.com pays the fee"
    assert spared(text, Redactor().mask(text), ids) == "[redacted****] pays the fee"
    assert spared("fee fee", "*** f**", ids) == "fee fee"
    assert spared("coffee", "******", ids) == "******"


def test_a_long_id_is_known_as_it_is_shown() -> None:
    ids = as_shown(["x" * 50 + "\n" + "y" * 50])
    assert "x" * 39 + "\u2026" + "y" * 40 in ids
    assert "x" * 50 + "\\x0a" + "y" * 50 in ids


def test_what_is_handed_over_reads_the_same_to_the_next_team(tmp_path: Path) -> None:
    handoff = made(tmp_path, "kb.corp.internal")
    for name, content in handoff.files.items():
        path = tmp_path / "there" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    here, there = examine([tmp_path / "run"]), examine([tmp_path / "there"])
    assert difference(here.diagnosis(0), there.diagnosis(0)) is None
