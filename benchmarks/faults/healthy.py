"""Healthy evidence: a coverage case that passes, the same way in the red and in the last green run."""

import unicodedata
from copy import deepcopy
from hashlib import sha256
from itertools import chain
from random import Random

from benchmarks.faults.domains import Domain
from benchmarks.faults.specimen import Record, Side, Specimen, deliver, score, word

CONTRACT, POLICY, RUBRIC, JUDGE = "2031-a", "gate-14", "rubric-6", "arbiter-large"


def coverage(domain: Domain, rng: Random, number: int, claims: int = 1, k: int | None = None) -> Specimen:
    """A passing case of at least ``claims`` (1 to 6) claims and its twin; k is 2 to 10 unless given."""
    specimen = Specimen(domain, rng, number, k or rng.randrange(2, 11))
    side = specimen.now
    case_id, wanted = specimen.new_id("case"), rng.randrange(claims, 7)
    docs = [specimen.new_id("doc") for _ in range(rng.randrange(1, min(wanted, specimen.k - 1) + 1))]
    labels, chunks = {}, {doc: [] for doc in docs}
    for place in range(wanted):
        claim, doc = specimen.new_id("claim"), docs[place] if place < len(docs) else rng.choice(docs)
        specimen.homes[claim] = doc
        labels[claim] = _label(specimen, claim, doc, chunks)
    side.corpus = [_document(specimen, doc, chunks[doc]) for doc in docs]
    _add_others(specimen, labels)
    side.case = {
        "case_id": case_id,
        "question": rng.choice(domain.questions).format(n=number),
        "contract_version": CONTRACT,
        "scenario": domain.name,
        "claims": labels,
    }
    side.retrieval = _retrieval(specimen, case_id, chunks)
    side.attribution = _attribution(specimen, case_id)
    side.rows = [_row(specimen, case_id)]
    specimen.green = deepcopy(side)
    return specimen


def _label(specimen: Specimen, claim: str, doc: str, chunks: dict[str, list[str]]) -> Record:
    """A claim's label; its passage goes into the document's chunks as some parser might have left it."""
    domain, rng, number = specimen.domain, specimen.rng, specimen.unique()
    fact = rng.randrange(len(domain.facts))
    passage = domain.facts[fact].format(n=number)
    specimen.passages[claim] = domain.told[fact].format(n=number)
    parts = dress(domain, rng, passage)
    chunks[doc] += [f"{rng.choice(domain.fillers)}{domain.space}{parts[0]}", *parts[1:]]
    if len(parts) == 1:
        chunks[doc][-1] += f"{domain.space}{rng.choice(domain.fillers)}"
    return {"sources": [doc], "evidence": passage, "text": specimen.passages[claim]}


