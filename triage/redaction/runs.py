"""Stretches of digits with single separators between them: where card, phone and account numbers are looked for."""

import re
from collections.abc import Iterator
from typing import NamedTuple

BLANKS = " \t\u00a0\u2007\u2009\u202f"
DASHES = "\\-\u2010\u2011\u2012\u2013"

_RUN = re.compile(rf"(?<![\w#])[+＋(（]{{0,2}}\d(?:[{BLANKS}{DASHES}().（）/]{{0,3}}\d)*")
_FEWEST_DIGITS = 7


class Run(NamedTuple):
    """A stretch of digits and where it starts in its text, in code points."""

    text: str
    start: int


def runs(text: str) -> Iterator[Run]:
    """The stretches with as many digits as the shortest phone number, none of them inside a word or an id."""
    for found in _RUN.finditer(text):
        if found.end() - found.start() >= _FEWEST_DIGITS and digits_of(found[0]) >= _FEWEST_DIGITS:
            yield Run(found[0], found.start())


def digits_of(text: str) -> int:
    """How many digits, of any script, a text holds."""
    return sum(character.isdecimal() for character in text)


def plain_digits(text: str) -> str:
    """The digits of a text, of any script, as ASCII digits."""
    return "".join(str(int(character)) for character in text if character.isdecimal())
