"""Measurements of the program: how right its diagnoses are, and what they cost."""
