"""The release gate itself: reviewed cases, a policy, one result a row, a bundle of evidence."""

from triage.gate.policy import GateRefused
from triage.gate.run import GateResult, run_gate

__all__ = ["GateRefused", "GateResult", "run_gate"]
