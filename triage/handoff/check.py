"""How the next team checks a handoff, and knows that the fault is gone."""

from triage.handoff.origin import Origin
from triage.handoff.select import selector
from triage.handoff.words import code, command, item, prose
from triage.model import Diagnosis, Outcome, Row, Stage
from triage.text import clean

_COMMAND_LIMIT = 900
_RECOMPUTE = (
    "- places above are those of the run; `inputs/` holds its records anew, `handoff.json` says where\n"
    "- in the folder of this handoff:\n"
    "```\ntriage reproduce .   # the recorded numbers again, from the frozen inputs\n"
    "triage .             # the same walk\n```"
)


def check(diagnosis: Diagnosis, origin: Origin, *, in_folder: bool = False) -> str:
    """The last section: commands, when it is fixed, the cheapest next look.

    In a handoff's own folder the commands are those of whoever receives it, else those of whoever has the run.
    """
    row = diagnosis.row
    shown = _RECOMPUTE if in_folder else _open_again(row, origin)
    same = "the next run shows this row" if in_folder else "the same command on the next run shows this row"
    lines = ["**Check**", shown, item(*prose(f"fixed when {same} {_fixed_when(row, diagnosis.stage)}"))]
    if looks := list(dict.fromkeys(finding.next for finding in diagnosis.findings if not finding.secondary)):
        lines.append(item("next look:", *prose(clean(looks[0])[:300])))
    return "\n".join(lines)


def _open_again(row: Row, origin: Origin) -> str:
    words: list[str | tuple[str, str]] = ["triage", *origin.paths]
    if origin.baseline:
        words.append(("--baseline", origin.baseline))
    words.append(("--row", selector(row)))
    shown = command(words)
    typed = (*origin.paths, origin.baseline or "", selector(row))
    if len(shown) > _COMMAND_LIMIT or any(clean(word) != word for word in typed):
        return item("`triage` with the paths of the run, and", f"`--row` {code(selector(row))}")
    return shown


def _fixed_when(row: Row, stage: Stage | None) -> str:
    if row.outcome is Outcome.INVALID:
        return "with a valid score, passed or failed"
    if row.minimum is not None and row.score is not None:
        side = "or below" if row.lower_is_better else "or above"
        # Where the contract itself is at fault, it may be what has to change.
        under = "" if stage is Stage.CONTRACT else " under the same contract version"
        return f"passed, at {row.minimum!r} {side}{under}"
    return "passed"
