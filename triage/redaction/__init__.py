"""Masks for what must not leave the machine: one redactor for the screen, the clipboard and every export.

Nothing in here reads a file or the network.
"""

from triage.redaction.hits import BEST_EFFORT, TOUCHED, Hit, touches
from triage.redaction.patterns import Pattern, compile_patterns
from triage.redaction.redactor import Redactor

__all__ = ["BEST_EFFORT", "TOUCHED", "Hit", "Pattern", "Redactor", "compile_patterns", "touches"]
