"""The headless front ends: one examination as JSON (public API) or as linear text."""
