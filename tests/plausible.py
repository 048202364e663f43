"""Evidence whose records belong together, odd only in places, so that every rule is reached."""

from hypothesis import strategies as st

from tests.odd import (
    HERE,
    METRICS,
    Shelf,
    documents,
    evidence,
    ids,
    kinds,
    manifests,
    maybe_text,
    numbers,
    ranked,
    ranking_cases,
    requests,
    rows,
    spans,
)
from triage.model import (
    Attribution,
    Case,
    Evidence,
    Label,
    Outcome,
    RankingArtifact,
    RankingAttempt,
    Retrieval,
    Row,
    StatedClaim,
)

abc = ("a", "b", "c")
some = st.lists(st.sampled_from(abc), unique=True, max_size=3).map(tuple)
orders = st.permutations(abc).map(tuple)
passages = st.sampled_from(["", "red", "red green blue", "RED, green", "green blue", "\x1b[31mred", "."])
sources = st.lists(st.sampled_from(abc), min_size=1, max_size=2).map(tuple)
plausible_labels = st.builds(Label, ids, sources | some, st.none() | passages)
plausible_cases = st.builds(
    Case,
    st.just(HERE),
    st.just("a"),
    contract_version=st.none() | st.just("1"),
    claims=st.fixed_dictionaries(dict.fromkeys(abc, plausible_labels)) | st.just({}),
    relevant=st.none() | st.just({"a": 1.0, "b": 2.0}),
    reference=maybe_text,
)
said = st.sampled_from([None, (0, 3)]) | spans
plausible_claims = st.tuples(*(st.builds(StatedClaim, st.just(one), some, said, st.none() | maybe_text) for one in abc))
hit = st.tuples(st.sampled_from(abc) | ids, st.none() | ids, passages, numbers, st.none() | st.just("1"), st.none())
plausible_hits = st.lists(hit, min_size=2, max_size=4)
plausible_rows = st.builds(
    Row,
    st.just(HERE),
    st.sampled_from([Outcome.FAILED, Outcome.FAILED, Outcome.PASSED]),
    st.just("a"),
    metric=st.sampled_from(["evidence_coverage"] * 3 + METRICS),
    score=st.sampled_from([0.0, 0.5, 1.0]),
    minimum=st.sampled_from([0.4, 0.9]),
    required=st.just(abc) | some,
    supported=some,
    reason=st.none() | st.sampled_from(["supported=1; required=3; missing=a,b", "supported=0; required=0; missing=x"]),
    attempt=st.none() | st.sampled_from([1, 2]),
    contract_version=st.none() | st.just("1"),
    raw=st.just({"answer": "x"}) | st.just({"faithfulness": 0.2, "context_recall": 0.9, "context_precision": 0.3}),
)


def plausible_coverage(green):
    """A failed or passing row whose records belong together, odd only in places."""
    return st.builds(
        Evidence,
        plausible_rows,
        st.lists(plausible_rows, max_size=1).map(tuple),
        st.lists(rows, max_size=1).map(tuple),
        plausible_cases,
        st.none() | st.builds(Attribution, st.just(HERE), st.just("a"), maybe_text, maybe_text, plausible_claims),
        st.none()
        | st.builds(
            Retrieval,
            st.just(HERE),
            st.just("a"),
            k=st.none() | st.integers(1, 3),
            retrieved=plausible_hits.map(ranked),
            delivered=st.none() | some,
        ),
        manifest=manifests,
        inventory=st.lists(documents, max_size=3).map(Shelf),
        has_baseline=st.booleans(),
        green=green,
    )


plausible_attempts = st.lists(st.builds(RankingAttempt, kinds, st.none() | orders | some, orders | some), max_size=3)


def plausible_ranking(green):
    """A failed comparison with a valid order, odd only in places."""
    artifact = st.builds(
        RankingArtifact,
        st.just(HERE),
        st.just("a"),
        gate=st.sampled_from(["must-win", "monitor-only"]),
        direction=st.none() | st.sampled_from(["best-first", "worst-first"]),
        criterion=st.just("names the colour"),
        presented=orders,
        expected=st.just(abc),
        raw_order=st.none() | orders,
        actual=orders,
        pairwise_agreement=numbers,
        explanation=st.sampled_from(["longer", "names the colour", "Best: b", "Winner: c", "\x07"]),
        attempts=plausible_attempts.map(tuple),
        request=st.none() | requests,
        judge=maybe_text,
    )
    row = Row(HERE, Outcome.FAILED, "a", metric="pairwise_agreement", score=0.0)
    return st.builds(
        Evidence,
        st.just(row),
        ranking=artifact,
        ranking_case=st.none() | ranking_cases,
        manifest=manifests,
        green=green,
    )


def any_evidence():
    """Every kind, with and without a last green run of any kind."""
    makers = (evidence, plausible_coverage, plausible_ranking)
    green = st.none() | st.one_of(*(make(st.none()) for make in makers))
    return st.one_of(*(make(green) for make in makers))
