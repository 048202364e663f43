"""The process that imports Ragas: jobs as JSON on standard input, answers as JSON on standard output, no network.

It is started by :mod:`triage.reproduce.through_ragas`, so that whatever that import does stays out of the program.
"""

import json
import os
import sys
from typing import Any

_NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg")


def no_network(event: str, _: tuple[Any, ...]) -> None:
    """Refuse everything that leaves this process by a socket; an audit hook, so no library can go round it."""
    if event in _NETWORK:
        raise PermissionError("this process stays offline")


def answer(jobs: list[dict[str, Any]]) -> dict[str, Any]:
    """The version of Ragas, and value and reason for every job in its order; or in words why there are none."""
    from triage.metrics.ragas_metrics import RagasUnavailable, coverage_metric, order_metric

    try:
        coverage = coverage_metric()
        results = []
        for job in jobs:
            first, second = job["first"], job["second"]
            if job["kind"] == "coverage":
                result = coverage.score(required_claim_ids=first, supported_claim_ids=second)
            else:
                result = order_metric(len(first)).score(reference_order=first, returned_order=second)
            results.append({"value": result.value, "reason": result.reason})
    except RagasUnavailable as error:
        return {"problem": str(error)}
    from importlib.metadata import version

    return {"version": version("ragas"), "results": results}


def main() -> None:
    """Answer once.  What libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    jobs = json.loads(sys.stdin.buffer.read())
    sys.addaudithook(no_network)
    answers.write(json.dumps(answer(jobs)).encode("ascii"))
    answers.close()


if __name__ == "__main__":
    main()
