"""The same jobs through Ragas, in a process of its own: tracking off, offline, all rows at once."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from triage.reproduce.outcome import Job, Recomputed, different

TIMEOUT = 120.0
_SECRET = re.compile("KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_OFFLINE = {"RAGAS_DO_NOT_TRACK": "true", "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "DO_NOT_TRACK": "1"}
_WORKER = "triage.reproduce.worker"


class Answers(NamedTuple):
    """What Ragas said: value and reason for each job in order; without a ``version`` nothing, ``problem`` says why."""

    version: str | None
    results: tuple[tuple[Any, str], ...] = ()
    problem: str | None = None


def through_ragas(jobs: Sequence[Job], timeout: float = TIMEOUT) -> Answers:
    """Compute the jobs in a child process, at most ``timeout`` seconds long.  Never raises: a problem is told."""
    if not jobs:
        return Answers(None)
    asked = json.dumps([{"kind": one.kind, "first": one.first, "second": one.second} for one in jobs])
    # -P keeps modules of the working folder, which may be the evidence's, from being imported.
    command = [sys.executable, "-P", "-m", _WORKER]
    try:
        done = subprocess.run(
            command, input=asked.encode("ascii"), capture_output=True, timeout=timeout, env=_environment(), check=False
        )
    except subprocess.TimeoutExpired:
        return Answers(None, problem=f"ragas gave no answer within {timeout:g} seconds")
    except OSError as error:
        return Answers(None, problem=f"no process for ragas could be started ({error.strerror})")
    return _read(done, len(jobs))


def _environment() -> dict[str, str]:
    """The environment without what looks like a secret."""
    return {name: value for name, value in os.environ.items() if not _SECRET.search(name)} | _OFFLINE


def _read(done: "subprocess.CompletedProcess[bytes]", jobs: int) -> Answers:
    try:
        told = json.loads(done.stdout)
        if "problem" in told:
            return Answers(None, problem=str(told["problem"]))
        results = tuple((one["value"], str(one["reason"] or "")) for one in told["results"])
        if len(results) == jobs:
            return Answers(str(told["version"]), results)
    except (ValueError, KeyError, TypeError):
        pass
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return Answers(
        None, problem=f"the process for ragas ended with {done.returncode}: {said[-1] if said else 'no word'}"
    )


def compared(results: Sequence[Recomputed], answers: Answers) -> list[Recomputed]:
    """The results beside Ragas's answers to their jobs: where the two formulas disagree, the result is different."""
    if answers.version is None:
        return list(results)
    told = iter(answers.results)
    return [_beside(one, *next(told), answers.version) if one.job else one for one in results]


def _beside(result: Recomputed, value: Any, reason: str, version: str) -> Recomputed:
    assert result.job is not None
    job = result.job
    mine = list(job.value) if isinstance(job.value, tuple) else job.value
    if mine == value and (value is not None or reason.endswith(job.reason)):
        return result
    words = f"triage computes {_shown(mine, job.reason)}, ragas {version} {_shown(value, reason)}"
    return different(f"{result.words}; {words}", result.value, job)


def _shown(value: Any, reason: str) -> str:
    return f"no value ({reason})" if value is None else str(value)
