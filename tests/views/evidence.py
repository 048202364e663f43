"""Hand-made evidence of one coverage row and one ranking row, as the views see it."""

from triage.metrics.ranking import candidate_digest
from triage.model import (
    Attribution,
    CannotTell,
    Case,
    Chunk,
    Confidence,
    Diagnosis,
    Document,
    Evidence,
    Finding,
    Label,
    Manifest,
    Outcome,
    Owner,
    Policy,
    Proof,
    RankingArtifact,
    RankingAttempt,
    RankingCase,
    Request,
    Retrieval,
    Row,
    RuledOut,
    Source,
    Stage,
    StatedClaim,
)

ANSWER = "Parcels arrive within two days. Returns are free for a month, and the courier calls before."


class Corpus:
    """An inventory of few documents."""

    def __init__(self, *documents: Document) -> None:
        self._documents = {one.doc_id: one for one in documents}

    def __bool__(self) -> bool:
        return bool(self._documents)

    def document(self, doc_id: str) -> Document | None:
        return self._documents.get(doc_id)

    def aliased(self, doc_id: str) -> Document | None:
        return next((one for one in self._documents.values() if doc_id in one.aliases), None)


def coverage_row(line: int = 3, **changes: object) -> Row:
    values: dict[str, object] = {
        "source": Source("rows.jsonl", line),
        "outcome": Outcome.FAILED,
        "case_id": "parcel-times",
        "score": 1 / 3,
        "minimum": 0.8,
        "reason": "supported=1; required=3; missing=free-returns,courier-call",
        "scenario": "shipping",
        "required": ("delivery-days", "free-returns", "courier-call"),
        "supported": ("delivery-days",),
        "contract_version": "c4",
        "policy_version": "p2",
        "raw": {"case_id": "parcel-times", "score": 0.3333, "extra": "kept [too]"},
    }
    return Row(**{**values, **changes})


def coverage_case() -> Case:
    return Case(
        Source("cases.jsonl", 2),
        "parcel-times",
        question="How long does a parcel take?",
        claims={
            "delivery-days": Label("delivery-days", ("ship-1",), "within two days", "Parcels take two days"),
            "free-returns": Label("free-returns", ("ret-7",), "returned free of charge for 30 days"),
            "courier-call": Label("courier-call", ("ship-9",), "the courier rings you up first"),
        },
        relevant={"ship-1": 1.0, "ret-7": 1.0, "ship-9": 1.0},
    )


def coverage_attribution(**changes: object) -> Attribution:
    values: dict[str, object] = {
        "source": Source("attribution.jsonl", 5),
        "case_id": "parcel-times",
        "answer": ANSWER,
        "mapper_version": "m1",
        "claims": (
            StatedClaim("delivery-days", ("ship-1",), (0, 31), supported=True),
            StatedClaim("free-returns", ("old-ret-7", "ship-1"), (32, 60), supported=False),
            StatedClaim("courier-call", (), None),
        ),
    }
    return Attribution(**{**values, **changes})


def coverage_retrieval(**changes: object) -> Retrieval:
    values: dict[str, object] = {
        "source": Source("retrieval.jsonl", 9),
        "case_id": "parcel-times",
        "query": "parcel time",
        "k": 2,
        "retrieved": (
            Chunk(1, "ship-1", "ship-1#0", "A parcel is there within two days of the order.", 0.91, "v3"),
            Chunk(2, "blog-4", None, "We love parcels.", 0.72, "v1"),
            Chunk(3, "ret-7", None, "Goods are Returned, free of charge, for 30 days.", 0.69, "v2", restricted=True),
        ),
    }
    return Retrieval(**{**values, **changes})


def green_evidence() -> Evidence:
    required = ("delivery-days", "free-returns")
    row = coverage_row(
        line=2,
        outcome=Outcome.PASSED,
        score=1.0,
        minimum=0.75,
        required=required,
        supported=required,
        policy_version="p1",
    )
    manifest = Manifest(Source("run.yaml", 1), run_id="nightly-40", k=3, conditions={"judge.model": "small"})
    return Evidence(row, manifest=manifest)


def coverage(**changes: object) -> Evidence:
    values: dict[str, object] = {
        "row": coverage_row(),
        "case": coverage_case(),
        "attribution": coverage_attribution(),
        "retrieval": coverage_retrieval(),
        "manifest": Manifest(
            Source("run.yaml", 1), run_id="nightly-41", k=2, policy=Policy("p2"), conditions={"judge.model": "large"}
        ),
        "inventory": Corpus(
            Document(Source("corpus.jsonl", 1), "ship-1", "v3"),
            Document(Source("corpus.jsonl", 2), "ret-7", "v2", aliases=("old-ret-7",)),
            Document(Source("corpus.jsonl", 3), "ship-10", "v1", aliases=("ship-9",)),
        ),
        "has_baseline": True,
        "green": green_evidence(),
    }
    return Evidence(**{**values, **changes})


