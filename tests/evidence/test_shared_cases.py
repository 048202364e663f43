"""The public cases on loading, missing numbers, means, scores and joined ids, with the values that are right."""

import pytest

from triage.model import Outcome


@pytest.mark.parametrize(
    ("name", "counts", "unread"),
    [
        ("C01-blank-lines.jsonl", (2, 1, 0, 0), []),
        ("C02-bad-line.jsonl", (5, 0, 0, 0), ['C02-bad-line.jsonl:4:36 expected "," between members']),
        ("C04-torn-middle.jsonl", (3, 0, 0, 0), ["C04-torn-middle.jsonl:2:50 the line ends inside a record"]),
        ("C05-line-separators.jsonl", (1, 1, 0, 0), []),
        ("C06-bom.jsonl", (2, 0, 0, 0), []),
        ("C08-nonfinite.jsonl", (0, 0, 5, 0), []),
        ("C09-yaml-ids.yaml", (1, 0, 0, 0), []),
        ("C10-duplicate-key.yaml", (0, 0, 1, 0), []),
        ("C11-alias-bomb.yaml", (0, 0, 0, 0), ["C11-alias-bomb.yaml:7 too many alias expansions"]),
        ("C14-duplicate-id.jsonl", (2, 2, 0, 0), []),
        ("C17-crlf-rows.jsonl", (1, 1, 0, 0), []),
        ("C18-nan-is-not-fail.jsonl", (0, 1, 1, 0), []),
        ("C19-nan-mean.jsonl", (2, 1, 1, 0), []),
        ("C20-thin-mean.jsonl", (1, 0, 2, 0), []),
        ("C24-error-graded.jsonl", (1, 0, 1, 0), []),
        ("C26-unknown-verdict.jsonl", (1, 1, 2, 0), []),
        ("C27-no-rows.jsonl", (0, 0, 0, 0), ["C27-no-rows.jsonl the file is empty"]),
        ("C28-null-shrinks-n.jsonl", (8, 6, 2, 0), []),
        ("C34-display-rounding.jsonl", (1, 3, 0, 0), []),
        ("C50-duplicate-hits.jsonl", (0, 1, 1, 0), []),
        ("C54-malformed.yaml", (1, 0, 0, 0), []),
        ("C76-broken-vs-failed.jsonl", (0, 1, 2, 0), []),
    ],
)
def test_counts_and_lines_not_read(shared_case, name, counts, unread):
    bundle = shared_case(name)
    assert tuple(bundle.rows.count(outcome) for outcome in Outcome) == counts
    assert [f"{one.place} {one.problem}" for one in bundle.unread] == unread
    for number in range(len(bundle.rows)):
        assert bundle.row(number).outcome is bundle.rows.outcome(number)


def test_line_numbers_stay_true_over_blank_lines(shared_case):
    assert shared_case("C01-blank-lines.jsonl").row(2).source.line == 5


def test_a_lost_row_is_seen_beside_the_plan(shared_case):
    bundle = shared_case("C04-torn-middle.jsonl", "C04-manifest.yaml")
    assert (len(bundle.rows), bundle.planned[0], bundle.lost_row_lines) == (3, 4, 1)
    assert shared_case("C27-no-rows.jsonl", "C27-manifest.yaml").planned[0] == 40


def test_each_score_says_what_it_is(shared_case):
    bundle = shared_case("C08-nonfinite.jsonl")
    assert [bundle.row(number).score_written for number in range(5)] == [
        "NaN literal",
        "Infinity literal",
        "1e999, a number too large for a double",
        'text "NaN"',
        "null",
    ]


def test_yaml_ids_are_text(shared_case):
    ranking = shared_case("C09-yaml-ids.yaml").evidence(0).ranking
    assert ranking.expected == ranking.actual == ("0010", "0008", "no", "12:30", "1_000", "2024-01-05")
    assert shared_case("C09-yaml-ids.yaml").row(0).score == 1.0


def test_a_key_given_twice_names_its_lines(shared_case):
    assert shared_case("C10-duplicate-key.yaml").row(0).notes == ("`actual_order` defined twice, lines 6 and 8",)


def test_empty_null_and_absent_stay_three_things(shared_case):
    bundle = shared_case("C13-empty-null-absent.jsonl", "C01-blank-lines.jsonl")
    found = {bundle.rows.case_id(n): bundle.evidence(n).retrieval for n in range(len(bundle.rows))}
    assert [found[case].retrieved for case in ("c1", "c2", "c3")] == [(), None, None]


def test_duplicate_ids_conflict_and_attempts_do_not(shared_case):
    rows = shared_case("C14-duplicate-id.jsonl").rows
    assert [rows.conflict(number) for number in range(4)] == [True, True, False, False]


def test_a_digest_that_differs_by_line_ends_only(shared_case):
    bundle = shared_case("C17-crlf-rows.jsonl", "C17-manifest.json")
    assert [note.text for note in bundle.notes] == [
        "bytes differ from the manifest's digest, but equal after CRLF -> LF"
    ]


def test_a_case_without_a_row_is_listed(shared_case):
    assert shared_case("C29-missing-case.jsonl").unrowed_cases() == ("c4",)


def test_rounding_before_saving_is_flagged(shared_case):
    bundle = shared_case("C34-display-rounding.jsonl")
    assert [bundle.rows.contradicts(number) for number in range(4)] == [False, False, True, False]
    assert "rounded before saving?" in bundle.row(2).notes[0]


def test_the_innermost_error_is_shown(shared_case):
    bundle = shared_case("C74-wrapped.jsonl")
    assert [bundle.row(number).error for number in range(3)] == [
        "HTTP 429 from judge gateway",
        "HTTP 429 from judge gateway",
        "schema v3 not found",
    ]


def test_a_reindexed_document_is_found_by_its_alias(shared_case):
    evidence = shared_case("C39-reindexed.jsonl").evidence(0)
    assert evidence.inventory.document("a91f") is None
    assert evidence.inventory.aliased("a91f").doc_id == "77c0"


def test_labels_without_ids_are_seen(shared_case):
    bundle = shared_case("C40-none-equals-none.jsonl", "C01-blank-lines.jsonl")
    evidence = bundle.evidence([bundle.rows.case_id(n) for n in range(len(bundle.rows))].index("c1"))
    assert list(evidence.case.relevant) == [""]
    assert [chunk.doc_id for chunk in evidence.retrieval.retrieved] == [None, None]


def test_the_newest_of_several_manifests_is_used(shared_case):
    assert shared_case("C62-baselines.jsonl").manifest.run_id == "red"


def test_a_teams_file_is_kept(shared_case):
    name, content = shared_case("C68-last-rule.yaml").teams
    assert name == "C68-last-rule.yaml"
    assert b"payments-search" in content
