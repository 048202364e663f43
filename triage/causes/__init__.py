"""Every cause in walk order: the order is the only precedence there is.

``METRIC_CAUSES``, ``CONTRACT_CAUSES`` and ``ANSWER_CAUSES`` judge a whole row, ``CLAIM_CAUSES`` one missing claim,
``RELEVANCE_CAUSES`` one relevant document that was not found, ``PROFILE_CAUSES`` a metric profile, ``RANKING_CAUSES``
one comparison, ``RUN_CAUSES`` the bundle.
``PASSING_CAUSES``, and ``PASSING_CLAIM_CAUSES`` for a claim that nobody counted, make a passing row green for the wrong
reason; ``OUTRANKING`` come before everything else.
"""

from triage.causes import (
    abstained_with_evidence,
    aggregate_hides_invalid,
    agreement_not_reproducible,
    answer_omits_claim,
    answered_unanswerable,
    attempts_disagree,
    attribution_missing,
    below_cutoff,
    blank_required_claim,
    blank_supported_claim,
    broken_id_join,
    cached_verdict_stale,
    candidate_renamed,
    candidate_set_mismatch,
    candidates_changed,
    citation_not_visible,
    claim_vocabulary_migrated,
    conditions_differ,
    context_dropped,
    context_missing,
    context_sensitive_order,
    contract_changed,
    criterion_leakage,
    denominator_drift,
    direction_flipped,
    duplicate_required_claim,
    duplicate_row_conflict,
    duplicate_supported_claim,
    empty_requirements,
    evidence_missing_from_chunk,
    extra_claim,
    false_support,
    hallucination_with_good_context,
    incomplete_context,
    judge_addressed_by_data,
    judge_config_changed,
    judge_disagrees,
    judge_reply_misread,
    judge_unavailable,
    judge_unstable,
    label_disputed,
    label_gap,
    lost_at_request_boundary,
    mapper_unstable,
    metric_call_error,
    metric_execution_error,
    mixed_citation,
    near_tie,
    noisy_context,
    noisy_retrieval,
    not_a_permutation,
    not_in_corpus,
    off_topic_answer,
    planned_rows_missing,
    position_bias,
    ranking_serialisation,
    reason_contradicts_lists,
    reference_missing,
    rendered_request_incomplete,
    restricted_document_shown,
    retrieval_and_generation,
    retrieval_miss,
    retrieval_record_missing,
    score_not_a_number,
    score_not_reproducible,
    score_out_of_range,
    status_contradicts_score,
    support_mapper_dropped_claim,
    threshold_drift,
    truncated_artifact,
    uncited_claim,
    unknown_supported_claim,
    unreadable_artifact,
    unreadable_row,
    wrong_citation,
)
from triage.causes.cause import Cause, ClaimRule, RowRule, RunRule

OUTRANKING: tuple[RowRule, ...] = (restricted_document_shown,)

METRIC_CAUSES: tuple[RowRule, ...] = (
    unreadable_row,
    duplicate_row_conflict,
    empty_requirements,
    duplicate_required_claim,
    blank_required_claim,
    duplicate_supported_claim,
    blank_supported_claim,
    claim_vocabulary_migrated,
    unknown_supported_claim,
    metric_call_error,
    judge_unavailable,
    metric_execution_error,
    judge_addressed_by_data,
    judge_reply_misread,
    score_out_of_range,
    context_missing,
    reference_missing,
    score_not_a_number,
    score_not_reproducible,
    reason_contradicts_lists,
    attempts_disagree,
    mapper_unstable,
    cached_verdict_stale,
)

CONTRACT_CAUSES: tuple[RowRule, ...] = (
    status_contradicts_score,
    denominator_drift,
    contract_changed,
    threshold_drift,
    conditions_differ,
)

ANSWER_CAUSES: tuple[RowRule, ...] = (answered_unanswerable, extra_claim, false_support, noisy_context)

CLAIM_CAUSES: tuple[ClaimRule, ...] = (
    support_mapper_dropped_claim,
    broken_id_join,
    label_gap,
    wrong_citation,
    mixed_citation,
    uncited_claim,
    citation_not_visible,
    answer_omits_claim,
    abstained_with_evidence,
    attribution_missing,
    retrieval_miss,
    below_cutoff,
    context_dropped,
    evidence_missing_from_chunk,
    not_in_corpus,
    retrieval_record_missing,
)

RELEVANCE_CAUSES: tuple[ClaimRule, ...] = (
    broken_id_join,
    label_gap,
    retrieval_miss,
    below_cutoff,
    not_in_corpus,
    retrieval_record_missing,
)

RANKING_CAUSES: tuple[RowRule, ...] = (
    candidates_changed,
    candidate_set_mismatch,
    candidate_renamed,
    ranking_serialisation,
    not_a_permutation,
    rendered_request_incomplete,
    lost_at_request_boundary,
    direction_flipped,
    criterion_leakage,
    position_bias,
    judge_unstable,
    context_sensitive_order,
    judge_config_changed,
    near_tie,
    judge_disagrees,
    label_disputed,
    agreement_not_reproducible,
)

PROFILE_CAUSES: tuple[RowRule, ...] = (
    retrieval_and_generation,
    hallucination_with_good_context,
    incomplete_context,
    noisy_retrieval,
    off_topic_answer,
)

PASSING_CAUSES: tuple[RowRule, ...] = (
    restricted_document_shown,
    judge_addressed_by_data,
    judge_reply_misread,
    score_not_reproducible,
    status_contradicts_score,
    false_support,
    agreement_not_reproducible,
)

PASSING_CLAIM_CAUSES: tuple[ClaimRule, ...] = (support_mapper_dropped_claim,)

RUN_CAUSES: tuple[RunRule, ...] = (
    truncated_artifact,
    planned_rows_missing,
    unreadable_artifact,
    aggregate_hides_invalid,
)

RULES: tuple[RowRule | ClaimRule | RunRule, ...] = (
    *RUN_CAUSES[:3],
    *METRIC_CAUSES,
    *RUN_CAUSES[3:],
    *CONTRACT_CAUSES,
    *CLAIM_CAUSES,
    *ANSWER_CAUSES,
    *OUTRANKING,
    *RANKING_CAUSES,
    *PROFILE_CAUSES,
)
CAUSES: tuple[Cause, ...] = tuple(rule.CAUSE for rule in RULES)
SLUGS: frozenset[str] = frozenset(cause.slug for cause in CAUSES)
