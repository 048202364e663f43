"""What the gate evaluates: gate lines with two lists each, reviewed cases with a mapper's record, judged orders."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from triage.evidence import Bundle
from triage.evidence.fields import Record
from triage.evidence.ranking_rows import is_ranking_metric, ranking_row
from triage.evidence.rows import Context
from triage.gate import answers
from triage.gate.policy import AGREEMENT
from triage.gate.result import Result, answer_result, ranking_result, unjudged_result, unreadable_result
from triage.model import Evidence, Outcome, Policy, Source, Unread

Placed = tuple[Source, Result]


class Evaluated(NamedTuple):
    """One result per input: lines and cases in reading order, an unreadable line at its place, comparisons last.

    ``beside`` are things not read that are no line of the evaluated input.  ``row_files`` hold nothing but lines, so
    that all they say stands in the results.
    """

    results: tuple[Result, ...]
    beside: tuple[Unread, ...]
    row_files: frozenset[str]


def evaluate(bundle: Bundle, policy: Policy, is_folder: bool) -> Evaluated:
    """Every line, every reviewed case (once, from its recorded evidence) and every comparison of the input."""
    answered: list[Placed] = []
    compared: list[Result] = []
    row_files, done = set(), set()
    for evidence, source in _inputs(bundle):
        row = evidence.row
        if source == row.source and row.metric != AGREEMENT:
            row_files.add(source.path)
        if _is_comparison(evidence):
            compared += _compared(evidence, policy)
        elif answers.is_line(evidence):
            answered.append((source, answer_result(answers.of_line(row, bundle.manifest), policy)))
        elif (row.case_id, row.system, row.attempt) not in done:
            done.add((row.case_id, row.system, row.attempt))
            answered.append((source, answer_result(answers.of_case(evidence), policy)))
    paths = {source.path for source, _ in answered}
    lost = [unread for unread in bundle.unread if _is_input(unread, paths, is_folder)]
    answered += [(Source(unread.path, unread.line), unreadable_result(unread, policy)) for unread in lost]
    beside = tuple(unread for unread in bundle.unread if unread not in lost)
    return Evaluated((*_in_order(answered), *compared), beside, frozenset(row_files))


def _in_order(answered: list[Placed]) -> list[Result]:
    """By file in reading order, then by line."""
    files = {path: number for number, path in enumerate(dict.fromkeys(source.path for source, _ in answered))}
    return [result for _, result in sorted(answered, key=lambda placed: (files[placed[0].path], placed[0].line))]


def _inputs(bundle: Bundle) -> Iterator[tuple[Evidence, Source]]:
    for number in range(len(bundle.rows)):
        evidence = bundle.evidence(number)
        yield evidence, evidence.row.source
    for case_id in bundle.unrowed_cases():
        evidence = bundle.of_case(case_id)
        yield evidence, evidence.case.source if evidence.case else evidence.row.source


def _is_comparison(evidence: Evidence) -> bool:
    if evidence.ranking is not None or evidence.ranking_case is None:
        return evidence.ranking is not None
    return evidence.case is None or is_ranking_metric(evidence.row.metric)


def _compared(evidence: Evidence, policy: Policy) -> list[Result]:
    artifact, case = evidence.ranking, evidence.ranking_case
    if artifact is None:
        return [unjudged_result(case, policy)] if case is not None else []
    artifact = replace(artifact, gate=artifact.gate or (case.gate if case else None))
    judged = ranking_row(artifact, Record(artifact.raw, artifact.source), case, Context(policy.minimum))
    broken = evidence.row.source == artifact.source and evidence.row.outcome is Outcome.INVALID
    return [ranking_result(artifact, evidence.row if broken else judged, policy)]


def _is_input(unread: Unread, evaluated: set[str], is_folder: bool) -> bool:
    """A line of the evaluated input: of one file every line, of a folder those of files that hold cases or rows."""
    if not unread.line or not is_folder:
        return bool(unread.line)
    return unread.path in evaluated or PurePosixPath(unread.path).name.startswith("cases.")
