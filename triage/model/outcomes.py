"""The closed vocabularies: outcomes of a row, stages of the walk, owners, confidence."""

from enum import IntEnum, StrEnum


class Outcome(IntEnum):
    """What became of one evaluation.  Four values, never two: an evaluation that did not happen is no failure."""

    PASSED = 0
    FAILED = 1
    INVALID = 2
    NOT_JUDGED = 3

    @property
    def word(self) -> str:
        """The outcome in lower-case words, as reports and screens write it."""
        return self.name.lower().replace("_", " ")


class InvalidKind(StrEnum):
    """Why a row is invalid: the evaluation broke, or nothing was scored and nobody said why."""

    ERROR = "error"
    NOT_SCORED = "not-scored"


class Stage(StrEnum):
    """Where the walk stands, in walking order.  The four last ones are a ranking row's."""

    LOAD = "load"
    METRIC = "metric"
    CONTRACT = "contract"
    ATTRIBUTION = "attribution"
    RETRIEVAL = "retrieval"
    IDENTITY = "identity"
    ORDERS = "orders"
    REQUEST = "request"
    STABILITY = "stability"


COVERAGE_WALK = (Stage.METRIC, Stage.CONTRACT, Stage.ATTRIBUTION, Stage.RETRIEVAL)
RANKING_WALK = (Stage.IDENTITY, Stage.ORDERS, Stage.REQUEST, Stage.STABILITY)


class Owner(StrEnum):
    """The role that can repair a cause; a teams file maps roles to real teams."""

    APPLICATION = "application"
    RETRIEVAL = "retrieval"
    CORPUS = "corpus"
    ATTRIBUTION = "attribution"
    TEST_DATA = "test-data"
    EVALUATION = "evaluation"
    PLATFORM = "platform"
    DOMAIN_REVIEW = "domain-review"
    RELEASE_POLICY = "release-policy"


class Confidence(StrEnum):
    """How firmly the evidence holds a cause.

    certain: the evidence admits no other listed cause.  likely: fits best, one alternative is not ruled out.
    possible: the evidence needed is missing.
    """

    CERTAIN = "certain"
    LIKELY = "likely"
    POSSIBLE = "possible"
