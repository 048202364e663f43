"""InspectorRAGet: exported evaluations of several models by annotators and algorithms."""

from collections.abc import Iterator

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form
from triage.adapters.native import Found
from triage.adapters.raget import is_raget, read_raget

_TOOL = "InspectorRAGet"


def _recognises(file: ForeignFile) -> bool:
    return file.form is Form.JSON and is_raget(file.document)


def _read(files: Files) -> Iterator[Found]:
    yield from read_raget(_TOOL, files.file.document)


ADAPTER = Adapter(
    name="inspector_raget",
    tool=_TOOL,
    reads="an evaluation of several models",
    by="tasks and models with evaluations (version 1) or results (version 2), each of a task_id and a model_id",
    recognises=_recognises,
    read=_read,
    keep="InspectorRAGet keeps no claims: let an annotator mark which contexts are relevant (context_relevance) and "
    "write a <metric>_reason for each grade",
)