CANDIDATES = (
    ("calm", "The calm reply. It names the price of 4 EUR and the day."),
    ("brisk", "The brisk reply."),
    ("vague", "The vague reply: soon."),
)


def ranking_case() -> RankingCase:
    return RankingCase(
        Source("ranking-cases/tone.yaml", 1),
        "tone",
        criterion="names the price",
        criterion_version="k1",
        direction="best-first",
        candidates=CANDIDATES,
        expected=("calm", "brisk", "vague"),
        decisive_passages=("names the price of 4 EUR",),
        gate="must-win",
    )


def ranking_artifact(**changes: object) -> RankingArtifact:
    shown = (("brisk", CANDIDATES[1][1]), ("calm", "The calm reply. It"), ("brisk", CANDIDATES[1][1]))
    values: dict[str, object] = {
        "source": Source("ranking/tone.yaml", 1),
        "case_id": "tone",
        "gate": "must-win",
        "direction": "best-first",
        "criterion": "names the price",
        "criterion_version": "k1",
        "candidate_digest": candidate_digest(CANDIDATES),
        "presented": ("brisk", "calm", "vague"),
        "expected": ("calm", "brisk", "vague"),
        "actual": ("brisk", "calm", "vague"),
        "pairwise_agreement": 2 / 3,
        "must_win_expected": "calm",
        "must_win_actual": "brisk",
        "explanation": "The brisk one is short.\nShort is good.",
        "attempts": (
            RankingAttempt("permutation", ("vague", "calm", "brisk"), ("vague", "calm", "brisk")),
            RankingAttempt("permutation", ("calm", "vague", "brisk"), ("calm", "vague", "brisk")),
            RankingAttempt("repeat", ("brisk", "calm", "vague"), ("brisk", "vague", "calm")),
            RankingAttempt("pair", ("brisk", "calm"), ("brisk", "calm")),
            RankingAttempt("pair", ("calm", "brisk"), ("calm", "brisk")),
            RankingAttempt("repeat", None, ("calm", "calm", "odd")),
            RankingAttempt("repeat", None, None, "I cannot rank these."),
        ),
        "request": Request(
            "names the price", ("Context line.",), shown, truncated=True, tokens_sent=90, tokens_seen=64
        ),
        "judge": "judge-a",
    }
    return RankingArtifact(**{**values, **changes})


def ranking(**changes: object) -> Evidence:
    values: dict[str, object] = {
        "row": Row(Source("ranking/tone.yaml", 1), Outcome.FAILED, "tone", metric="ranking", score=2 / 3, minimum=1.0),
        "ranking": ranking_artifact(),
        "ranking_case": ranking_case(),
        "manifest": Manifest(Source("run.yaml", 1), run_id="nightly-41"),
    }
    return Evidence(**{**values, **changes})


def diagnosis(evidence: Evidence, **changes: object) -> Diagnosis:
    """One missing claim explained, another at a later stage, one look-alike out for two claims, one question open."""
    mapper, ranked = Source("attribution.jsonl", 5), Source("retrieval.jsonl", 9)
    findings = (
        Finding(
            "wrong-citation",
            Stage.ATTRIBUTION,
            Owner.APPLICATION,
            Confidence.LIKELY,
            (Proof("cites old-ret-7 [sic]", mapper), Proof("label: ret-7", Source("cases.jsonl", 2))),
            "read the answer beside the cited documents",
            "free-returns",
        ),
        Finding(
            "retrieval-miss",
            Stage.RETRIEVAL,
            Owner.RETRIEVAL,
            Confidence.CERTAIN,
            (Proof("ship-9 is in no chunk", ranked),),
            "search for the document by its id",
            "courier-call",
            secondary=True,
        ),
    )
    ruled = (
        RuledOut("uncited-claim", "free-returns: two citations", mapper, "free-returns"),
        RuledOut("label-gap", "no other document holds the text", ranked, "free-returns"),
        RuledOut("label-gap", "no other document holds the text", ranked, "courier-call"),
    )
    values: dict[str, object] = {
        "row": evidence.row,
        "findings": findings,
        "ruled_out": ruled,
        "cannot_tell": (CannotTell("threshold-drift", "the last green run's minimum"),),
        "cause": "wrong-citation",
        "owner": Owner.APPLICATION,
        "confidence": Confidence.LIKELY,
        "stage": Stage.ATTRIBUTION,
    }
    return Diagnosis(**{**values, **changes})
