"""Each detector where its context decides: the same characters are something, or nothing."""

import pytest

from triage.redaction import Redactor
from triage.redaction.hits import Hit, covered, joined, masked, unmasked, within_lines
from triage.redaction.phones import _STEMS as PHONE_STEMS
from triage.text import clean

REDACTOR = Redactor()
CONTEXTS = (
    ("host", "10.2.1.4", ("from {}", "{}:8080", "version 2 at host {}", "v={}/24", "https://{}/x"), ("v{}", "x-{}")),
    ("host", "10.2.1.4", ("({})", "peer={}"), ("version {}", "x=={}", "section {}", "{}.5", "{}-rc1", "1.{}")),
    (
        "host",
        "10.2.1.4",
        ("src={}", "remote_addr={}", "windows {}:445", "node {}"),
        ("version={}", "torch>={}", '"version": "{}"'),
    ),
    ("host", "127.0.0.1", (), ("at {}", "{}:80", "http://{}:80")),
    ("host", "db.local", ("http://{}:80", "host {}", "{}:5432"), ("import {}", "{}.json", "{}()")),
    ("host", "db-1.corp", ("at {}", "({})"), ("{}.json", "{}-x")),
    ("host", "vllm", ("http://{}:8000",), ("http://{}/v1", "{}", "urn://{}:8000")),
    ("host", "2001:db8:1:2::3", ("at {}", "[{}]:443"), ("x:{}", "a{}")),
    ("host", "12::5", (), ("at {}",)),
    ("host", "fe80::5", ("at {}",), ()),
    ("host", "cafe:babe:f00d::a", (), ("at {}x", "x{}")),
    ("host", "dead:beef:cafe::f", (), ("at {}",)),
    ("card", "4000 0000 0000 0000", ("card {}", "Karte: {}"), ("{}", "card\n{}")),
    ("card", "4111 1111 1111 1111", ("{}", "2024 {}", "{} 12/27"), ("4{}", "x{}")),
    ("card", "4111 1111 1111 1112", ("visa {}",), ("{}",)),
    ("card", "4222222222222", ("card {}",), ("{}",)),
    ("card", "2024 0001 0002 0003", (), ("card {}",)),
    ("card", "4111111111111111", ("{}",), ("id{}", "{}1", "#{}")),
    ("phone", "912 345 678", ("tel. {}", "Phone: {}", "电话 {}"), ("{}", "phone order {}", "hotel\n{}")),
    ("phone", "020 7946 0958", ("{}", "({})"), ("12{}", "0.{}")),
    ("phone", "+44 20 7946 0958", ("007 1 {}", "{} +1"), ()),
    ("phone", "02110-1301", ("tel {}",), ("MA {}",)),
    ("phone", "+00 000 000 000", ("{}",), ("x{}",)),
    ("account", "12345678Z", ("DNI {}", "{}."), ("{}9", "x{}", "/{}", "a-{}")),
    ("account", "44051401358", (), ("PESEL: {}",)),
    ("account", "12345678A", (), ("DNI {}",)),
    ("account", "44051401359", ("PESEL: {}",), ("{}", "id {}")),
    ("account", "DE89370400440532013000", ("{}", "iban={}"), ("X{}", "{}9")),
    ("e-mail", "jo@example.invalid", ("<{}>", "mailto:{}?x", "{}."), ()),
    ("secret", "hunter2!x", ("password={}", '"password": "{}"', "password: {}", "--password {}"), ("{}", "tokens={}")),
    ("secret", "FAKE1234FAKE5678", ("Bearer {}", "authorization: {}", "?sig={}"), ("{}", "bearer of {}", "?k={}")),
    ("secret", "AKIAFAKEFAKEFAKE1234", ("{}", "({})", "id={}"), ("x{}", "{}A", "_{}")),
    ("secret", "glpat-Fake-word-strung-with-1", ("{}",), ()),
    ("secret", "glpat-only-words-strung-together", (), ("{}",)),
    ("secret", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJmYWtlIn0.", ("{}", "jwt={}"), ("a{}",)),
    ("secret", "eyJhbGciOiJub25lIn0", (), ("{}",)),
    ("secret", "Xy(9zz!{a}z", ("password={}",), ()),
    ("secret", "abcdefghijklmnop", ("Authorization: Bearer {}",), ("Bearer {}", "Authorization: {}")),
    ("secret", "p@ss:w0rd", ("ftp://jo:{}@",), ()),
    ("secret", "a1" * 150 + "....tail", ("password={}", "password: {}."), ()),
    ("secret", "a1" * 99 + "......" + "b", ("password={}",), ()),
    ("phone", "555-0142", ("tel. {}",), ("{}",)),
    (
        "secret",
        "plain",
        ("password=plain",),
        ("password: plain", "token=plain", "password = plain()"),
    ),
)


@pytest.mark.parametrize(("kind", "value", "frame"), [(k, v, one) for k, v, frames, _ in CONTEXTS for one in frames])
def test_it_is_masked_where_it_means_something(kind: str, value: str, frame: str) -> None:
    text = frame.format(value)
    assert [(hit.kind, text[hit.start : hit.end]) for hit in REDACTOR.hits(text)] == [(kind, value)]


@pytest.mark.parametrize(("value", "frame"), [(v, one) for _, v, _, frames in CONTEXTS for one in frames])
def test_it_stays_where_it_means_nothing(value: str, frame: str) -> None:
    assert REDACTOR.hits(frame.format(value)) == ()


@pytest.mark.parametrize(
    "text",
    [
        "password=${DB_PASSWORD}",
        "api_key=os.environ.get('KEY')",
        "api_key = self.api_key",
        "api_key=api_key, k=10",
        "token = get_token(session)",
        "Authorization: Bearer token",
        "Cookie: the words of a policy",
        "password=[redacted]",
        "token: none",
        'api_key="your-api-key"',
        'api_key="sk-..."',
        "token=401",
        "ftp://jo:${PASSWORD}@",
        "secret=42",
    ],
)
def test_placeholders_numbers_and_code_are_no_credentials(text: str) -> None:
    assert REDACTOR.hits(text) == ()


def test_a_password_may_be_a_number_or_begin_like_a_variable() -> None:
    assert [hit[:2] for hit in REDACTOR.hits("password=12345678 pwd=$ecret9!")] == [(9, 17), (22, 30)]


@pytest.mark.parametrize("length", range(0, 40))
def test_a_mask_has_the_length_it_is_asked_for(length: int) -> None:
    mask = masked(length)
    assert len(mask) == length and mask.isascii() and clean(mask) == mask
    assert mask.startswith("[redacted") is (length >= 10) and mask.strip("*") in ("", mask)


def test_overlapping_hits_become_one_of_the_weightier_kind() -> None:
    assert joined([Hit(5, 9, "host"), Hit(0, 6, "phone"), Hit(8, 12, "pattern:x"), Hit(12, 13, "card")]) == [
        Hit(0, 12, "phone"),
        Hit(12, 13, "card"),
    ]
    assert joined([Hit(0, 9, "host"), Hit(2, 4, "e-mail")]) == [Hit(0, 9, "e-mail")]


def test_hits_are_cut_at_line_ends() -> None:
    assert list(within_lines("ab\r\n\ncd\n", [Hit(1, 8, "secret")])) == [Hit(1, 2, "secret"), Hit(5, 7, "secret")]
    assert list(within_lines("a\nb", [Hit(1, 3, "secret")])) == [Hit(2, 3, "secret")]


def test_a_mask_is_not_found_again_and_not_halved() -> None:
    text = "x [redacted] y *** z"
    hits = [Hit(3, 6, "a"), Hit(0, 4, "b"), Hit(15, 17, "c"), Hit(11, 16, "d"), Hit(19, 20, "e"), Hit(15, 18, "f")]
    assert list(unmasked(text, hits)) == [Hit(0, 12, "b"), Hit(2, 18, "d"), Hit(19, 20, "e")]


def test_only_hits_are_covered() -> None:
    assert covered("0123456789abcdef", [Hit(1, 3, "x"), Hit(4, 15, "y")]) == "0**3[redacted*]f"


@pytest.mark.parametrize("word", ["Phone", "TEL", "Téléphone", "Móvil", "Телефон", "電話", "call me", "Ring Us", "ph."])
def test_words_for_a_phone_are_seen_in_any_case(word: str) -> None:
    assert any(stem in word.casefold() or stem in f"{word.casefold()} " for stem in PHONE_STEMS)
    assert [hit.kind for hit in REDACTOR.hits(f"{word} 912 345 678")] == ["phone"]
