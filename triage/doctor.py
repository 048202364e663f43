"""Which causes a bundle's artifacts cannot tell apart, and the shortest list of artifacts that would.

Each kind of evidence is one entry of a visible table: what to keep, whether a row has it, and the causes that only it
can show or exclude.  A bundle is asked row by row; what some rows lack is counted.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from triage.model import Evidence, Line, Tone, plain
from triage.text import clean, count

Has = Callable[[Evidence], bool]
EVERY = 2000
"""How many rows are looked at, red ones first."""


class Artifact(NamedTuple):
    """One kind of evidence: its name, how to keep it, whether it concerns a row, whether the row has it.

    ``settles`` are pairs of causes that look alike without it.
    """

    name: str
    keep: str
    concerns: Has
    has: Has
    settles: tuple[tuple[str, str], ...]


class Gap(NamedTuple):
    """A kind of evidence that ``lacking`` of ``concerned`` rows do not have."""

    artifact: Artifact
    lacking: int
    concerned: int


def _coverage(evidence: Evidence) -> bool:
    return evidence.ranking is None


def _ranking(evidence: Evidence) -> bool:
    return evidence.ranking is not None


def _has_labels(evidence: Evidence) -> bool:
    return evidence.case is not None and evidence.case.claims is not None


def _has_passages(evidence: Evidence) -> bool:
    claims = evidence.case.claims if evidence.case else None
    return claims is not None and all((label.evidence or "").strip() for label in claims.values())


def _has_texts(evidence: Evidence) -> bool:
    chunks = evidence.retrieval.retrieved if evidence.retrieval else None
    return chunks is not None and all(chunk.text for chunk in chunks)


def _attempts(evidence: Evidence, *kinds: str) -> bool:
    attempts = evidence.ranking.attempts if evidence.ranking else ()
    return any(attempt.kind in kinds for attempt in attempts)


ARTIFACTS: tuple[Artifact, ...] = (
    Artifact(
        "the last green run",
        "give it with --baseline, or keep it in baseline/ or in a folder beside this one",
        lambda _: True,
        lambda evidence: evidence.has_baseline,
        (
            ("claim-vocabulary-migrated", "unknown-supported-claim"),
            ("denominator-drift", "answer-omits-claim"),
            ("contract-changed", "answer-omits-claim"),
            ("threshold-drift", "answer-omits-claim"),
            ("conditions-differ", "below-cutoff"),
        ),
    ),
    Artifact(
        "the lists given to the metric",
        "write required_claim_ids and supported_claim_ids into rows.jsonl",
        _coverage,
        lambda evidence: evidence.row.required is not None and evidence.row.supported is not None,
        (("score-not-reproducible", "answer-omits-claim"), ("reason-contradicts-lists", "answer-omits-claim")),
    ),
    Artifact(
        "claim labels",
        "keep cases.jsonl with claims: {id: {sources: [...]}}",
        _coverage,
        _has_labels,
        (("wrong-citation", "support-mapper-dropped-claim"), ("retrieval-miss", "answer-omits-claim")),
    ),
    Artifact(
        "the mapper's record",
        "keep attribution.jsonl with claim id, span and citations",
        _coverage,
        lambda evidence: evidence.attribution is not None and evidence.attribution.claims is not None,
        (
            ("answer-omits-claim", "support-mapper-dropped-claim"),
            ("uncited-claim", "answer-omits-claim"),
            ("wrong-citation", "answer-omits-claim"),
        ),
    ),
    Artifact(
        "the ranked list",
        "keep retrieval.jsonl with ranked ids and k",
        _coverage,
        lambda evidence: evidence.retrieval is not None and evidence.retrieval.retrieved is not None,
        (
            ("retrieval-miss", "answer-omits-claim"),
            ("below-cutoff", "retrieval-miss"),
            ("citation-not-visible", "support-mapper-dropped-claim"),
        ),
    ),
    Artifact(
        "the chunks' text",
        "keep text in every retrieved chunk",
        _coverage,
        _has_texts,
        (("broken-id-join", "retrieval-miss"), ("evidence-missing-from-chunk", "answer-omits-claim")),
    ),
    Artifact(
        "the expected passages",
        "write evidence: the passage a reader should find, for every claim in cases.jsonl",
        _coverage,
        _has_passages,
        (("broken-id-join", "retrieval-miss"), ("evidence-missing-from-chunk", "answer-omits-claim")),
    ),
    Artifact(
        "the delivered documents",
        "keep delivered: the ids really placed in the prompt, in retrieval.jsonl",
        _coverage,
        lambda evidence: evidence.retrieval is not None and evidence.retrieval.delivered is not None,
        (("context-dropped", "answer-omits-claim"),),
    ),
    Artifact(
        "the corpus inventory",
        "keep corpus.jsonl with ids, aliases, digests and source versions",
        _coverage,
        lambda evidence: bool(evidence.inventory),
        (("not-in-corpus", "retrieval-miss"), ("label-gap", "broken-id-join")),
    ),
    Artifact(
        "the contract version",
        "write contract_version into rows or run.yaml",
        _coverage,
        lambda evidence: bool(evidence.row.contract_version or evidence.manifest.contract_version),
        (("denominator-drift", "contract-changed"),),
    ),
    Artifact(
        "attempts over other presented orders",
        "judge a few permutations and keep them as attempts of kind permutation",
        _ranking,
        lambda evidence: _attempts(evidence, "permutation", "pair"),
        (("position-bias", "judge-disagrees"), ("label-disputed", "judge-disagrees")),
    ),
    Artifact(
        "repeated attempts",
        "judge the same order again and keep it as attempts of kind repeat",
        _ranking,
        lambda evidence: _attempts(evidence, "repeat"),
        (("judge-unstable", "judge-disagrees"),),
    ),
    Artifact(
        "the judge's request",
        "keep request: the candidates as the judge was shown them",
        _ranking,
        lambda evidence: evidence.ranking is not None and evidence.ranking.request is not None,
        (("rendered-request-incomplete", "judge-disagrees"), ("rendered-request-incomplete", "position-bias")),
    ),
    Artifact(
        "the raw order",
        "keep raw_order: the metric's value before it was saved",
        _ranking,
        lambda evidence: evidence.ranking is not None and evidence.ranking.raw_order is not None,
        (("ranking-serialisation", "not-a-permutation"),),
    ),
    Artifact(
        "the reviewed comparison",
        "keep ranking-cases/ with candidates, rationale and decisive passages",
        _ranking,
        lambda evidence: evidence.ranking_case is not None,
        (("candidates-changed", "judge-disagrees"), ("rendered-request-incomplete", "judge-disagrees")),
    ),
)


def gaps(evidences: Sequence[Evidence]) -> list[Gap]:
    """What the rows lack, the artifact that settles most pairs for most rows first."""
    found = []
    for artifact in ARTIFACTS:
        concerned = [evidence for evidence in evidences if artifact.concerns(evidence)]
        lacking = sum(not artifact.has(evidence) for evidence in concerned)
        if lacking:
            found.append(Gap(artifact, lacking, len(concerned)))
    return sorted(found, key=lambda gap: -len(gap.artifact.settles) * gap.lacking)


def shortest(missing: Sequence[Gap]) -> list[tuple[Gap, int]]:
    """A short list of artifacts that together settle every open pair: greedily, with how many causes each settles.

    Where two artifacts settle the same pair the first is enough to name one of the two causes.
    """
    open_pairs = {pair for gap in missing for pair in gap.artifact.settles}
    chosen = []
    for gap in sorted(missing, key=lambda one: (-len(one.artifact.settles), -one.lacking)):
        settled = open_pairs.intersection(gap.artifact.settles)
        if settled:
            chosen.append((gap, len({cause for pair in settled for cause in pair})))
            open_pairs -= settled
    return chosen


def tool_lines(tools: Collection[str]) -> Iterator[Line]:
    """For each tool that wrote the files, named by its adapter, how it is made to keep more of the walk."""
    if not tools:
        return
    from triage.adapters.known import in_order

    for adapter in in_order():
        if adapter.name in tools and adapter.keep:
            yield plain(clean(f"{adapter.tool}: {adapter.keep}"))


def examine_lines(evidences: Sequence[Evidence], red: int) -> Iterator[Line]:
    """The whole report: what cannot be told apart and why, then what to keep from now on."""
    missing = gaps(evidences)
    yield plain(f"Looked at {count(len(evidences), 'row')}, {red} of them red.", Tone.DIM)
    if not evidences:
        yield plain("There is no row to look at: keep rows.jsonl, and run.yaml with planned_rows.", Tone.WARN)
        return
    if not missing:
        yield plain("Every pair of causes can be told apart with these artifacts.", Tone.GOOD)
        return
    yield plain("Cannot be told apart:", Tone.KEY)
    for gap in missing:
        for one, other in gap.artifact.settles:
            lack = f"{gap.lacking} of {gap.concerned} rows lack {gap.artifact.name}"
            yield ((f"  {one} / {other}", Tone.WARN), (f": {lack}", Tone.PLAIN))
    yield plain("Keep from now on, the most useful first:", Tone.KEY)
    for position, (gap, causes) in enumerate(shortest(missing), 1):
        yield plain(f"  {position}. {gap.artifact.keep} (settles {count(causes, 'cause')})")
