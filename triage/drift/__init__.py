"""What moved around the product: corpus, judge, packages, settings and denominators, as facts with their records.

A fact here is no cause: it says what a lower number must not be read without.
"""

from collections.abc import Callable, Iterator

from triage.drift.corpus import between_runs
from triage.drift.corpus import document_facts as _documents
from triage.drift.judges import judge_facts, row_judge_facts
from triage.drift.means import mean_facts
from triage.drift.packages import package_facts, row_package_facts
from triage.drift.settings import setting_facts
from triage.drift.ties import tie_facts
from triage.drift.unrowed import unrowed_facts
from triage.evidence import Bundle
from triage.model import Evidence, Proof

Facts = Callable[[Bundle, Bundle | None], Iterator[Proof]]

FACTS: tuple[Facts, ...] = (
    package_facts,
    setting_facts,
    between_runs,
    judge_facts,
    mean_facts,
    tie_facts,
    unrowed_facts,
)


def drift(now: Bundle, green: Bundle | None) -> tuple[Proof, ...]:
    """Every fact about a run, against the last green one where there is one, the most telling first.

    A record that cannot be read any more costs the facts that need it, and that is said.
    """
    found: list[Proof] = []
    for facts in FACTS:
        try:
            found += facts(now, green)
        except (OSError, ValueError) as error:
            found.append(Proof(f"not compared, a record cannot be read any more: {error}", now.manifest.source))
    return tuple(found)


def of_row(evidence: Evidence) -> tuple[Proof, ...]:
    """The facts that concern one row: its judge, its metric's package, the documents it was retrieved from."""
    return (*row_package_facts(evidence), *_documents(evidence), *row_judge_facts(evidence))
