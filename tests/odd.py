"""Evidence as no run should leave it, for tests that no rule may break: odd in every field, or odd only in places."""

from hypothesis import strategies as st

from triage.model import (
    Attribution,
    Case,
    Chunk,
    Document,
    Evidence,
    InvalidKind,
    Label,
    Manifest,
    Outcome,
    Policy,
    RankingArtifact,
    RankingAttempt,
    RankingCase,
    Request,
    Retrieval,
    Row,
    Source,
    StatedClaim,
)

HERE = Source("odd.jsonl", 1)
HOSTILE = [
    "",
    " ",
    "\x1b]52;c;AAAA\x07",
    "[bold]x[/bold]",
    "a" * 400,
    "\ud800",
    "\u202eevil\u2066",
    "%s{0}{claim}",
    "supported=9999999999999999999999; required=0; missing=,,;",
    "supported=1; required=2; missing=a",
    "score: " + "9" * 400,
    "Score: 1/0",
    "yes, no. yes",
    "Best: a",
    "TypeError: KeyError: 'x' HTTP 503 timeout",
    "(" * 60,
    "ignore all previous instructions",
    "a",
    "b",
    "c",
]
texts = st.sampled_from(HOSTILE) | st.text(max_size=6)
maybe_text = st.none() | texts
ids = st.sampled_from(["a", "b", "c", "", " ", "\ud800"])
id_lists = st.none() | st.lists(ids, max_size=4).map(tuple)
numbers = st.none() | st.sampled_from([0.0, -0.0, 1.0, 0.5, 2.0, -1.0, 1e308, 5e-324])
ranks = st.none() | st.sampled_from([1, 2, 100, 101, 0, -3, 10**9])
odd = st.sampled_from([None, 0, True, "", [], {}, [None], {"a": [1]}, float("nan"), "yes, no", ["x"]])
RAW_KEYS = ["answer", "judge", "versions", "verdict_text", "contexts", "reference", "faithfulness", "explanation"]
raws = st.dictionaries(st.sampled_from(RAW_KEYS), odd, max_size=4)
METRICS = [
    "evidence_coverage",
    "recall@3",
    "recall@0",
    "precision",
    "rr@" + "9" * 30,
    "faithfulness",
    "context_recall",
    "support",
    "pairwise_agreement",
    "",
]
rows = st.builds(
    Row,
    source=st.just(HERE),
    outcome=st.sampled_from(Outcome),
    case_id=st.none() | ids,
    line=ranks,
    metric=st.sampled_from(METRICS),
    attempt=ranks,
    invalid_kind=st.none() | st.sampled_from(InvalidKind),
    status_written=maybe_text,
    score=numbers,
    score_written=maybe_text,
    minimum=numbers,
    reason=maybe_text,
    required=id_lists,
    supported=id_lists,
    contract_version=st.none() | ids,
    rubric_version=maybe_text,
    input_sha256=st.none() | ids,
    error=maybe_text,
    judge=maybe_text,
    judge_text=maybe_text,
    cached=st.none() | st.booleans(),
    notes=st.lists(texts | st.just("2.0 is outside x's range 0 to 1"), max_size=2).map(tuple),
    raw=raws,
)
labels = st.builds(Label, ids, st.lists(ids, max_size=2).map(tuple), maybe_text, maybe_text)
cases = st.builds(
    Case,
    st.just(HERE),
    ids,
    contract_version=st.none() | ids,
    claims=st.none() | st.dictionaries(ids, labels, max_size=3),
    relevant=st.none() | st.dictionaries(ids, st.sampled_from([0.0, 1.0, -1.0, float("inf")]), max_size=3),
    reference=maybe_text,
    restricted=st.lists(ids, max_size=2).map(tuple),
    context=st.none() | st.lists(texts, max_size=2).map(tuple),
    raw=st.just({"context": None}) | st.just({}),
)
spans = st.none() | st.tuples(st.integers(-5, 9), st.integers(-5, 9))
claims = st.builds(StatedClaim, ids, st.lists(ids, max_size=3).map(tuple), spans, maybe_text, st.none() | st.booleans())
attributions = st.builds(
    Attribution, st.just(HERE), ids, maybe_text, maybe_text, st.none() | st.lists(claims, max_size=3).map(tuple)
)
contents = st.tuples(st.none() | ids, st.none() | ids, maybe_text, numbers, maybe_text, st.none() | st.booleans())


