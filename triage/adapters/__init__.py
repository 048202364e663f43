"""Files that other tools wrote, read as they are: one file per format, recognised by content."""

from triage.adapters.adapter import Adapter, Files
from triage.adapters.file import ForeignFile, Form, Item, Table, Unreadable
from triage.adapters.native import Found, Lost, Native, Result, Said, Spot

__all__ = [
    "Adapter",
    "Files",
    "ForeignFile",
    "Form",
    "Found",
    "Item",
    "Lost",
    "Native",
    "Result",
    "Said",
    "Spot",
    "Table",
    "Unreadable",
]
