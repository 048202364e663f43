"""The README says what the program does: keys, commands, figures and pictures."""

import re

import pytest

from tests.readme import README, current
from triage.cli import COMMANDS
from triage.cli.options import Refused


def test_the_made_parts_are_current() -> None:
    assert README.read_text("utf-8") == current(), "python -m tests.readme writes them"


@pytest.mark.parametrize("command", [command.name for command in COMMANDS if command.name != "open"])
def test_every_command_is_in_the_table(command: str) -> None:
    assert re.search(rf"^\| `triage {command}[ `]", README.read_text("utf-8"), re.MULTILINE)


def test_every_option_named_for_a_command_exists() -> None:
    text = README.read_text("utf-8")
    for command in COMMANDS:
        start = r"\| `triage \[PATH" if command.name == "open" else rf"\| `triage {command.name}[ `]"
        (line,) = (one for one in text.splitlines() if re.match(start, one))
        known = {option for action in command.parser()._actions for option in action.option_strings}
        assert set(re.findall(r"--[a-z-]+", line)) <= known


def test_every_linked_file_is_there() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text("utf-8")):
        assert (README.parent / target).is_file(), target


def test_an_option_nobody_knows_is_refused() -> None:
    with pytest.raises(Refused, match="--fallow"):
        COMMANDS[0].parser().parse_args(["--fallow"])