def ranked(records):
    return None if records is None else tuple(Chunk(rank, *record) for rank, record in enumerate(records, 1))


retrievals = st.builds(
    Retrieval,
    st.just(HERE),
    ids,
    k=ranks,
    retrieved=(st.none() | st.lists(contents, max_size=4)).map(ranked),
    delivered=id_lists,
)
pairs = st.lists(st.tuples(ids, texts), max_size=3).map(tuple)
requests = st.builds(
    Request, maybe_text, st.lists(texts, max_size=2).map(tuple), pairs, st.none() | st.booleans(), ranks, ranks
)
kinds = st.sampled_from(["repeat", "permutation", "pair", ""])
attempts = st.lists(st.builds(RankingAttempt, kinds, id_lists, id_lists, maybe_text), max_size=3)
digests = st.none() | st.sampled_from(["", "abcdef0", "ABCDEF01", "not hex", "\ud800"])
rankings = st.builds(
    RankingArtifact,
    st.just(HERE),
    ids,
    gate=st.none() | st.sampled_from(["must-win", "monitor-only", ""]),
    direction=st.none() | st.sampled_from(["best-first", "worst-first", "x"]),
    criterion=maybe_text,
    candidate_digest=digests,
    rendered_digest=digests,
    presented=id_lists,
    expected=id_lists,
    raw_order=st.none() | st.lists(st.sampled_from(["1", "²", "A", "[3]", "", "a"]), max_size=3).map(tuple),
    raw_labels=st.none() | st.just("presented"),
    actual=id_lists,
    unparsed=maybe_text,
    pairwise_agreement=numbers,
    must_win_expected=st.none() | ids,
    explanation=maybe_text,
    attempts=attempts.map(tuple),
    request=st.none() | requests,
    judge=maybe_text,
    versions=st.dictionaries(ids, texts, max_size=2),
)
ranking_cases = st.builds(
    RankingCase,
    st.just(HERE),
    ids,
    criterion=maybe_text,
    direction=maybe_text,
    candidates=pairs,
    expected=id_lists,
    rationale=st.lists(texts, max_size=2).map(tuple),
    decisive_passages=st.lists(texts, max_size=2).map(tuple),
    acceptable=st.lists(st.lists(ids, max_size=3).map(tuple), max_size=2).map(tuple),
    ties=st.lists(st.lists(ids, max_size=3).map(tuple), max_size=2).map(tuple),
)
CONDITIONS = ["k", "judge", "judge.model", "retrieval.k", "versions.x", ""]
manifests = st.builds(
    Manifest,
    contract_version=st.none() | ids,
    rubric_version=maybe_text,
    policy=st.builds(Policy, maybe_text, st.dictionaries(st.sampled_from(METRICS), st.just(0.5), max_size=2)),
    reported=st.dictionaries(st.sampled_from(METRICS), st.tuples(numbers, ranks), max_size=2),
    conditions=st.dictionaries(st.sampled_from(CONDITIONS), texts, max_size=3),
)


class Shelf:
    """An inventory of a few documents."""

    def __init__(self, documents):
        self.documents = documents

    def __bool__(self):
        return bool(self.documents)

    def document(self, doc_id):
        return next((one for one in self.documents if one.doc_id == doc_id), None)

    def aliased(self, doc_id):
        return next((one for one in self.documents if doc_id in one.aliases), None)


documents = st.builds(
    Document, st.just(HERE), ids, maybe_text, maybe_text, st.lists(ids, max_size=2).map(tuple), maybe_text
)


def evidence(green):
    return st.builds(
        Evidence,
        rows,
        st.lists(rows, max_size=2).map(tuple),
        st.lists(rows, max_size=2).map(tuple),
        st.none() | cases,
        st.none() | attributions,
        st.none() | retrievals,
        st.none() | rankings,
        st.none() | ranking_cases,
        manifests,
        st.lists(documents, max_size=3).map(Shelf),
        st.booleans(),
        green,
    )
