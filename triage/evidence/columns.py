"""Columns that take the room their values need, and rows found by a hash of their id."""

from array import array
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Generic, TypeVar

Value = TypeVar("Value", bound=Hashable)

_TO_A_BUCKET = 32
_FOUR_BYTES = (1 << 32) - 1
_NO_ID = b"\xff"


class Interned(Generic[Value]):
    """A column of few different values: nothing per row while there is one, then two bytes, four when many."""

    __slots__ = ("_codes", "_length", "_numbers", "_values")

    def __init__(self) -> None:
        self._values: list[Value] = []
        self._numbers: dict[Value, int] = {}
        self._codes: array[int] | None = None
        self._length = 0

    def append(self, value: Value) -> None:
        """The next row's value."""
        code = self._code(value)
        if self._codes is not None:
            self._codes.append(code)
        self._length += 1

    def extend(self, values: Sequence[Value]) -> None:
        """The next rows' values."""
        if values.count(values[0]) == len(values):
            code = self._code(values[0])
            if self._codes is not None:
                self._codes.extend([code] * len(values))
            self._length += len(values)
            return
        for value in values:
            self.append(value)

    def known(self, value: Value) -> int | None:
        """The number of a value, None when no row has it."""
        return self._numbers.get(value)

    def code_of(self, row: int) -> int:
        """The number of a row's value."""
        return 0 if self._codes is None else self._codes[row]

    def __getitem__(self, row: int) -> Value:
        return self._values[self.code_of(row)]

    def __setitem__(self, row: int, value: Value) -> None:
        code = self._code(value)
        if self._codes is not None:
            self._codes[row] = code

    def _code(self, value: Value) -> int:
        number = self._numbers.get(value)
        if number is None:
            number = self._numbers[value] = len(self._values)
            self._values.append(value)
            if number == 1:
                self._codes = array("H", bytes(2 * self._length))
            elif number == 1 << 16:
                self._codes = array("I", self._codes or ())
        return number


class Hashes:
    """A column of id hashes, looked up in reading order.  Whoever looks up compares the ids themselves.

    While the column grows a look-up reads all of it; :meth:`settle` sorts it into buckets.
    """

    __slots__ = ("_buckets", "column")

    def __init__(self) -> None:
        self.column = array("q")
        self._buckets: list[array[int]] | None = None

    def settle(self) -> None:
        """Make look-ups quick; what is added later is not found until this is done again."""
        size = 1 << max(len(self.column) // _TO_A_BUCKET, 1).bit_length()
        buckets = [array("I") for _ in range(size)]
        for number, key in enumerate(self.column):
            buckets[key % size].append(number)
        self._buckets = buckets

    def find(self, key: int) -> list[int]:
        """The numbers of all entries with this hash, in reading order."""
        column = self.column
        if self._buckets is not None:
            return [number for number in self._buckets[key % len(self._buckets)] if column[number] == key]
        found, start = [], 0
        try:
            while True:
                start = column.index(key, start) + 1
                found.append(start - 1)
        except ValueError:
            return found

    def repeated(self) -> Iterator[list[int]]:
        """The numbers of every hash that stands more than once, once settled."""
        column = self.column
        for bucket in self._buckets or ():
            keys = [column[number] for number in bucket]
            if len(set(keys)) == len(keys):
                continue
            groups: dict[int, list[int]] = {}
            for key, number in zip(keys, bucket, strict=True):
                groups.setdefault(key, []).append(number)
            yield from (group for group in groups.values() if len(group) > 1)


class Ids:
    """A column of ids in one run of UTF-8 bytes; None is kept as a byte that no text holds."""

    __slots__ = ("_data", "_ends")

    def __init__(self) -> None:
        self._data = bytearray()
        self._ends = array("I")

    def append(self, value: str | None) -> None:
        """The next row's id."""
        self._add(_NO_ID if value is None else value.encode("utf-8", "surrogatepass"))
        self._ends.append(len(self._data))

    def extend(self, values: Sequence[str]) -> None:
        """The next rows' ids."""
        start, joined = len(self._data), "".join(values)
        self._add(joined.encode())
        lengths = map(len, values) if joined.isascii() else (len(value.encode()) for value in values)
        self._ends.extend(islice(accumulate(lengths, initial=start), 1, None))

    def __getitem__(self, row: int) -> str | None:
        data = bytes(self._data[self._ends[row - 1] if row else 0 : self._ends[row]])
        return None if data == _NO_ID else data.decode("utf-8", "surrogatepass")

    def _add(self, data: bytes) -> None:
        self._data += data
        if len(self._data) > _FOUR_BYTES and self._ends.typecode == "I":
            self._ends = array("Q", self._ends)
