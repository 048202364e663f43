"""Passing rows with something odd about them that is no fault: nothing may be said of them."""

from collections.abc import Callable

from benchmarks.faults.comparison import attempt, comparison
from benchmarks.faults.healthy import coverage, judged
from benchmarks.faults.kinds import Grow
from benchmarks.faults.specimen import Specimen, deliver, lose, score, unstate

Odd = Callable[[Specimen], object]


def low_bar(specimen: Specimen) -> None:
    """A claim is missing, and the policy allows it."""
    claim = specimen.pick()
    unstate(specimen, [claim])
    lose(specimen, [claim])
    score(specimen.now.row, round(specimen.now.row["score"] - 0.05, 4))


def guarded(specimen: Specimen) -> None:
    """A document is restricted for this case, in the inventory, and was not shown."""
    assert specimen.now.case is not None
    hidden = specimen.new_id("doc")
    specimen.now.corpus.append({"doc_id": hidden, "source_version": "v1", "sha256": "0" * 64, "aliases": []})
    specimen.now.case["restricted"] = [hidden]


def short_list(specimen: Specimen) -> None:
    """Fewer documents than k came back, all that were needed among them."""
    retrieval = specimen.now.retrieval
    assert retrieval is not None
    needed = set(specimen.homes.values())
    retrieval["retrieved"] = [one for one in retrieval["retrieved"] if one["doc_id"] in needed]
    deliver(specimen.now)


def both_sources(specimen: Specimen) -> None:
    """A claim cites two labelled documents, and both were visible."""
    side, claim = specimen.now, specimen.pick()
    assert side.case is not None
    other = specimen.strangers()[0]
    side.case["claims"][claim]["sources"].append(other)
    side.stated(claim)["citations"].append(other)


def precise(specimen: Specimen) -> None:
    """A ranking metric that passes and can be computed again."""
    row, side = judged(specimen, f"recall@{specimen.k}", passing=True), specimen.now
    assert side.case is not None
    side.case["relevant"] = list(dict.fromkeys(specimen.homes.values()))
    row["score"] = 1.0


def about_judges(specimen: Specimen) -> None:
    """A document speaks of judges and marks, and to nobody."""
    retrieval = specimen.now.retrieval
    assert retrieval is not None
    judged(specimen, passing=True)
    sentence = "At the drawing contest a judge should give each sketch a fair score."
    retrieval["retrieved"][0]["text"] += f" {sentence}"


def wavering(specimen: Specimen) -> None:
    """One seating of many has another winner; the saved verdict is right."""
    artifact = specimen.now.ranking
    assert artifact is not None
    order = artifact["expected_order"]
    attempt(specimen, artifact, [order] * 3, [order] * 4 + [[*order[1:], order[0]]])


PASSING: tuple[tuple[str, Odd, Grow], ...] = (
    ("low bar", low_bar, coverage),
    ("guarded", guarded, coverage),
    ("short list", short_list, coverage),
    ("both sources", both_sources, coverage),
    ("precise", precise, coverage),
    ("about judges", about_judges, coverage),
    ("wavering", wavering, comparison),
)
