"""Faults of a judged comparison, from the identity of the candidates outward to the request."""

from benchmarks.faults.comparison import against, comparison, digest_of, returned
from benchmarks.faults.judge_faults import (
    agreement_wrong,
    context_sensitive,
    direction_flipped,
    judge_changed,
    judge_disagrees,
    label_disputed,
    leakage,
    near_tie,
    position_bias,
    unstable,
)
from benchmarks.faults.kinds import Fault
from benchmarks.faults.specimen import Record, Specimen


def _artifact(specimen: Specimen) -> Record:
    assert specimen.now.ranking is not None
    return specimen.now.ranking


def candidates_changed(specimen: Specimen) -> tuple[str, ...]:
    artifact, rng = against(specimen), specimen.rng
    candidates = artifact["request"]["candidates"]
    changed = rng.choice(candidates)
    changed["text"] = specimen.domain.told[0].format(n=specimen.unique())
    digest_of(artifact, candidates)
    if rng.random() < 0.3:
        artifact["candidate_digest"] = artifact["candidate_digest"][:12]
    return ()


def set_mismatch(specimen: Specimen) -> tuple[str, ...]:
    """The presented ids are not the expected ones; what came back are the presented ones."""
    artifact, shown = _artifact(specimen), list(_artifact(specimen)["presented_order"])
    if specimen.rng.random() < 0.5:
        shown.pop()
    else:
        shown[0] = specimen.new_id("candidate")
    artifact["presented_order"] = shown
    artifact["attempts"] = []
    returned(artifact, shown)
    return ()


def renamed(specimen: Specimen) -> tuple[str, ...]:
    artifact = _artifact(specimen)
    order = list(artifact["expected_order"])
    order[specimen.rng.randrange(len(order))] = specimen.new_id("candidate")
    returned(artifact, order)
    artifact["attempts"] = []
    return ()


def not_a_permutation(specimen: Specimen) -> tuple[str, ...]:
    artifact, rng = _artifact(specimen), specimen.rng
    order = list(artifact["expected_order"])
    way = rng.choice(("missing", "duplicate", "both", "unknown", "prose"))
    if way == "missing":
        order.pop(rng.randrange(1, len(order)))
    elif way == "duplicate":
        order.append(order[0])
    elif way == "both":
        order[-1] = order[0]
    elif way == "unknown":
        order.append(specimen.new_id("candidate"))
    returned(artifact, order)
    if way == "prose":
        artifact.update(raw_order=None, actual_order=specimen.domain.bare)
    artifact["attempts"] = []
    return ()


def serialisation(specimen: Specimen) -> tuple[str, ...]:
    """The judge's own order is right; what was saved is not."""
    artifact, rng = _artifact(specimen), specimen.rng
    order = list(artifact["expected_order"])
    saved = rng.choice((order[::-1], order[:-1], [*order, order[0]], order[1:] + order[:1]))
    artifact.update(actual_order=saved, must_win_actual=saved[0])
    if rng.random() < 0.5:
        artifact["raw_labels"] = "presented"
        artifact["raw_order"] = [str(artifact["presented_order"].index(one) + 1) for one in order]
    return ()


def request_incomplete(specimen: Specimen) -> tuple[str, ...]:
    artifact, rng = against(specimen), specimen.rng
    request = artifact["request"]
    shown = request["candidates"]
    way = rng.choice(("absent", "clipped", "repeated", "passage", "digest"))
    if way == "absent":
        shown.pop(rng.randrange(len(shown)))
    elif way == "clipped":
        one = rng.choice(shown)
        one["text"] = one["text"][: len(one["text"]) // 2]
    elif way == "repeated":
        shown[-1] = dict(shown[0])
    elif way == "passage":
        request["context"] = []
    frozen = specimen.now.ranking_case
    assert frozen is not None
    digest_of(artifact, frozen["candidates"])
    if way == "digest":
        artifact["rendered_digest"] = artifact["rendered_digest"][::-1]
        artifact.pop("request")
    elif rng.random() < 0.5:
        artifact.pop("rendered_digest")
    return ()


def lost_at_boundary(specimen: Specimen) -> tuple[str, ...]:
    request, sent = against(specimen)["request"], specimen.rng.randrange(3000, 9000)
    if specimen.rng.random() < 0.5:
        request["truncated"] = True
    else:
        request.pop("truncated")
        request.update(tokens_sent=sent, tokens_seen=sent // 2)
    return ()


RANKING_FAULTS = tuple(
    Fault(cause, owner, inject, 3, comparison)
    for cause, owner, inject in (
        ("candidates-changed", "application", candidates_changed),
        ("candidate-set-mismatch", "evaluation", set_mismatch),
        ("candidate-renamed", "evaluation", renamed),
        ("not-a-permutation", "evaluation", not_a_permutation),
        ("ranking-serialisation", "evaluation", serialisation),
        ("rendered-request-incomplete", "evaluation", request_incomplete),
        ("lost-at-request-boundary", "platform", lost_at_boundary),
        ("direction-flipped", "evaluation", direction_flipped),
        ("criterion-leakage", "evaluation", leakage),
        ("position-bias", "evaluation", position_bias),
        ("judge-unstable", "evaluation", unstable),
        ("context-sensitive-order", "evaluation", context_sensitive),
        ("judge-config-changed", "evaluation", judge_changed),
        ("judge-disagrees", "evaluation", judge_disagrees),
        ("label-disputed", "domain-review", label_disputed),
        ("near-tie", "domain-review", near_tie),
        ("agreement-not-reproducible", "evaluation", agreement_wrong),
    )
)
