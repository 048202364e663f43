"""Triage a red RAG release gate: from the metric to the owner, with the evidence in hand."""

__version__ = "0.1.0"
