"""Every cause holds on its own example, and keeps quiet on its nearest look-alike."""

from pathlib import Path

import pytest
import yaml

from triage.causes import CAUSES, RULES, RUN_CAUSES, SLUGS

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "causes"
EXAMPLES = {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}
OF_A_RUN = frozenset(rule.CAUSE.slug for rule in RUN_CAUSES)
HEADINGS = ("What it sees", "Why it matters", "Look-alikes", "What to do next", "Owner")

# The specification's own table, so that neither side can move alone.
OWNERS = """
    unreadable-row test-data; truncated-artifact platform; planned-rows-missing platform;
    duplicate-row-conflict evaluation; unreadable-artifact platform; empty-requirements test-data;
    duplicate-required-claim test-data; blank-required-claim test-data; duplicate-supported-claim attribution;
    blank-supported-claim attribution; claim-vocabulary-migrated test-data; unknown-supported-claim attribution;
    metric-call-error evaluation; metric-execution-error evaluation; judge-unavailable platform;
    score-not-a-number evaluation; score-out-of-range evaluation; score-not-reproducible evaluation;
    reason-contradicts-lists evaluation; attempts-disagree evaluation; mapper-unstable attribution;
    cached-verdict-stale evaluation; judge-reply-misread evaluation; judge-addressed-by-data evaluation;
    aggregate-hides-invalid evaluation; denominator-drift test-data; contract-changed domain-review;
    threshold-drift release-policy; status-contradicts-score release-policy; conditions-differ evaluation;
    support-mapper-dropped-claim attribution; broken-id-join attribution; label-gap test-data;
    wrong-citation application; mixed-citation application; uncited-claim application;
    citation-not-visible application; answer-omits-claim application; false-support attribution;
    extra-claim application; abstained-with-evidence application; answered-unanswerable application;
    attribution-missing attribution; retrieval-miss retrieval; below-cutoff retrieval; context-dropped application;
    evidence-missing-from-chunk corpus; not-in-corpus corpus; restricted-document-shown retrieval;
    noisy-context retrieval; retrieval-record-missing retrieval; candidates-changed application;
    candidate-set-mismatch evaluation; candidate-renamed evaluation; not-a-permutation evaluation;
    ranking-serialisation evaluation; rendered-request-incomplete evaluation; lost-at-request-boundary platform;
    direction-flipped evaluation; criterion-leakage evaluation; position-bias evaluation; judge-unstable evaluation;
    context-sensitive-order evaluation; judge-config-changed evaluation; judge-disagrees evaluation;
    label-disputed domain-review; near-tie domain-review; agreement-not-reproducible evaluation;
    hallucination-with-good-context application; incomplete-context retrieval; noisy-retrieval retrieval;
    retrieval-and-generation retrieval; off-topic-answer application; context-missing test-data;
    reference-missing test-data
"""
SPECIFIED = dict(entry.split() for entry in OWNERS.split(";"))


def told(slug):
    return yaml.safe_load(EXAMPLES[slug].read_text(encoding="utf-8"))


def everything_found(examination):
    rows = range(len(examination.bundle.rows))
    in_rows = [finding for number in rows for finding in examination.diagnosis(number).findings]
    return {finding.cause for finding in (*in_rows, *examination.findings)}


def left_open(examination):
    rows = range(len(examination.bundle.rows))
    in_rows = [word for number in rows for word in examination.diagnosis(number).cannot_tell]
    return {word.cause: word.needs for word in (*in_rows, *examination.cannot_tell)}


@pytest.mark.parametrize("slug", EXAMPLES)
def test_a_cause_holds_on_its_example(slug, examined):
    example = told(slug)
    expected, examination = example["expect"], examined(example["fires"])
    assert not [needs for needs in left_open(examination).values() if "internal fault" in needs]
    if slug in OF_A_RUN:
        found = next(one for one in examination.findings if one.cause == slug)
        assert (found.owner, found.confidence) == (expected["owner"], expected["confidence"])
        assert found.evidence
        return
    diagnosis = examination.diagnosis(0)
    assert diagnosis.cause == expected.get("cause", slug)
    assert diagnosis.owner == expected.get("owner")
    assert diagnosis.confidence == expected.get("confidence")
    if diagnosis.cause == "undetermined":
        assert slug in {word.cause for word in diagnosis.cannot_tell}
        return
    lead = diagnosis.findings[0]
    assert (lead.cause, lead.secondary, lead.claim_id) == (slug, False, expected.get("claim"))
    assert all(proof.source.path for proof in lead.evidence)
    assert list(diagnosis.owners) == expected.get("owners", [expected["owner"]])


@pytest.mark.parametrize("slug", EXAMPLES)
def test_a_cause_keeps_quiet_on_its_nearest_look_alike(slug, examined):
    example = told(slug)
    examination = examined(example["quiet"])
    found = everything_found(examination)
    assert slug not in found
    if example["expect"].get("cause") == "undetermined":
        assert slug not in left_open(examination)
    named = example["quiet_is"]
    if named == "healthy":
        assert found == set()
    elif named == "undetermined":
        assert examination.diagnosis(0).cause == named
    elif named in OF_A_RUN:
        assert named in {one.cause for one in examination.findings}
    else:
        assert examination.diagnosis(0).cause == named


def test_every_cause_has_an_example_and_every_example_a_cause():
    assert set(EXAMPLES) == SLUGS


@pytest.mark.parametrize("slug", EXAMPLES)
def test_an_example_says_in_words_what_to_look_at(slug):
    text = EXAMPLES[slug].read_text(encoding="utf-8")
    assert text.startswith("# ") and text.splitlines()[0].endswith(".")
    assert set(told(slug)) == {"expect", "fires", "quiet_is", "quiet"}


def test_no_slug_is_given_twice():
    assert len(CAUSES) == len(SLUGS)


def test_every_owner_is_the_specified_one():
    assert {cause.slug: cause.owner.value for cause in CAUSES} == SPECIFIED


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.CAUSE.slug)
def test_a_cause_is_one_file_that_documents_itself(rule):
    assert Path(rule.__file__).stem == rule.CAUSE.slug.replace("-", "_")
    lines = rule.__doc__.rstrip().splitlines()
    assert lines[0].endswith(".") and not lines[1]
    assert [line for line in lines[1:] if line and not line.startswith(" ")] == list(HEADINGS)
    sections = dict(zip(HEADINGS, _sections(lines), strict=True))
    assert all(sections.values())
    assert sections["Owner"].replace(",", " ").split()[0] == rule.CAUSE.owner


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.CAUSE.slug)
def test_the_look_alikes_exist_and_are_told_apart_in_words(rule):
    lookalikes = dict(zip(HEADINGS, _sections(rule.__doc__.rstrip().splitlines()), strict=True))["Look-alikes"]
    for slug in rule.CAUSE.look_alikes:
        assert slug in SLUGS - {rule.CAUSE.slug}
        assert slug in lookalikes


def _sections(lines):
    starts = [number for number, line in enumerate(lines) if line in HEADINGS]
    return [" ".join(lines[at + 1 : end]).strip() for at, end in zip(starts, [*starts[1:], None], strict=True)]
