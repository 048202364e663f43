"""The parts of the README that are made from the program: ``python -m tests.readme`` writes them."""

import re
from pathlib import Path

from triage.console.keys import KEYS, QUEUE, TEXT, WALK
from triage.explain import measured_totals

README = Path(__file__).resolve().parents[1] / "README.md"
PLACES = {(QUEUE, WALK, TEXT): "everywhere", (QUEUE, WALK): "queue, walk", (WALK, TEXT): "walk, text"}


def keys_table() -> str:
    """One line per key, as the help panel lists them."""
    rows = (
        f"| `{'` `'.join(key.shown.split())}` | {PLACES.get(key.places, ', '.join(key.places))} | {key.tooltip} |"
        for key in KEYS
    )
    return "\n".join(rows)


def measurement() -> str:
    """The shipped figures of the diagnosis in one paragraph."""
    return measured_totals() or "The diagnosis has not been measured yet."


def current() -> str:
    """The README with its made parts as they should be."""
    text = README.read_text("utf-8")
    for name, made in (("keys", keys_table()), ("measured", measurement())):
        text = re.sub(
            rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", lambda m, made=made: f"{m[1]}{made}\n{m[2]}", text, flags=re.S
        )
    return text


if __name__ == "__main__":
    README.write_text(current(), encoding="utf-8")
