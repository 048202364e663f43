"""How much the redactor misses, and what it masks without need, on the labelled texts of ``fixtures/redaction.yaml``.

``python -m benchmarks.redaction`` prints both for each kind, the texts behind them, and what it takes in time.  Where
detect-secrets is installed its detectors are measured on the same texts.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import yaml

from triage.redaction import Hit, Redactor

LABELLED = Path(__file__).resolve().parents[1] / "fixtures" / "redaction.yaml"
KINDS = ("secret", "e-mail", "phone", "card", "account", "host")
_MARK = re.compile(r"⟦([^|⟧]+)\|([^⟧]*)⟧")
_SPLIT = "¦"
_LINE = "line 12 of 400: the score 0.7966 is below 0.8 on 2024-05-01, doc-19 rank 3, id 1234-5678-9012; "
HOSTILE = (
    "token=",
    "sk-",
    "eyJ.",
    "+1 ",
    "1 2 3 4 5 ",
    "4000 ",
    "://a:b",
    "a@",
    "a.",
    ":",
    "1.",
    "--token ",
    "bearer ",
)


class Labelled(NamedTuple):
    """A text and what is to be masked in it; ``group`` is the part of the file it stands in."""

    text: str
    marks: tuple[Hit, ...]
    group: str


class Seen(NamedTuple):
    """What came of one text: every mark with whether all of it was masked, every hit with the marks it meets."""

    labelled: Labelled
    found: tuple[tuple[Hit, bool], ...]
    hits: tuple[tuple[Hit, frozenset[str]], ...]


class Count(NamedTuple):
    """One kind: marks and those masked to the last character; hits and those on a mark of this kind, or of none."""

    marks: int
    masked: int
    hits: int
    right: int
    alarms: int


def labelled(path: Path = LABELLED) -> list[Labelled]:
    """The texts of the file in its order."""
    groups = yaml.safe_load(path.read_text("utf-8"))
    return [read(written, group) for group, texts in groups.items() for written in texts]


def read(written: str, group: str = "") -> Labelled:
    """A written text without its marks, and where they stood, in code points."""
    text, marks, at = "", [], 0
    plain = written.replace(_SPLIT, "")
    for mark in _MARK.finditer(plain):
        text += plain[at : mark.start()]
        marks.append(Hit(len(text), len(text) + len(mark[2]), mark[1]))
        text += mark[2]
        at = mark.end()
    return Labelled(text + plain[at:], tuple(marks), group)


def see(texts: Iterable[Labelled], find: Callable[[str], Sequence[Hit]]) -> list[Seen]:
    """What a detector makes of every text."""
    return [_seen(one, find(one.text)) for one in texts]


def _seen(one: Labelled, hits: Sequence[Hit]) -> Seen:
    masked = {at for hit in hits for at in range(hit.start, hit.end)}
    found = tuple((mark, masked.issuperset(range(mark.start, mark.end))) for mark in one.marks)
    met = (
        (hit, frozenset(mark.kind for mark in one.marks if mark.start < hit.end and hit.start < mark.end))
        for hit in hits
    )
    return Seen(one, found, tuple(met))


def counts(seen: Iterable[Seen]) -> dict[str, Count]:
    """The counts of every kind that was marked or found."""
    seen = list(seen)
    marks = [(mark, whole) for one in seen for mark, whole in one.found]
    hits = [pair for one in seen for pair in one.hits]
    kinds = dict.fromkeys((*KINDS, *(hit.kind for hit, _ in hits)))
    return {
        kind: Count(
            sum(mark.kind == kind for mark, _ in marks),
            sum(mark.kind == kind and whole for mark, whole in marks),
            sum(hit.kind == kind for hit, _ in hits),
            sum(hit.kind == kind and kind in met for hit, met in hits),
            sum(hit.kind == kind and not met for hit, met in hits),
        )
        for kind in kinds
    }


def report(seen: Sequence[Seen], name: str) -> Iterator[str]:
    """The table of one detector, then every miss, false alarm and hit of another kind."""
    clean = sum(not one.labelled.marks for one in seen)
    yield f"\n{name}: {len(seen)} texts, {clean} of them with nothing to mask"
    yield f"{'kind':10} marks masked recall   hits right alarms precision"
    for kind, one in counts(seen).items():
        recall, precision = _share(one.masked, one.marks), _share(one.right, one.hits)
        yield (
            f"{kind:10} {one.marks:5} {one.masked:6} {recall:>6}   "
            f"{one.hits:4} {one.right:5} {one.alarms:6} {precision:>9}"
        )
    yield "missed, whole or in part:"
    yield from _listed((one, mark) for one in seen for mark, whole in one.found if not whole)
    yield "false alarms:"
    yield from _listed((one, hit) for one in seen for hit, met in one.hits if not met)
    yield "masked, as another kind:"
    yield from _listed((one, hit) for one in seen for hit, met in one.hits if met and hit.kind not in met)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "none"


def _listed(pairs: Iterable[tuple[Seen, Hit]]) -> Iterator[str]:
    found = [f"  {hit.kind}: {one.labelled.text[hit.start : hit.end]!r} in {one.labelled.text!r}" for one, hit in pairs]
    yield from found or ["  none"]


def detect_secrets(text: str) -> list[Hit]:
    """What the detectors of detect-secrets find, without asking anybody whether it is live."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

    hits = []
    for detector in get_mapping_from_secret_type_to_class().values():
        for line_start, line in _lines(text):
            for value in detector().analyze_string(line):
                at = line.find(value)
                hits.append(Hit(line_start + at, line_start + at + len(value), "secret"))
    return sorted(set(hits))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line.rstrip("\n")
        at += len(line)


def times(redactor: Redactor, size: int = 1_000_000) -> Iterator[str]:
    """Seconds for a screen of fifty lines, for a large text, and for texts made to take long."""
    redactor.hits("warm +44 20 7946 0958 DE89 3704 0044 0532 0130 00")
    line = (_LINE * 2)[:80]
    yield f"\n50 lines of 80: {1000 * _seconds(lambda: [redactor.hits(line) for _ in range(50)]):.1f} ms"
    dense = [one.text for one in labelled()][:50]
    yield f"50 labelled texts: {1000 * _seconds(lambda: [redactor.hits(text) for text in dense]):.1f} ms"
    for name, unit in (("a large text", _LINE + "\n"), *((f"only {unit!r}", unit) for unit in HOSTILE)):
        half, whole = ((unit * (length // len(unit) + 1))[:length] for length in (size // 2, size))
        one, two = _seconds(lambda half=half: redactor.hits(half)), _seconds(lambda whole=whole: redactor.hits(whole))
        yield f"{name}: {two:.2f} s for {size:,} characters, {two / one:.1f} times half of it"


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.redaction", description=__doc__)
    parser.add_argument("--no-times", action="store_true", help="leave the times out: they differ by machine")
    options = parser.parse_args(arguments)
    texts, redactor = labelled(), Redactor()
    lines = list(report(see(texts, redactor.hits), "redactor"))
    if find_spec("detect_secrets"):
        secrets = [one for one in texts if not one.marks or any(mark.kind == "secret" for mark in one.marks)]
        lines += report(see(secrets, detect_secrets), "detect-secrets, secrets only")
    if not options.no_times:
        lines += times(redactor)
    sys.stdout.write("\n".join(lines).lstrip("\n") + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
