"""The nouns of a red gate: what was read, what came out of it, what was found.

Nothing in here reads, computes or draws.  Every other room imports these names from this one.
"""

from triage.model.evidence import Evidence, Inventory
from triage.model.findings import CannotTell, Diagnosis, Finding, Proof, RuledOut
from triage.model.lines import Line, Tone, plain
from triage.model.manifest import Manifest, Policy
from triage.model.outcomes import Confidence, InvalidKind, Outcome, Owner, Stage
from triage.model.ranking import RankingArtifact, RankingAttempt, RankingCase, Request
from triage.model.records import (
    Attribution,
    Case,
    Chunk,
    Document,
    Fault,
    Label,
    Retrieval,
    Row,
    Source,
    StatedClaim,
    Unread,
)

__all__ = [
    "Attribution",
    "CannotTell",
    "Case",
    "Chunk",
    "Confidence",
    "Diagnosis",
    "Document",
    "Evidence",
    "Fault",
    "Finding",
    "InvalidKind",
    "Inventory",
    "Label",
    "Line",
    "Manifest",
    "Outcome",
    "Owner",
    "Policy",
    "Proof",
    "RankingArtifact",
    "RankingAttempt",
    "RankingCase",
    "Request",
    "Retrieval",
    "Row",
    "RuledOut",
    "Source",
    "Stage",
    "StatedClaim",
    "Tone",
    "Unread",
    "plain",
]
