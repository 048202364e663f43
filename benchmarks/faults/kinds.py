"""What a fault is: the cause that is planted, who owns it, how it is planted, and in which healthy evidence."""

from collections.abc import Callable
from typing import NamedTuple

from benchmarks.faults.specimen import Specimen

Inject = Callable[[Specimen], tuple[str, ...]]
Grow = Callable[..., Specimen]


class Fault(NamedTuple):
    """``inject`` plants the cause and names the claims that go missing by it (none for a fault of the row).

    ``claims`` is the least number of claims it needs.  ``grow`` is another maker of healthy evidence than coverage.
    """

    cause: str
    owner: str
    inject: Inject
    claims: int = 1
    grow: Grow | None = None
