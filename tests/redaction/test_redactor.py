"""The redactor as a whole: lengths, lines, idempotence, order of rounds, no network, no slow text."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.redaction import HOSTILE, labelled
from triage.redaction import BEST_EFFORT, TOUCHED, Hit, Redactor, compile_patterns, touches
from triage.redaction.redactor import _PIECE
from triage.text import clean

CASES = Path(__file__).resolve().parents[2] / "../shared/cases/files"
REDACTOR = Redactor()
PATTERNS, _ = compile_patterns([("customer", r"CUST-\d{4,}"), ("word", r"heron\w*"), ("edge", r": ?\[")])
PARTS = (
    *(one.text for one in labelled()),
    *(" ", "\n", "\r\n", ", ", "=", ": ", "@", "+", "-", "*", "[redacted]", "[redacted", "]", "CUST-12345", "herons"),
    *("4111 1111 1111 1111", "jo@example.invalid", "10.2.1.4", "token", "password=", "Bearer ", "é", "🙂", "\ud800"),
)


def kinds(text: str) -> list[tuple[str, str]]:
    return [(hit.kind, text[hit.start : hit.end]) for hit in REDACTOR.hits(text)]


def test_live_credentials_are_masked_and_the_numbers_that_decide_stay() -> None:
    row = {
        "case_id": "c1",
        "status": "invalid",
        "score": None,
        "minimum": 0.8,
        "reason": "HTTP 401 from gateway; header Authorization: Bearer FAKE-not-a-real-token-000111222",
        "provider": {
            "url": "https://api.example.invalid/v1",
            "headers": {"Authorization": "Bearer FAKE-not-a-real-token-000111222"},
            "api_key": "sk-FAKE00000000000000000000",
        },
        "session_id": "s-4471",
        "input_sha256": "ab" * 32,
    }
    masked = REDACTOR.masked_record(row)
    assert masked == {
        **row,
        "reason": f"HTTP 401 from gateway; header Authorization: Bearer [redacted{'*' * 21}]",
        "provider": {
            "url": "https://api.example.invalid/v1",
            "headers": {"Authorization": f"[redacted{'*' * 28}]"},
            "api_key": f"[redacted{'*' * 17}]",
        },
    }
    other = {"case_id": "token-count-9", "status": "fail", "reason": "tokens=401; password policy question answered"}
    assert REDACTOR.masked_record(other) == other


def test_customer_text_is_masked_where_it_is_free_text() -> None:
    question = "I am Jo Example, jo@example.invalid, +00 000 000 000. Where is my refund?"
    assert REDACTOR.mask(question) == "I am Jo Example, [redacted********], [redacted*****]. Where is my refund?"
    chunk = "Jo Example wrote from jo@example.invalid, card 4000 0000 0000 0000."
    assert REDACTOR.mask(chunk) == "Jo Example wrote from [redacted********], card [redacted*********]."


def test_shared_cases_are_masked_as_asked() -> None:
    if not CASES.is_dir():
        pytest.skip("the shared cases are not beside this checkout")
    secrets, people = (
        [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]
        for name in ("C93-secrets.jsonl", "C94-pii.jsonl")
    )
    shown = json.dumps([REDACTOR.masked_record(record) for record in (*secrets, *people)])
    assert not [word for word in ("FAKE", "jo@", "000 000", "0000 0000") if word in shown]
    assert all(
        word in shown for word in ("401", '"c1"', "token-count-9", "tokens=401", "s-4471", "ab" * 32, "missing=window")
    )


def test_hits_are_in_code_points_sorted_and_of_their_kind() -> None:
    text = "🙂 jo@example.invalid, DE89 3704 0044 0532 0130 00, 10.2.1.4"
    assert REDACTOR.hits(text) == (Hit(2, 20, "e-mail"), Hit(22, 49, "account"), Hit(51, 59, "host"))


def test_a_mask_ends_at_the_end_of_a_line() -> None:
    key = "-----BEGIN PRIVATE KEY-----\r\nMIIEfakeFAKEfakeFAKEfake\n\n-----END PRIVATE KEY-----"
    masked = REDACTOR.mask(f"a\n{key}\nb")
    assert masked.split("\n") == [
        "a",
        f"[redacted{'*' * 17}]\r",
        f"[redacted{'*' * 14}]",
        "",
        f"[redacted{'*' * 15}]",
        "b",
    ]


def test_a_key_that_was_cut_off_is_masked_as_far_as_it_goes() -> None:
    masked = REDACTOR.mask("-----BEGIN RSA PRIVATE KEY-----\nMIIEfakeFAKEfakeFAKEfake\nthe log goes on here")
    assert masked.endswith("]\nthe log goes on here")
    assert "MIIE" not in masked


def test_the_last_line_of_another_key_does_not_end_this_one() -> None:
    end = "-----END PRIVATE KEY-----"
    text = f"{end} -----BEGIN PRIVATE KEY-----\\nfake, not base64\\n{end}"
    assert REDACTOR.mask(text) == f"{end} [redacted{'*' * (len(text) - len(end) - 11)}]"


def test_a_finding_beyond_the_first_piece_of_a_long_text_keeps_its_place() -> None:
    lines = ["nothing to see here"] * (3 * _PIECE // 20) + ["write to jo@example.invalid", "tail"]
    text = "\n".join(lines)
    assert [text[hit.start : hit.end] for hit in REDACTOR.hits(text)] == ["jo@example.invalid"]


def test_what_a_mask_uncovers_is_masked_too() -> None:
    redactor = Redactor(compile_patterns([("noise", "-x-")])[0])
    masked = redactor.mask("4111 1111 1111 1111-x-4111 1111 1111 1111 jo-x-@example.invalid")
    assert redactor.hits(masked) == ()
    assert "1111" not in masked


def test_patterns_are_masked_and_named() -> None:
    redactor = Redactor(PATTERNS)
    assert redactor.hits("CUST-12345 asked") == (Hit(0, 10, "pattern:customer"),)
    assert redactor.mask("CUST-12345 asked") == "[redacted] asked"
    assert REDACTOR.mask("CUST-12345 asked") == "CUST-12345 asked"


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=8).map("".join))
def test_masking_keeps_length_and_lines_and_leaves_nothing(text: str) -> None:
    redactor = Redactor(PATTERNS)
    masked = redactor.mask(text)
    assert len(masked) == len(text)
    assert [at for at, one in enumerate(masked) if one in "\r\n"] == [
        at for at, one in enumerate(text) if one in "\r\n"
    ]
    assert redactor.mask(masked) == masked
    hits = redactor.hits(text)
    assert all(before.end <= after.start for before, after in pairwise(hits))
    assert all(clean(masked[hit.start : hit.end]) == masked[hit.start : hit.end] for hit in hits)
    assert [masked[at] for at in range(len(text)) if not any(hit.start <= at < hit.end for hit in hits)] == [
        text[at] for at in range(len(text)) if not any(hit.start <= at < hit.end for hit in hits)
    ]


def test_a_passage_is_touched_only_where_a_mask_covers_some_of_it() -> None:
    hits = (Hit(10, 20, "phone"), Hit(30, 31, "card"))
    assert [touches(hits, *span) for span in ((0, 10), (0, 11), (19, 40), (20, 30), (31, 40), (15, 15))] == [
        False,
        True,
        True,
        False,
        False,
        False,
    ]
    assert "decides this case" in TOUCHED and "best effort" in BEST_EFFORT


class Calls:
    """Counts the calls of functions while something runs."""

    def __init__(self) -> None:
        self.made = 0

    def of(self, text: str) -> int:
        self.made = 0
        sys.setprofile(lambda *_: setattr(self, "made", self.made + 1))
        try:
            REDACTOR.hits(text)
        finally:
            sys.setprofile(None)
        return self.made


@pytest.mark.parametrize("unit", [*HOSTILE, "a@a.bc ", "-----BEGIN PRIVATE KEY-----", "password=a1b2c3 ", "1.2.3.4 "])
def test_twice_the_text_is_twice_the_work(unit: str) -> None:
    REDACTOR.hits(unit * 2000)
    half, whole = (Calls().of(unit * many) for many in (1000, 2000))
    assert whole <= 2.3 * half + 200


@pytest.mark.parametrize("unit", [*HOSTILE, "password=a1b2c3", "Bearer a1=", "--api-key=x9 "])
def test_no_part_of_a_text_is_found_over_and_over(unit: str) -> None:
    text = unit * 500
    assert sum(hit.end - hit.start for hit in REDACTOR._detected(text)) <= 3 * len(text)


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_long_hostile_line_ends(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert len(REDACTOR.mask(text)) == len(text)


OFFLINE = """
import sys, socket
import triage.redaction
heavy = {"phonenumbers", "stdnum", "re2", "ipaddress", "requests"}
print("AT_IMPORT", sorted(heavy & set(sys.modules)))
def refuse(*_, **__):
    raise AssertionError("the network was asked")
socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse
patterns, _ = triage.redaction.compile_patterns([("a", "b+")])
text = "jo@example.invalid +44 20 7946 0958 4111 1111 1111 1111 DE89 3704 0044 0532 0130 00 2a02:8109:9440:1a2c::17 b"
print(len(triage.redaction.Redactor(patterns).hits(text)), "requests" in sys.modules)
"""


def test_nothing_heavy_at_import_and_nothing_from_the_network() -> None:
    done = subprocess.run([sys.executable, "-c", OFFLINE], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["AT_IMPORT []", "6 False"]
