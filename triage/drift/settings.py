"""Settings of the two runs that differ, once for the run: how it was measured, and what was under test."""

from collections.abc import Iterator

from triage.clues.requirement import is_measuring
from triage.evidence import Bundle
from triage.model import Proof

_APART = ("corpus_version", "question_set_version")


def setting_facts(now: Bundle, green: Bundle | None) -> Iterator[Proof]:
    """One fact for all conditions of measuring that differ, one for everything else that was under test."""
    if green is None:
        return
    mine, theirs = now.manifest.conditions, green.manifest.conditions
    if not mine or not theirs:
        missing = "the last green run keeps no" if mine else "this run keeps no" if theirs else "neither run keeps"
        told = now if now.manifest.source.path else green
        yield Proof(f"{missing} settings: whether both measured alike cannot be told", told.manifest.source)
        return
    names = [name for name in {**theirs, **mine} if mine.get(name) != theirs.get(name)]
    apart = [name for name in names if name in _APART and not (name == "corpus_version" and now.inventory)]
    measuring = [name for name in names if is_measuring(name)]
    tested = [name for name in names if name not in measuring and name not in _APART] + apart
    for words, changed in (("how it was measured changed", measuring), ("what was under test changed", tested)):
        moved = (f"{name}: {theirs.get(name, 'not kept')} -> {mine.get(name, 'not kept')}" for name in changed)
        if changed:
            yield Proof(f"{words}: {'; '.join(moved)}", now.manifest.source)
