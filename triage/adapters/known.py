"""Every adapter, in the order in which a file is shown to them: the first that recognises it reads it.

Adapters of other packages, named under the entry point group ``triage.adapters``, come before the weak ones.
"""

from functools import cache
from importlib.metadata import entry_points

from triage.adapters import (
    azure,
    deepeval_run,
    generic,
    inspect_ai,
    inspector_raget,
    langfuse,
    langsmith,
    mlflow,
    mtrag,
    parquet,
    phoenix,
    promptfoo_results,
    ragas_frame,
    ragchecker,
    trulens,
)
from triage.adapters.adapter import Adapter
from triage.adapters.file import ForeignFile

GROUP = "triage.adapters"

ADAPTERS: tuple[Adapter, ...] = (
    deepeval_run.ADAPTER,
    promptfoo_results.ADAPTER,
    inspect_ai.ADAPTER,
    ragchecker.ADAPTER,
    ragchecker.INPUTS,
    mlflow.ADAPTER,
    phoenix.ADAPTER,
    trulens.ADAPTER,
    langfuse.ADAPTER,
    langsmith.ADAPTER,
    azure.ADAPTER,
    mtrag.ADAPTER,
    inspector_raget.ADAPTER,
    ragas_frame.TRACES,
    ragas_frame.ADAPTER,
    parquet.ADAPTER,
    generic.ADAPTER,
)


@cache
def installed() -> tuple[tuple[Adapter, ...], tuple[str, ...]]:
    """Adapters of other packages, and a sentence for each that could not be loaded."""
    found, problems = list[Adapter](), list[str]()
    for point in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        try:
            adapter = point.load()
        except Exception as error:
            problems.append(f"the adapter {point.name} could not be loaded: {type(error).__name__}: {error}")
            continue
        if isinstance(adapter, Adapter):
            found.append(adapter)
        else:
            problems.append(f"the adapter {point.name} is no triage.adapters.Adapter")
    return tuple(found), tuple(problems)


def in_order() -> tuple[Adapter, ...]:
    """All adapters, strong ones first."""
    everyone = (*(one for one in ADAPTERS if not one.weak), *installed()[0], *(one for one in ADAPTERS if one.weak))
    return tuple(sorted(everyone, key=lambda one: one.weak))


def recognise(file: ForeignFile, *, weak: bool) -> Adapter | None:
    """The adapter that reads this file, among the strong or the weak ones; None when none recognises it."""
    for adapter in in_order():
        if adapter.weak is not weak:
            continue
        try:
            if adapter.recognises(file):
                return adapter
        except Exception:  # A file that cannot be looked at is not recognised; whoever reads it says why.
            continue
    return None
