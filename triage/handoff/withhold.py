"""Records without the texts that stay at home: every letter covered, every length and every number as it was.

Ids, numbers, versions and the passages that decide are kept.  A covered text starts with a mark that is the same for
equal texts and another for different ones, so that what was compared before is compared with the same result after.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from triage.clues.passage import UNSPACED
from triage.cover.ids import spared
from triage.handoff.quotes import Spot, explained, quoted_start, split_spots, spots, words_in
from triage.redaction import Redactor

COVER = "\u2592"
_ZERO, _ONE = "\u2591", "\u2593"
_MARK_BITS = 12


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# Below these keys everything is an id, a number or a version.
_IDS = _words(
    "case_id case line doc_id chunk_id claim_id id metric system scenario status score minimum attempt blocking k kind",
    "required_claim_ids supported_claim_ids required supported mapped_claim_ids citations sources delivered relevant",
    "restricted aliases span spans expected_order presented_order actual_order raw_order acceptable_orders ties gate",
    "direction raw_labels must_win_expected must_win_actual candidate_digest rendered_digest input_sha256 sha256",
    "source_version contract_version policy_version rubric_version criterion_version mapper_version run_id date",
    "corpus_version question_set_version baseline",
)
# Words that people need to see: redacted, and otherwise as they are.
_SHOWN = _words("criterion quote evidence decisive_passages error judge versions policy")
_UNQUOTED = _words("question query user_input")
_TEXTS = _words(
    "answer response reference ground_truth text context contexts retrieved_contexts explanation rationale judge_text",
    "verdict_text reason candidates content messages prompt input output completion expected_output actual_output",
    "page_content document documents passage passages title body",
)
_ABOUT_IDS = ("reason", "error")  # They name claims, and are held against the lists that hold the same ids.
_ARGUED = ("explanation", "rationale")
_SECRET_START = 6
_SIGNS, _PROSE_SIGNS = re.compile(f"[{UNSPACED}]"), 8
_PROSE_WORDS, _PROSE_LENGTH = 4, 40


class Field(NamedTuple):
    """One text of one record: how long it was, its SHA-256, and how many characters are covered and redacted."""

    record: str
    path: str
    length: int
    sha256: str
    withheld: int
    redacted: int


class Place(NamedTuple):
    """Where a value stands: the record's place, and the path in it."""

    record: str
    path: str

    def at(self, inner: str) -> "Place":
        """The place of something inside this value."""
        return self._replace(path=self.path + inner)


class Keep(NamedTuple):
    """What stays readable in covered texts: passages, single words, and texts whose start a finding quotes.

    ``decisive`` passages stay wherever they stand, the others only as whole words.  ``ids`` stay in words
    about records.
    """

    passages: tuple[str, ...] = ()
    decisive: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    proofs: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()


