"""What a cause means: its own documentation, its place in the walk, and how well it has been measured."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import orjson

from triage.causes import CAUSES, RULES, SLUGS
from triage.causes.cause import Cause
from triage.model import Line, Stage, Tone, plain

_LOOK_ALIKE = re.compile(r"\s+[a-z-]+(?:, [a-z-]+)*: ")


class Measured(NamedTuple):
    """How one cause fared in the measurement: shares in 0..1, None over nothing; ``n`` injected faults."""

    n: int
    precision: float | None
    recall: float | None
    abstention: float | None

    @property
    def words(self) -> str:
        """The three shares with their n."""
        shares = (("precision", self.precision), ("recall", self.recall), ("abstained", self.abstention))
        told = ", ".join(f"{name} {'none' if value is None else f'{value:.3f}'}" for name, value in shares)
        return f"{told} over {self.n} injected faults"


@cache
def _measurement() -> Mapping[str, Any]:
    resource = files("triage") / "measured.json"
    loaded = orjson.loads(resource.read_bytes()) if resource.is_file() else {}
    return loaded if isinstance(loaded, dict) else {}


def measured(slug: str) -> Measured | None:
    """The shipped figures of one cause; None when it was not measured."""
    entry = _measurement().get("causes", {}).get(slug)
    if not isinstance(entry, dict) or not entry.get("n"):
        return None
    return Measured(entry["n"], entry.get("precision"), entry.get("recall"), entry.get("abstention"))


def measured_totals() -> str | None:
    """The measurement as a whole in words, every share beside its count; None when none is shipped."""
    shipped = _measurement()
    totals = shipped.get("totals")
    if not isinstance(totals, dict):
        return None
    owner, cause = (f"{totals[f'single_{what}_accuracy']:.2%}" for what in ("owner", "cause"))
    return (
        f"Measured on faults planted in healthy evidence of {len(shipped['domains'])} invented domains, in several "
        f"scripts and id styles: over {totals['single_faults']} single faults the owner is right on {owner} and the "
        f"cause on {cause}; over {totals['pairs']} pairs of faults the owner is right on "
        f"{totals['pair_owner_accuracy']:.2%}. Over {totals['healthy_and_passing']} healthy and passing rows there "
        f"are {totals['false_alarms']} false alarms. Wrong owners named as certain: {totals['certain_wrong_owner']}. "
        f"With evidence taken away ({totals['evidence_removed']} faults), {totals['removed_too_certain']} were called "
        f"certain without the record that decides. Planted faults are not real ones: the figures bound what the rules "
        f"can tell apart, not how often nights go wrong this way."
    )


def list_causes() -> Iterator[Line]:
    """Every cause by stage in walk order, one line each: slug, owner, and its first sentence."""
    stage = None
    for rule in sorted(RULES, key=lambda one: list(Stage).index(one.CAUSE.stage)):
        cause = rule.CAUSE
        if cause.stage is not stage:
            stage = cause.stage
            yield plain(f"{stage}:", Tone.KEY)
        yield (
            (f"  {cause.slug}", Tone.PLAIN),
            (f"  ({cause.owner})  {_documentation(cause).splitlines()[0]}", Tone.DIM),
        )


def page(slug: str) -> Iterator[Line]:
    """The documentation of one cause.  KeyError with the closest names when there is no such cause."""
    if slug not in SLUGS:
        close = get_close_matches(slug, sorted(SLUGS), 3)
        hint = f"did you mean {', '.join(close)}?" if close else "`triage explain` lists them"
        raise KeyError(f"there is no cause named {slug}; {hint}")
    cause = next(one for one in CAUSES if one.slug == slug)
    yield plain(slug, Tone.KEY)
    for line in _reflowed(_documentation(cause).splitlines()):
        heading = bool(line) and not line.startswith(" ") and not line.endswith(".")
        yield plain(line, Tone.KEY if heading else Tone.PLAIN)
    yield plain("Stage", Tone.KEY)
    yield plain(f"    {cause.stage}")
    yield plain("Measured", Tone.KEY)
    figures = measured(slug)
    yield plain(f"    {figures.words}" if figures else "    not measured: no seeded fault injects this cause")


def _reflowed(lines: Iterable[str]) -> Iterator[str]:
    """One line per paragraph, so that any width can break it; a look-alike starts a paragraph of its own."""
    paragraph = ""
    for line in lines:
        goes_on = line.startswith(" ") and paragraph.startswith(" ") and not _LOOK_ALIKE.match(line)
        if goes_on:
            paragraph = f"{paragraph} {line.strip()}"
            continue
        if paragraph:
            yield paragraph
        paragraph = line
        if not line:
            yield line
    if paragraph:
        yield paragraph


def _documentation(cause: Cause) -> str:
    rule = next(one for one in RULES if one.CAUSE is cause)
    return inspect.cleandoc(rule.__doc__ or "")