def dress(domain: Domain, rng: Random, passage: str) -> list[str]:
    """The passage as chunks hold it: as written, or changed in a way that leaves the text what it is."""
    way = rng.choice(("as written", "as written", "case", "white space", "form", "punctuation", "split"))
    middle = passage.find(" ", len(passage) // 2) if domain.spaced else len(passage) // 2
    while passage[middle].isdigit():  # A number in two pieces would be another number.
        middle += 1
    if way == "case":
        return [passage.upper()]
    if way == "white space":
        return [f"{passage[:middle]}\n  {passage[middle:].strip()}"]
    if way == "form":
        return [unicodedata.normalize("NFD", passage)]
    if way == "punctuation":
        return [passage.replace(",", " –").replace("、", "・").replace("،", " –").replace('"', "«")]
    return [passage[:middle], passage[middle:].strip()] if way == "split" else [passage]


def _document(specimen: Specimen, doc: str, texts: list[str]) -> Record:
    return {
        "doc_id": doc,
        "source_version": f"v{specimen.rng.randrange(2, 9)}",
        "sha256": sha256("\n".join(texts or [doc]).encode()).hexdigest(),
        "aliases": [],
    }


def _add_others(specimen: Specimen, labels: dict[str, Record]) -> None:
    """A second labelled source that nobody retrieved, and documents that support nothing."""
    side, rng = specimen.now, specimen.rng
    for label in labels.values():
        if rng.random() < 0.25:
            other = specimen.new_id("doc")
            label["sources"].append(other)
            side.corpus.append(_document(specimen, other, []))
    side.corpus += [_document(specimen, specimen.new_id("doc"), []) for _ in range(specimen.k + 3)]


def _retrieval(specimen: Specimen, case_id: str, chunks: dict[str, list[str]]) -> Record:
    """Every labelled document within k, at least one other document too, and a tail after k."""
    domain, rng = specimen.domain, specimen.rng
    texts = {doc: [domain.space.join(parts)] for doc, parts in chunks.items()}
    spare = specimen.k - 1 - len(chunks)
    for doc, parts in chunks.items():
        if 1 < len(parts) <= spare + 1:
            texts[doc], spare = parts, spare - len(parts) + 1
    others = [one["doc_id"] for one in specimen.now.corpus[-specimen.k - 3 :]]
    top = [(doc, text) for doc, parts in texts.items() for text in parts]
    near = others[: specimen.k - len(top)]
    head = top + [(doc, _noise(specimen)) for doc in near]
    blocks = [[pair for pair in head if pair[0] == doc] for doc in dict.fromkeys(doc for doc, _ in head)]
    rng.shuffle(blocks)
    tail = [(doc, _noise(specimen)) for doc in others[specimen.k - len(top) :]]
    retrieval = {
        "case_id": case_id,
        "query": domain.questions[0].format(n=specimen.number),
        "k": specimen.k,
        "retrieved": [
            _chunk(specimen, *pair, place) for place, pair in enumerate([*chain.from_iterable(blocks), *tail])
        ],
        "score_kind": "similarity",
    }
    if rng.random() < 0.6:
        retrieval["delivered"] = []
        deliver(Side(retrieval=retrieval))
    return retrieval


def _noise(specimen: Specimen) -> str:
    one, other = specimen.rng.sample(specimen.domain.fillers, 2)
    return f"{one}{specimen.domain.space}{other}"


def _chunk(specimen: Specimen, doc: str, text: str, place: int) -> Record:
    version = specimen.now.document(doc)["source_version"]
    chunk_id = f"{doc}::{place + 1}"
    return {
        "doc_id": doc,
        "chunk_id": chunk_id,
        "text": text,
        "score": round(0.97 - 0.03 * place, 4),
        "source_version": version,
    }


def _attribution(specimen: Specimen, case_id: str) -> Record:
    claims = [
        {"claim_id": claim, "citations": [doc], "span": None, "quote": "", "supported": True}
        for claim, doc in specimen.homes.items()
    ]
    side = Side(attribution={"case_id": case_id, "answer": "", "mapper_version": "m-4.1", "claims": claims})
    word(side, specimen.domain, specimen.passages)
    assert side.attribution is not None
    return side.attribution


def _row(specimen: Specimen, case_id: str) -> Record:
    wanted = len(specimen.homes)
    row: Record = {
        "case_id": case_id,
        "metric": "evidence_coverage",
        "required_claim_ids": list(specimen.homes),
        "supported_claim_ids": list(specimen.homes),
        "contract_version": CONTRACT,
        "policy_version": POLICY,
        "rubric_version": RUBRIC,
        "scenario": specimen.domain.name,
    }
    score(row, specimen.rng.choice((1.0, round((wanted - 0.5) / wanted, 3))))
    return row


def judged(specimen: Specimen, metric: str = "groundedness", passing: bool = False) -> Record:
    """Turn the row into one of a judge's metric, whose score nobody can compute again."""
    for side, value in ((specimen.green, 0.93), (specimen.now, 0.93 if passing else 0.55)):
        row = side.row
        digest = sha256(row["case_id"].encode()).hexdigest()
        for name in ("required_claim_ids", "supported_claim_ids", "reason"):
            row.pop(name)
        row.update(metric=metric, score=value, minimum=0.8, status="pass" if value >= 0.8 else "fail", judge=JUDGE)
        row["input_sha256"] = digest if side is specimen.green else digest[::-1]
    return specimen.now.row
