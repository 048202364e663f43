"""Files that are one JSON document, or YAML: decoded once and held."""

import json

from triage.evidence.fields import Record
from triage.evidence.index import Index, ReadFile, as_record
from triage.evidence.intake import take_record
from triage.evidence.lines import BOM
from triage.evidence.places import Place
from triage.evidence.tolerant import Piece, Problem, decode, read_line
from triage.evidence.yaml_text import Broken, read_documents
from triage.model import Source, Unread


def index_json(index: Index, number: int, data: bytes) -> None:
    """Index one JSON document: a record, or a list of records."""
    file = index.files[number]
    file.held = True
    name = file.source.name
    if data.startswith(BOM):
        index.note("BOM removed", Source(name, 1))
        data = data[len(BOM) :]
    reading = read_line(data)
    if reading.problem or len(reading.pieces) != 1:
        problem = reading.problem or Problem(0, "the file holds more than one JSON document")
        index.lose(file, _document_problem(name, data, problem))
        return
    piece = reading.pieces[0]
    if isinstance(piece.value, list):
        for place, (value, twice) in enumerate(_elements(data, piece)):
            _hold(index, number, Piece(0, value, twice), Source(name, 0, f"/{place}"))
    else:
        _hold(index, number, piece, Source(name, 1))


def index_yaml(index: Index, number: int, data: bytes) -> None:
    """Index every record of a YAML file."""
    file = index.files[number]
    file.held = True
    name = file.source.name
    try:
        text = data.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        words = f"byte 0x{data[error.start]:02x} at position {error.start + 1} of the file is not UTF-8"
        index.lose(file, Unread(name, line, 0, words))
        return
    if data.startswith(BOM):
        index.note("BOM removed", Source(name, 1))
    for entry in read_documents(text):
        if isinstance(entry, Broken):
            index.lose(file, Unread(name, entry.line, entry.column, entry.words))
        elif isinstance(entry.value, dict):
            _keep(index, number, Record(entry.value, Source(name, entry.line), entry.repeated, entry.keys))
        elif entry.value is not None:
            index.lose(file, Unread(name, entry.line, 0, "not a record: a mapping was expected"))


def _elements(data: bytes, piece: Piece) -> list[tuple[object, tuple[str, ...]]]:
    """The elements of a list document, each with the keys that it gives twice."""
    if not (piece.nested or piece.repeated):
        return [(value, ()) for value in piece.value]
    found: list[tuple[object, tuple[str, ...]]] = []
    for value, text in zip(piece.value, _texts(data), strict=True):
        found.append((value, decode(text).repeated))
    return found


def _texts(data: bytes) -> list[bytes]:
    """The text of every element of a list that is known to parse."""
    text, decoder = data.decode(), json.JSONDecoder(strict=False)
    found: list[bytes] = []
    position = text.index("[") + 1
    while True:
        while text[position] in " \t\r\n,":
            position += 1
        if text[position] == "]":
            return found
        _, end = decoder.raw_decode(text, position)
        found.append(text[position:end].encode("utf-8", "surrogatepass"))
        position = end


def _hold(index: Index, number: int, piece: Piece, source: Source) -> None:
    if isinstance(piece.value, dict):
        _keep(index, number, as_record(piece, source))
    else:
        file = index.files[number]
        index.lose(file, Unread(str(source), 0, 0, "not a record: an object was expected"))


def _keep(index: Index, number: int, record: Record) -> None:
    index.held.append(record)
    take_record(index, record, Place(number, len(index.held) - 1, record.source.line))


def _document_problem(name: str, data: bytes, problem: Problem) -> Unread:
    before = data.decode(errors="replace")[: problem.position]
    words = "the file ends inside a record" if problem.torn else problem.words.replace("of the line", "of the file")
    column = len(before) - (before.rfind("\n") + 1) + 1
    return Unread(name, before.count("\n") + 1, column, words, problem.torn)


def is_too_large(index: Index, file: ReadFile, limit: int) -> bool:
    """Say so, and read nothing, when a document is larger than the limit."""
    if file.source.size <= limit:
        return False
    words = f"the document is larger than {limit >> 20} MiB: save its records as JSON Lines"
    index.lose(file, Unread(file.source.name, 0, 0, words))
    return True
