"""The judge said something else than was recorded.

What it sees
    The judge's raw reply holds verdicts or a score that differ from the recorded score.
Why it matters
    The judge did its work; the parser between its reply and the file did not. One format change breaks every row.
Look-alikes
    score-not-reproducible: there the stored lists differ from the score, and no reply was kept.
    judge-unstable: there the replies themselves differ.
What to do next
    Run the parser on the kept reply, and pin the reply format in the prompt.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.reply import reply_score
from triage.model import Confidence, Evidence, Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "judge-reply-misread",
    Stage.METRIC,
    Owner.EVALUATION,
    "run the parser on the kept reply, and pin the reply format in the prompt",
    ("score-not-reproducible",),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """What the reply says against what was recorded."""
    row = evidence.row
    reply = row.judge_text or row.raw.get("verdict_text")
    if not isinstance(reply, str) or row.score is None:
        return
    told = reply_score(reply, len(row.required or ()))
    if told is None:
        return
    if abs(told.value - row.score) <= TOLERANCE:
        yield CAUSE.ruled_out(f"the judge's reply reads as {number(told.value)}: {told.words}", row.source)
        return
    yield CAUSE.found(
        Proof(f"the judge replied: {reply.strip()[:200]}", row.source),
        Proof(f"its reply reads as {number(told.value, row.score)} ({told.words})", row.source),
        Proof(f"recorded {number(row.score, told.value)}", row.source),
        confidence=Confidence.CERTAIN if told.counted else Confidence.LIKELY,
    )


TOLERANCE = 1e-3