@dataclass
class Withholding:
    """One pass over all records of a folder.  ``with_text`` covers nothing; what is left is redacted.

    ``secrets`` are all values that were redacted: a finding may quote the beginning of one, which alone tells nobody
    that it is one.
    """

    keep: Keep
    redactor: Redactor
    with_text: bool = False
    fields: list[Field] = field(default_factory=list)
    secrets: set[str] = field(default_factory=set)
    _seen: dict[str, int] = field(default_factory=dict)
    _split: dict[str, list[Spot]] = field(default_factory=dict)

    def record(self, name: str, record: Mapping[str, Any], *, reason_stays: bool) -> dict[str, Any]:
        """The record as it may leave the house.  ``name`` is where it stood; ``reason_stays`` keeps its reason."""
        self._split = self._split_passages(record.get("retrieved"))
        redacted = self.redactor.masked_record(dict(record))
        return {
            key: self._value(Place(name, str(key)), value, redacted[key], _role(str(key), reason_stays))
            for key, value in record.items()
        }

    def mask(self, words: str) -> str:
        """Words about these records, redacted, the beginnings of what was redacted in them among it; ids stay."""
        return spared(words, self._mask_all(words), self.keep.ids)

    def touches(self, passage: str) -> bool:
        """Whether the redaction covers any of this passage where it stands in a record."""
        return self._mask_all(passage) != passage

    def _mask_all(self, words: str) -> str:
        return self.redactor.mask(hide(words, sorted(self.secrets)))

    def without_text(self, name: str, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """The record without its ``text``, of which no passage is needed; as it is where texts are kept."""
        text = record.get("text")
        if self.with_text or not isinstance(text, str):
            return record
        self.fields.append(_told(Place(name, "text"), text, len(text), 0))
        return {key: value for key, value in record.items() if key != "text"}

    def _value(self, place: Place, value: Any, redacted: Any, role: str) -> Any:
        if isinstance(value, Mapping) and isinstance(redacted, Mapping):
            return {key: self._member(place, str(key), one, redacted[key], role) for key, one in value.items()}
        if isinstance(value, list) and isinstance(redacted, list):
            pairs = enumerate(zip(value, redacted, strict=True))
            return [self._value(place.at(f"[{at}]"), one, other, role) for at, (one, other) in pairs]
        if not isinstance(value, str):
            return redacted if isinstance(redacted, str) else value
        return value if role in ("id", "hit") else self._text(place, value, redacted, role)

    def _member(self, place: Place, key: str, value: Any, redacted: Any, role: str) -> Any:
        """A member of a mapping: its own key decides, except below ids and words, and in candidates by id.

        Below a text an unknown key holds text too.
        """
        inner = _role(key, False)
        if role in ("id", "word") or (role in ("text", "unquoted") and inner == "any"):
            inner = role
        elif place.path.startswith("claims.") and key == "text":
            inner = "word"  # The claim in the reviewers' words.
        elif place.path == "candidates" or place.path.endswith(".candidates"):
            inner = "text"
        return self._value(place.at(f".{key}"), value, redacted, inner)

    def _text(self, place: Place, text: str, redacted: str, role: str) -> str:
        covered = text
        if role == "word" and place.path in _ABOUT_IDS:
            redacted = spared(text, redacted, self.keep.ids)
        if not self.with_text and (role in ("text", "unquoted") or (role == "any" and _is_prose(text))):
            covered = self._cover(text, [] if role == "unquoted" else self._spots(place.path, text))
        letters = zip(text, covered, redacted, strict=True)
        shown = "".join(mask if mask != one else cover for one, cover, mask in letters)
        withheld = sum(one != other for one, other in zip(text, covered, strict=True))
        hidden = sum(one != other for one, other in zip(text, redacted, strict=True))
        if not withheld and not hidden:
            return text
        if hidden:
            self.secrets |= {text[hit.start : hit.end] for hit in self.redactor.hits(text)} or {text}
        self.fields.append(_told(place, text, withheld, hidden))
        return shown

    def _spots(self, path: str, text: str) -> list[Spot]:
        found = [spot for passage in self.keep.passages for spot in spots(text, passage)]
        found += [spot for one in self.keep.decisive for spot in spots(text, one, inside_words=True)]
        found += self._split.get(text, []) + quoted_start(text, self.keep.proofs)
        if path == "reason":
            found += explained(text)
        return found + (words_in(text, self.keep.words) if path.split("[")[0] in _ARGUED else [])

    def _split_passages(self, hits: object) -> dict[str, list[Spot]]:
        """Where passages stand that are split over two of these hits, by the hit's text."""
        if not isinstance(hits, list):
            return {}
        texts = [hit["text"] for hit in hits if isinstance(hit, Mapping) and isinstance(hit.get("text"), str)]
        found: dict[str, list[Spot]] = {}
        for passage in self.keep.passages:
            for at, where in split_spots(texts, passage).items():
                found.setdefault(texts[at], []).extend(where)
        return found

    def _cover(self, text: str, kept: Iterable[Spot]) -> str:
        letters = [one if one == "\n" else COVER for one in text]
        for start, end in kept:
            letters[start:end] = text[start:end]
        places = [at for at, one in enumerate(letters) if one == COVER and text[at] != COVER]
        for bit, at in enumerate(places[:_MARK_BITS]):
            number = self._seen.setdefault(text, len(self._seen))
            letters[at] = _ONE if number >> bit & 1 else _ZERO
        return "".join(letters)


def _told(place: Place, text: str, withheld: int, redacted: int) -> Field:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Field(place.record, place.path, len(text), digest, withheld, redacted)


def _role(key: str, reason_stays: bool) -> str:
    """``id``, ``hit``, ``word``, ``unquoted``, ``text``, or ``any`` for a field that nobody named."""
    if key in _IDS or key == "retrieved":
        return "hit" if key == "retrieved" else "id"
    if key in _SHOWN or (key == "reason" and reason_stays):
        return "word"
    return "unquoted" if key in _UNQUOTED else "text" if key in _TEXTS else "any"


def _is_prose(text: str) -> bool:
    """Long and of several words, or of a script that has no blanks between words."""
    if len(_SIGNS.findall(text)) >= _PROSE_SIGNS:
        return True
    return len(text) > _PROSE_LENGTH and len(text.split()) >= _PROSE_WORDS


def hide(text: str, secrets: Iterable[str]) -> str:
    """The text, as long as before, with every known secret masked, and the beginning of one that was cut.

    Secrets of a few letters are left to the redactor: they stand in any word.
    """
    for secret in secrets:
        start = secret[:_SECRET_START]
        at = text.find(start) if len(start) == _SECRET_START else -1
        while at >= 0:
            pairs = zip(secret, text[at:], strict=False)
            length = next((size for size, (one, other) in enumerate(pairs) if one != other), None)
            length = min(len(secret), len(text) - at) if length is None else length
            text = f"{text[:at]}{'*' * length}{text[at + length :]}"
            at = text.find(start, at + length)
    return text


def total(fields: Sequence[Field]) -> tuple[int, int]:
    """How many characters are covered, and how many are redacted."""
    return sum(one.withheld for one in fields), sum(one.redacted for one in fields)
