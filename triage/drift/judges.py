"""Who judged: names that may mean another model than last time, several judges of one metric, cached verdicts."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from triage.drift.rows import MOST_ROWS, rows_read
from triage.evidence import Bundle
from triage.model import Evidence, Manifest, Proof, Source
from triage.text import count

_MODEL_KEYS = ("model", "judge", "judge_model", "embedding_model")
_PINS = ("version", "revision", "snapshot", "digest", "date")
_DATE = re.compile(r"(?:19|20)\d\d-?(?:0[1-9]|1[0-2])(?:-?[0-3]\d)?(?!\d)|(?<!\d)(?:0[1-9]|1[0-2])[0-3]\d(?!\d)")
_VERSION = re.compile(
    r"\d+\.\d+|(?:^|[^a-z0-9])v\d+|(?:^|[^a-z0-9])\d{3}(?!\d)|@|(?=[a-f]*\d)[0-9a-f]{12,}", re.IGNORECASE
)
_MEANING = "the name may mean another model than last time"


def judge_facts(now: Bundle, green: Bundle | None) -> Iterator[Proof]:
    """Floating names, several judges of one metric, and rows served from a cache."""
    judges: dict[str, Counter[str | None]] = {}
    first: dict[tuple[str, str | None], Source] = {}
    cached: list[Source] = []
    asked = 0
    for row in rows_read(now):
        asked += 1
        judges.setdefault(row.metric, Counter())[row.judge] += 1
        first.setdefault((row.metric, row.judge), row.source)
        cached += [row.source] if row.cached else []
    named = {judge: first[metric, judge] for metric, seen in judges.items() for judge in seen if judge is not None}
    yield from _floating(now.manifest, green.manifest if green else None, named)
    cut = "" if asked == len(now.rows) else f" (of the first {MOST_ROWS} rows)"
    for metric, seen in judges.items():
        if len([judge for judge in seen if judge is not None]) > 1:
            shares = ", ".join(f"{judge or 'no judge named'} {rows}" for judge, rows in seen.most_common())
            text = f"{metric} was judged by several judges{cut}: {shares} of {count(seen.total(), 'row')}"
            yield Proof(f"{text}: their means are not one mean", first[metric, _others(seen)])
    if cached:
        served = f"{len(cached)} of {count(asked, 'row')} were served from a cache{cut}"
        yield Proof(f"{served}: those verdicts are of an earlier judge call", cached[0])


def row_judge_facts(evidence: Evidence) -> Iterator[Proof]:
    """The judge of this very row, where its name floats, and where the verdict came from a cache."""
    row = evidence.row
    names = {row.judge: row.source} if row.judge is not None else {}
    yield from _floating(evidence.manifest, evidence.green.manifest if evidence.green else None, names)
    if row.cached:
        yield Proof("this row's verdict was served from a cache: it is of an earlier judge call", row.source)


def is_floating(name: str) -> bool:
    """The name pins no model: it carries neither date nor version, or it says itself that it moves."""
    dated = bool(_DATE.search(name))
    words = re.split(r"[^a-z0-9]+", name.casefold())
    if "latest" in words:
        return True
    return not dated and ("preview" in words or not _VERSION.search(name))


def _others(seen: Counter[str | None]) -> str:
    """The named judge of the fewest rows: its first row is the surprising one."""
    return [judge for judge, _ in seen.most_common() if judge is not None][-1]


def _floating(now: Manifest, green: Manifest | None, judges: Mapping[str, Source]) -> Iterator[Proof]:
    for key, name in _models(now.conditions):
        if is_floating(name):
            both = " in both runs" if green is not None and green.conditions.get(key) == name else ""
            yield Proof(f"{key} is {name}{both}: {_why(name)}, so {_MEANING}", now.source)
    known = {name for _, name in _models(now.conditions)}
    for name, source in judges.items():
        if name not in known and is_floating(name):
            yield Proof(f"judge {name}: {_why(name)}, so {_MEANING}", source)


def _models(conditions: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """(dotted key, name) of every model that a run names and that nothing beside it pins."""
    for key, name in conditions.items():
        parent, _, last = key.rpartition(".")
        pins = (f"{parent}.{pin}" if parent else f"{last}_{pin}" for pin in _PINS)
        if last in _MODEL_KEYS and name and not any(pin in conditions for pin in pins):
            yield key, name


def _why(name: str) -> str:
    words = re.split(r"[^a-z0-9]+", name.casefold())
    moving = [word for word in ("latest", "preview") if word in words]
    return f"it says {moving[0]}" if moving else "it carries no version or date"
