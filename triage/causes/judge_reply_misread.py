"""The judge said something else than was recorded.

What it sees
    The judge's raw reply holds verdicts or a score that differ from the recorded score; or a comparison's explanation
    ends in "best: b" and the order that was read from the same reply puts another candidate first.
Why it matters
    The judge did its work; the parser between its reply and the file did not. One format change breaks every row.
Look-alikes
    score-not-reproducible: there the stored lists differ from the score, and no reply was kept.
    direction-flipped: there the whole order is turned round, not only what stands first.
    ranking-serialisation: there the order was read well and saved badly.
    judge-unstable: there the replies themselves differ.
What to do next
    Run the parser on the kept reply, and pin the reply format in the prompt.
Owner
    evaluation
"""

from collections.abc import Iterator

from triage.causes.cause import Cause, Said
from triage.clues.ranking import comparison
from triage.clues.reply import named_best, reply_score
from triage.model import Confidence, Evidence, Owner, Proof, Stage
from triage.text import number

CAUSE = Cause(
    "judge-reply-misread",
    Stage.METRIC,
    Owner.EVALUATION,
    "run the parser on the kept reply, and pin the reply format in the prompt",
    ("score-not-reproducible", "direction-flipped", "ranking-serialisation"),
)


def look(evidence: Evidence) -> Iterator[Said]:
    """What the reply says against what was recorded."""
    yield from _winners(evidence)
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


def _winners(evidence: Evidence) -> Iterator[Said]:
    """Whom the explanation calls the best in so many words, against the candidate that stands first."""
    view = comparison(evidence)
    if view is None or not view.is_valid or view.raw not in (None, view.actual):
        return
    told, winner = named_best(view.artifact.explanation or "", view.expected), view.winner(view.actual)
    turned = len(view.expected) > 2 and view.actual == view.expected[::-1]
    if told is None or told == winner or turned:
        return
    yield CAUSE.found(
        Proof(f"the explanation names {told} as the best: {str(view.artifact.explanation)[:200]}", view.source),
        Proof(f"the order puts {winner} first: {', '.join(view.actual or ())}", view.source),
        confidence=Confidence.LIKELY,
    )


TOLERANCE = 1e-3
