"""The formulas, as pure functions: nothing here reads a file, and nothing guesses a value that is not defined.

Import the modules by name: ``coverage``, ``grounded``, ``relevance``, ``ranking``, ``judging``, ``claim_matrix``,
``statistics``, ``aggregates``.  ``ragas_metrics`` is the same contract behind Ragas and is imported only on purpose.
"""
