"""The labelled texts: what must be found there, and what must stay."""

import sys
from types import ModuleType

import pytest

from benchmarks.redaction import (
    HOSTILE,
    KINDS,
    Labelled,
    counts,
    detect_secrets,
    labelled,
    main,
    read,
    report,
    see,
    times,
)
from triage.redaction import Hit, Redactor

TEXTS = labelled()
SEEN = see(TEXTS, Redactor().hits)
BOUNDS = {
    "secret": (63, 66),
    "e-mail": (19, 19),
    "phone": (42, 43),
    "card": (16, 16),
    "account": (32, 33),
    "host": (33, 33),
}
ALARMS = {"host": 2}


def test_the_set_is_large_and_half_of_it_is_clean() -> None:
    assert len(TEXTS) >= 120
    assert 2 * sum(not one.marks for one in TEXTS) >= len(TEXTS) - 5
    assert {mark.kind for one in TEXTS for mark in one.marks} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_as_much_is_masked_as_was_measured(kind: str) -> None:
    masked, marks = BOUNDS[kind]
    found = counts(SEEN)[kind]
    assert found.marks == marks
    assert found.masked >= masked, [line for line in report(SEEN, "") if line.startswith(f"  {kind}")]


@pytest.mark.parametrize("kind", KINDS)
def test_no_more_false_alarms_than_were_measured(kind: str) -> None:
    found = counts(SEEN)[kind]
    assert found.alarms <= ALARMS.get(kind, 0), [line for line in report(SEEN, "") if line.startswith(f"  {kind}")]
    assert found.right + found.alarms == found.hits


@pytest.mark.parametrize("one", TEXTS, ids=lambda one: one.text[:30])
def test_every_mask_is_as_long_as_what_it_covers_and_stays(one: Labelled) -> None:
    masked = Redactor().mask(one.text)
    assert len(masked) == len(one.text)
    assert Redactor().hits(masked) == ()


def test_marks_are_read_in_code_points() -> None:
    assert read("🙂 ⟦e-mail|a@b.example⟧ sk-¦x ⟦card|4⟧", "g") == Labelled(
        "🙂 a@b.example sk-x 4", (Hit(2, 13, "e-mail"), Hit(19, 20, "card")), "g"
    )


def test_a_miss_a_false_alarm_and_another_kind_are_told_apart() -> None:
    texts = [read("⟦card|1234⟧ ⟦phone|5678⟧"), read("⟦host|abcd⟧"), read("nothing")]
    given = {texts[0].text: [Hit(0, 3, "card"), Hit(5, 9, "card")], texts[2].text: [Hit(0, 7, "host")]}
    seen = see(texts, lambda text: given.get(text, []))
    found = counts(seen)
    assert found["card"] == (1, 0, 2, 1, 0)
    assert found["phone"] == (1, 1, 0, 0, 0)
    assert found["host"] == (1, 0, 1, 0, 1)
    lines = list(report(seen, "one"))
    misses, alarms, others = (lines.index(title) for title in lines if title.endswith(("part:", "alarms:", "kind:")))
    assert lines[misses + 1 : alarms] == ["  card: '1234' in '1234 5678'", "  host: 'abcd' in 'abcd'"]
    assert lines[alarms + 1 : others] == ["  host: 'nothing' in 'nothing'"]
    assert lines[others + 1 :] == ["  card: '5678' in '1234 5678'"]


def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--no-times"]) == 0
    printed = capsys.readouterr().out
    assert f"{len(TEXTS)} texts" in printed
    assert "false alarms:\n  host: '1.4.2.7'" in printed


def test_times_are_printed_for_a_screen_a_text_and_every_hostile_text() -> None:
    lines = list(times(Redactor(), 2000))
    assert lines[0].strip().startswith("50 lines of 80: ") and lines[0].endswith(" ms")
    assert [line.split(": ")[0] for line in lines[2:]] == ["a large text", *(f"only {unit!r}" for unit in HOSTILE)]


def test_the_other_detectors_hits_stand_where_their_words_do(monkeypatch: pytest.MonkeyPatch) -> None:
    class Detector:
        def analyze_string(self, line: str) -> set[str]:
            return {word for word in line.split() if word.startswith("key")}

    module = ModuleType("detect_secrets.core.plugins.util")
    module.get_mapping_from_secret_type_to_class = lambda: {"one": Detector, "other": Detector}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "detect_secrets.core.plugins.util", module)
    assert detect_secrets("a key1\n key2 \n") == [Hit(2, 6, "secret"), Hit(8, 12, "secret")]
