"""Rows read in full for comparing, as many as can be read while somebody waits."""

from collections.abc import Iterator

from triage.evidence import Bundle
from triage.model import Row

MOST_ROWS = 5_000


def rows_read(bundle: Bundle) -> Iterator[Row]:
    """The first ``MOST_ROWS`` rows in reading order; who shows a count beside them says so."""
    return (bundle.row(number) for number in range(min(len(bundle.rows), MOST_ROWS)))
