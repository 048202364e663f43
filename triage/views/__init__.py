"""What a person reads of a row, as lines of text: drawn by the console, printed by ``--plain`` and the report.

Every view is a pure function of the evidence.  :mod:`triage.views.stages` holds the stages of the walk in one tuple.
"""
