"""This row now, and in the last green run: every difference with a sign and a word, differences first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from triage.metrics.ranking import moves
from triage.model import Attribution, Evidence, RankingArtifact, Retrieval, Row, Tone
from triage.text import clean, number, versus
from triage.views.entry import Entry, blank, entry, fact, heading, listed

_MOST_CHUNKS = 20


class Twins(NamedTuple):
    """One fact of the row now and in the last green run, as text; None = not kept."""

    name: str
    now: str | None
    green: str | None

    @property
    def differs(self) -> bool:
        """The two are not the same."""
        return self.now != self.green


def entries(evidence: Evidence) -> list[Entry]:
    """Differences, then what is the same; in words why there is nothing to compare with."""
    green = evidence.green
    if green is None:
        return [entry(("? ", Tone.WARN), why_not(evidence) or "")]
    facts = list(_facts(evidence, green))
    changed, same = [one for one in facts if one.differs], [one for one in facts if not one.differs]
    run = green.manifest.run_id or "without a run id"
    found = [fact("last green", run, source=green.row.source), blank()]
    found.append(heading(f"Different: {len(changed)} of {len(facts)} facts" if changed else "Nothing differs"))
    for one in changed:
        found += _changed(one)
    found += [*_lists(evidence, green), *_ranks(evidence.retrieval, green.retrieval)]
    found += [blank(), heading("The same")]
    return [*found, *(fact(f"  = {one.name}", one.now or "not kept in either run", width=24) for one in same)]


def why_not(evidence: Evidence) -> str | None:
    """Why there is nothing to compare this row with; None when there is."""
    if evidence.green is not None:
        return None
    if any("another question" in note for note in evidence.row.notes):
        return "the last green run asked another question under this case id"
    if evidence.has_baseline:
        return "the last green run does not hold this row"
    return "no last green run is known: give one with --baseline"


def _changed(one: Twins) -> list[Entry]:
    sign, word = ("+", "only now") if one.green is None else ("-", "only then") if one.now is None else ("~", "changed")
    found = [entry(f"  {sign} ", (one.name, Tone.KEY), f"  {word}")]
    found += [fact("      now", one.now, width=14)] if one.now is not None else []
    return [*found, fact("      last green", one.green, width=16)] if one.green is not None else found


def _facts(now: Evidence, green: Evidence) -> Iterator[Twins]:
    yield Twins("outcome", now.row.outcome.word, green.row.outcome.word)
    yield Twins("value", _value(now.row), _value(green.row))
    for name in ("contract_version", "policy_version", "rubric_version", "judge"):
        yield Twins(name.replace("_", " "), getattr(now.row, name), getattr(green.row, name))
    if now.ranking is not None or green.ranking is not None:
        yield from _order_facts(now.ranking, green.ranking)
    else:
        yield from _answer_facts(now, green)


def _value(row: Row) -> str:
    return versus(row.score, row.minimum) if row.score is not None else f"none, minimum {number(row.minimum)}"


def _answer_facts(now: Evidence, green: Evidence) -> Iterator[Twins]:
    yield Twins("question", _question(now), _question(green))
    yield Twins("answer", _answer(now.attribution), _answer(green.attribution))
    yield Twins("mapper version", _mapper(now.attribution), _mapper(green.attribution))
    for claim in dict.fromkeys([*(now.row.required or ()), *(green.row.required or ())]):
        yield Twins(f"claim {claim}", _claim(now.attribution, claim), _claim(green.attribution, claim))
    yield Twins("cutoff k", _cutoff(now.retrieval), _cutoff(green.retrieval))
    yield Twins("delivered", _delivered(now.retrieval), _delivered(green.retrieval))


def _question(evidence: Evidence) -> str | None:
    return evidence.case.question if evidence.case else None


def _answer(attribution: Attribution | None) -> str | None:
    return attribution.answer if attribution else None


def _mapper(attribution: Attribution | None) -> str | None:
    return attribution.mapper_version if attribution else None


def _claim(attribution: Attribution | None, claim_id: str) -> str | None:
    claim = attribution.of(claim_id) if attribution else None
    if claim is None:
        return None
    stated = "stated" if claim.span is not None or claim.quote else "not stated"
    return f"{stated}, cites {listed(claim.citations)}"


def _cutoff(retrieval: Retrieval | None) -> str | None:
    return str(retrieval.k) if retrieval and retrieval.k is not None else None


def _delivered(retrieval: Retrieval | None) -> str | None:
    return listed(retrieval.delivered) if retrieval and retrieval.delivered is not None else None


def _order_facts(now: RankingArtifact | None, green: RankingArtifact | None) -> Iterator[Twins]:
    for name in ("presented", "actual", "expected"):
        pair = [_order(one, name) for one in (now, green)]
        yield Twins(f"{'returned' if name == 'actual' else name} order", *pair)
    for name in ("judge", "criterion", "criterion_version", "direction", "candidate_digest", "rendered_digest"):
        yield Twins(name.replace("_", " "), getattr(now, name, None), getattr(green, name, None))
    yield Twins("explanation", now.explanation if now else None, green.explanation if green else None)


def _order(artifact: RankingArtifact | None, name: str) -> str | None:
    order: Sequence[str] | None = getattr(artifact, name, None)
    return listed(order) if order is not None else None


def _lists(now: Evidence, green: Evidence) -> Iterator[Entry]:
    """Ids that came or went in the two lists that the metric was given."""
    for name, mine, theirs in (
        ("required", now.row.required, green.row.required),
        ("supported", now.row.supported, green.row.supported),
    ):
        if mine is None or theirs is None or set(mine) == set(theirs):
            continue
        yield blank()
        yield heading(f"The {name} claims")
        for claim in dict.fromkeys([*mine, *theirs]):
            sign, word = ("=", "same") if claim in mine and claim in theirs else _came_or_went(claim in mine)
            yield entry(f"  {sign} ", (claim, Tone.PLAIN if sign == "=" else Tone.KEY), f"  {word}")


def _came_or_went(is_now: bool) -> tuple[str, str]:
    return ("+", "added") if is_now else ("-", "gone")


def _ranks(now: Retrieval | None, green: Retrieval | None) -> Iterator[Entry]:
    """The ranked documents now, each with where it stood."""
    if now is None or green is None or now.retrieved is None or green.retrieved is None:
        return
    mine, theirs = ([chunk.doc_id or "(no id)" for chunk in one.retrieved or ()] for one in (now, green))
    if mine == theirs:
        return
    moved, places = moves(theirs, mine), list(dict.fromkeys(mine))
    yield blank()
    yield heading("The ranking now, against the last green one")
    for rank, doc in enumerate(places[:_MOST_CHUNKS], 1):
        step = moved.get(doc)
        sign = "+ added" if step is None else "= same" if step == 0 else f"^{step} up" if step > 0 else f"v{-step} down"
        yield entry(f"  {rank:>3} ", clean(doc), f"  {sign}")
    for doc in dict.fromkeys(doc for doc in theirs if doc not in mine):
        yield entry("    - ", clean(doc), f"  gone, was rank {theirs.index(doc) + 1}")
