"""What an adapter is: how it recognises a file, how it reads it, and what its tool could keep for the walk."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from triage.adapters.file import ForeignFile
from triage.adapters.native import Found


@dataclass
class Files:
    """A file to be read and the others of its bundle that no native reader takes.

    An adapter that reads another file too puts its name into ``joined``; that file is then not read by itself.
    """

    file: ForeignFile
    others: Sequence[ForeignFile] = ()
    joined: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Adapter:
    """One format of one tool.

    ``recognises`` looks at the content and never raises; ``read`` gives records and remarks, and may raise
    :class:`triage.adapters.file.Unreadable`.  ``by`` says in words what it is recognised by.  ``keep`` says how the
    tool can be made to keep what the walk needs, empty where nothing more can be had.  A ``side`` file (a dataset, a
    list of judgements) belongs to another and is read by itself only when none asked for it.  A ``weak`` adapter is
    asked after the native reader has found nothing.
    """

    name: str
    tool: str
    reads: str
    by: str
    recognises: Callable[[ForeignFile], bool]
    read: Callable[[Files], Iterator[Found]]
    keep: str = ""
    side: bool = False
    weak: bool = False
