"""Between an adapter and the index: recognition, outcomes, limits, places, faults, adapters of other packages."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bundles import row as native_row
from tests.bundles import write_bundle
from triage.adapters import known
from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form
from triage.adapters.native import Found, Lost, Native, Result, Said, Spot, retrieval, row
from triage.doctor import tool_lines
from triage.evidence import Limit, open_bundle, tools_of
from triage.examine import examine
from triage.model import InvalidKind, Outcome
from triage.views import metric
from triage.views.entry import text_of

TOOL = "Scales"


def reads(files: Files) -> Iterator[Found]:
    for item in files.file.items:
        value = item.value
        if value.get("broken"):
            yield Lost("this weighing is torn", item.spot)
            continue
        told = Result(value["name"], value.get("metric", "weight"), value.get("score"), **value.get("more", {}))
        yield row(TOOL, told, value, item.spot)
    yield Said("weighed in grams")
    for other in files.others:
        if b"weights-of" in other.head:
            files.joined.add(other.name)
            yield retrieval(TOOL, "a", [{"text": "one"}, {"doc_id": "d2"}], spot=Spot(1, file=other.name))


SCALES = Adapter("scales", TOOL, "weighings", "a list with `scale`", lambda file: "scale" in file.first, reads)


@pytest.fixture(autouse=True)
def only_scales(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "ADAPTERS", (SCALES,))
    known.installed.cache_clear()


def written(tmp_path: Path, *records: dict[str, object]) -> Path:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps([{"scale": 1, **one} for one in records]), encoding="utf-8")
    return path


def outcomes(tmp_path: Path, *records: dict[str, object], **limits: Limit) -> list[Outcome]:
    bundle = examine([written(tmp_path, *records)], limits=limits).bundle
    assert [bundle.row(number).outcome for number in range(len(bundle.rows))] == [
        bundle.rows.outcome(number) for number in range(len(bundle.rows))
    ]
    return [bundle.rows.outcome(number) for number in range(len(bundle.rows))]


def test_the_tools_own_verdict_stands_whatever_the_score(tmp_path: Path) -> None:
    found = outcomes(
        tmp_path,
        {"name": "a", "score": 0.1, "more": {"status": "pass", "minimum": 0.5}},
        {"name": "b", "score": 0.9, "more": {"status": "fail", "minimum": 0.5}},
        {"name": "c", "more": {"status": "fail"}},
        weight=Limit(0.95),
    )
    assert found == [Outcome.PASSED, Outcome.FAILED, Outcome.FAILED]


def test_error_not_scored_and_not_judged_are_three_things(tmp_path: Path) -> None:
    bundle = open_bundle(
        [
            written(
                tmp_path,
                {"name": "a", "score": 0.9, "more": {"error": "scale on fire", "status": "pass"}},
                {"name": "b", "score": float("nan")},
                {"name": "c", "score": 0.9},
                {"name": "d", "score": "heavy"},
            )
        ]
    )
    rows = [bundle.row(number) for number in range(4)]
    assert [one.outcome for one in rows] == [Outcome.INVALID, Outcome.INVALID, Outcome.NOT_JUDGED, Outcome.NOT_JUDGED]
    assert [one.invalid_kind for one in rows[:2]] == [InvalidKind.ERROR, InvalidKind.NOT_SCORED]
    assert rows[0].error == "scale on fire" and "heavy" in rows[3].notes[0]


@pytest.mark.parametrize(
    ("score", "limit", "passes"),
    [
        (0.4499999881, Limit(0.45), True),
        (0.449998, Limit(0.45), False),
        (0.1, Limit(0.1000001, most=False), True),
        (0.3, Limit(0.2, most=True), False),
        (0.2000001, Limit(0.2, most=True), True),
    ],
)
def test_our_own_limit_with_tolerance_and_direction(tmp_path: Path, score: float, limit: Limit, passes: bool) -> None:
    assert outcomes(tmp_path, {"name": "a", "score": score}, weight=limit) == [
        Outcome.PASSED if passes else Outcome.FAILED
    ]


def test_a_metric_that_is_better_low_fails_above(tmp_path: Path) -> None:
    low = {"more": {"lower_is_better": True}}
    found = outcomes(
        tmp_path, {"name": "a", "score": 0.3, **low}, {"name": "b", "score": 0.1, **low}, weight=Limit(0.2)
    )
    assert found == [Outcome.FAILED, Outcome.PASSED]


def test_a_family_shares_its_limit(tmp_path: Path) -> None:
    record = {"name": "a", "metric": "weight(mode=dry)", "score": 0.3}
    assert outcomes(tmp_path, record, weight=Limit(0.5)) == [Outcome.FAILED]
    exact = {"weight": Limit(0.5), "weight(mode=dry)": Limit(0.2)}
    assert outcomes(tmp_path, record, **exact) == [Outcome.PASSED]


def test_limits_may_stand_in_the_teams_file(tmp_path: Path) -> None:
    written(tmp_path, {"name": "a", "score": 0.3})
    (tmp_path / "triage.yaml").write_text("minimum: {weight: 0.5, tone: high}\n", encoding="utf-8")
    examination = examine([tmp_path])
    assert examination.bundle.rows.outcome(0) is Outcome.FAILED
    assert [one.problem for one in examination.teams.problems] == ['minimum of tone must be a number, not "high"']
    (tmp_path / "triage.yaml").write_text("maximum: {weight: 0.5}\n", encoding="utf-8")
    assert examine([tmp_path]).bundle.rows.outcome(0) is Outcome.PASSED


def test_places_broken_parts_and_notes(tmp_path: Path) -> None:
    bundle = open_bundle([written(tmp_path, {"name": "a", "score": 1}, {"broken": 1}, {"name": "c", "score": 1})])
    assert [str(bundle.row(number).source) for number in range(2)] == ["weights.json#/0", "weights.json#/2"]
    assert [(one.path, one.problem) for one in bundle.unread] == [("weights.json#/1", "this weighing is torn")]
    assert {note.text for note in bundle.notes} == {"recognised as Scales: weighings", "weighed in grams"}
    assert tools_of(bundle) == {"scales": ["weights.json"]}
    assert bundle.row(0).raw["original"] == {"scale": 1, "name": "a", "score": 1} and bundle.row(0).tool == TOOL


def test_a_joined_file_is_not_read_by_itself(tmp_path: Path) -> None:
    written(tmp_path, {"name": "a", "score": 1})
    (tmp_path / "depot.json").write_text('{"weights-of": ["a"]}', encoding="utf-8")
    bundle = open_bundle([tmp_path])
    assert bundle.unread == []
    retrieved = bundle.evidence(0).retrieval
    assert retrieved is not None and str(retrieved.source) == "depot.json:1"
    assert [(chunk.rank, chunk.doc_id, chunk.text) for chunk in retrieved.retrieved or ()] == [
        (1, None, "one"),
        (2, "d2", None),
    ]
    assert "read together with weights.json" in {note.text for note in bundle.notes}


def test_an_adapter_that_fails_costs_its_file_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def falls(files: Files) -> Iterator[Found]:
        yield Native({"case_id": "a", "score": 0.1, "minimum": 0.5})
        raise KeyError("gone\x1b")

    monkeypatch.setattr(known, "ADAPTERS", (Adapter("s", TOOL, "w", "x", lambda file: "scale" in file.first, falls),))
    written(tmp_path, {"name": "a"})
    write_bundle(tmp_path, {"rows": [native_row("own", 0.9)]})
    bundle = open_bundle([tmp_path])
    assert len(bundle.rows) == 2 and "please report it: KeyError" in bundle.unread[0].problem
    assert "\x1b" not in bundle.unread[0].problem


def test_native_files_are_never_shown_to_adapters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = Adapter("s", TOOL, "w", "x", lambda file: True, reads)
    monkeypatch.setattr(known, "ADAPTERS", (greedy,))
    write_bundle(tmp_path, {"rows": [native_row("a", 0.9)], "cases": [{"case_id": "a", "claims": {}}]}, {"run_id": "r"})
    bundle = open_bundle([tmp_path])
    assert tools_of(bundle) == {} and len(bundle.rows) == 1 and bundle.manifest.run_id == "r"


def test_the_doctor_says_how_the_tool_keeps_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = Adapter("scales", TOOL, "w", "x", SCALES.recognises, reads, keep="weigh twice")
    other = Adapter("other", "Other", "w", "x", lambda file: False, reads, keep="never")
    monkeypatch.setattr(known, "ADAPTERS", (keeping, other))
    bundle = open_bundle([written(tmp_path, {"name": "a", "score": 1})])
    assert ["".join(text for text, _ in line) for line in tool_lines(tools_of(bundle))] == ["Scales: weigh twice"]


def test_a_file_that_nothing_reads_says_what_was_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("sku,price\n1,2\n", encoding="utf-8")
    (unread,) = open_bundle([path]).unread
    assert unread.problem == (
        "no format recognised: it is a table (CSV or TSV); looked for triage's own records and Scales"
    )


@pytest.mark.parametrize(("content", "form"), [(b"hello\nworld\n", "plain text"), (b"\x7fELF\x00\xd0", "binary data")])
def test_a_file_that_is_no_evidence_is_not_taken_for_a_broken_one(tmp_path: Path, content: bytes, form: str) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    (unread,) = open_bundle([path]).unread
    assert unread.problem.startswith(f"no format recognised: it is {form}; looked for ")
    named = tmp_path / "rows.jsonl"
    named.write_bytes(b"xx\n" + json.dumps(native_row("a", 0.9)).encode())
    assert len(open_bundle([named]).rows) == 1
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "NOTES").write_bytes(content)
    write_bundle(tmp_path / "run", {"rows": [native_row("a", 0.9)]})
    assert open_bundle([tmp_path / "run"]).unread == []


def test_adapters_of_other_packages_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        def __init__(self, name: str, value: object) -> None:
            self.name, self.value = name, value

        def load(self) -> object:
            if isinstance(self.value, Exception):
                raise self.value
            return self.value

    points = [Point("scales", SCALES), Point("odd", 3), Point("gone", ImportError("no module named gone"))]
    monkeypatch.setattr(known, "ADAPTERS", ())
    monkeypatch.setattr(known, "entry_points", lambda group: points if group == "triage.adapters" else [])
    known.installed.cache_clear()
    bundle = open_bundle([written(tmp_path, {"name": "a", "score": 1})])
    assert tools_of(bundle) == {"scales": ["weights.json"]}
    assert known.installed()[1] == (
        "the adapter gone could not be loaded: ImportError: no module named gone",
        "the adapter odd is no triage.adapters.Adapter",
    )
    known.installed.cache_clear()


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        ("x", b'{"a": 1}', Form.JSON),
        ("x", b'{"a": 1}\n{"a": 2}\n', Form.LINES),
        ("x", b'{\n"a": 1}', Form.JSON),
        ("x", b"\xef\xbb\xbf[1]", Form.JSON),
        ("x.csv", b"{a,b\n1,2", Form.TABLE),
        ("x.yaml", b"a: 1", Form.YAML),
        ("x", b"PK\x03\x04..", Form.ZIP),
        ("x", b"SQLite format 3\x00", Form.SQLITE),
        ("x", b"PAR1", Form.PARQUET),
        ("x", b" <xml>", Form.XML),
        ("x", b"1 Q0 d 1", Form.TEXT),
        ("x", b" \n", Form.EMPTY),
    ],
)
def test_the_form_is_told_by_the_content(name: str, content: bytes, form: Form) -> None:
    assert ForeignFile(name, content, len(content), lambda: content).form is form


@pytest.mark.parametrize(
    ("record", "limits", "words"),
    [
        ({"score": 0.3}, {"weight": Limit(0.5)}, "minimum 0.5, given by --minimum, --maximum or triage.yaml"),
        ({"score": 0.3}, {"weight": Limit(0.5, most=True)}, "or triage.yaml (lower is better)"),
        ({"score": 0.3, "more": {"minimum": 0.5, "status": "fail"}}, {}, "minimum 0.5, in the row"),
        ({"score": 0.3, "more": {"status": "pass"}}, {}, "none written: the verdict is Scales's"),
        ({"score": 0.3}, {}, "none anywhere: nothing to judge against"),
    ],
)
def test_the_metric_stage_says_whose_minimum_it_is(
    tmp_path: Path, record: dict[str, object], limits: dict[str, Limit], words: str
) -> None:
    examination = examine([written(tmp_path, {"name": "a", **record})], limits=limits)
    shown = [" ".join(text_of(one.line).split()) for one in metric.entries(examination.evidence(0))]
    assert any(words in line for line in shown), shown
