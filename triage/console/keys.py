"""Every key of the console in one table: the footer, the ``?`` help, the palette and the bindings all come from it."""

from typing import NamedTuple

from textual.binding import Binding

QUEUE, WALK, TEXT, PREVIEW = "queue", "walk", "text", "preview"
_READING = (WALK, TEXT, PREVIEW)
_EVERYWHERE = (QUEUE, WALK, TEXT, PREVIEW)


class Key(NamedTuple):
    """One action.  ``keys`` are Textual's names, ``shown`` what a person reads; the screen runs ``press(id)``.

    ``hint`` stands in the footer, the key first; where space is short the hints of least ``weight`` go first.
    """

    id: str
    keys: str
    shown: str
    hint: str
    tooltip: str
    places: tuple[str, ...]
    weight: int = 0


KEYS = (
    Key("open", "enter,l,right", "Enter l", "Enter walk", "Walk the chosen row stage by stage", (QUEUE,), 7),
    Key("record", "enter", "Enter", "Enter record", "Show the record behind the chosen line", (WALK,), 3),
    Key("stage-next", "right,l", "Right l", "1-5 stage", "Go to the next stage", (WALK,), 6),
    Key("stage-previous", "left,h", "Left h", "", "Go to the previous stage", (WALK,)),
    Key("stage-1", "1", "1", "", "Go to stage 1", (WALK,)),
    Key("stage-2", "2", "2", "", "Go to stage 2", (WALK,)),
    Key("stage-3", "3", "3", "", "Go to stage 3", (WALK,)),
    Key("stage-4", "4", "4", "", "Go to stage 4", (WALK,)),
    Key("stage-5", "5", "5", "", "Go to stage 5, the handoff text", (WALK,)),
    Key("row-next", "n", "n", "n/p row", "Go to the next red row, at the same stage", (WALK,), 5),
    Key("row-previous", "p", "p", "", "Go to the previous red row, at the same stage", (WALK,)),
    Key(
        "filter",
        "slash",
        "/",
        "/ filter",
        "Show only rows that hold these letters: id, cause, owner, claim, metric, scenario, reason",
        (QUEUE,),
        5,
    ),
    Key("find", "slash", "/", "/ find", "Find letters in this screen; Enter goes to the next place", _READING, 1),
    Key("group", "g", "g", "g group", "Group by owner, cause, scenario, metric, or not at all", (QUEUE,), 4),
    Key("sort", "s", "s", "s sort", "Sort as read, by distance below the minimum, or by case id", (QUEUE,), 1),
    Key("only-invalid", "x", "x", "x invalid", "Show only invalid rows, or all red rows again", (QUEUE,), 2),
    Key(
        "passing",
        "a",
        "a",
        "a all",
        "Show passing rows too, those that are green for the wrong reason first",
        (QUEUE,),
        3,
    ),
    Key("pane", "tab", "Tab", "Tab part", "Go to the other part of the screen", (QUEUE, WALK), 2),
    Key(
        "compare",
        "c",
        "c",
        "c compare",
        "Show this row now and in the last green run, differences first",
        (QUEUE, WALK),
        2,
    ),
    Key(
        "explain",
        "e",
        "e",
        "e cause",
        "Explain the cause that the chosen line speaks of, else this row's: look-alikes, owner, next step",
        (QUEUE, WALK),
        2,
    ),
    Key("copy", "y", "y", "y copy", "Copy the handoff text of this row, and write it to a file", (QUEUE, WALK), 4),
    Key(
        "mark",
        "m",
        "m",
        "m mark",
        "Say where this row stands: acknowledged, handed off, not a problem until a day, open",
        (QUEUE, WALK),
        3,
    ),
    Key("owner", "o", "o", "", "Name another owner than the suggested one, with a reason", (WALK,)),
    Key("note", "v", "v", "", "Write a note on this row in your editor", (WALK,)),
    Key("with-text", "t", "t", "", "Let question, answer and chunk text leave with the handoff, or not", (WALK,)),
    Key("write", "w", "w", "w write", "Write the handoff folder, after a look at every file", (WALK,), 4),
    Key("reproduce", "r", "r", "", "Compute this row's score or order again, through Ragas too", (WALK,)),
    Key(
        "uncover",
        "b",
        "b",
        "",
        "Show secrets and personal data that are covered on the screen, or cover them again",
        (QUEUE, WALK),
    ),
    Key("confirm", "y", "y", "y write it", "Write the folder", (PREVIEW,), 9),
    Key("run", "i", "i", "", "Show everything said of the whole run", (QUEUE, WALK)),
    Key("up", "up,k", "Up k", "", "Go one line up", _EVERYWHERE),
    Key("down", "down,j", "Down j", "", "Go one line down", _EVERYWHERE),
    Key("page-up", "pageup", "PgUp", "", "Go one page up", _EVERYWHERE),
    Key("page-down", "pagedown,space", "PgDn Space", "", "Go one page down", _EVERYWHERE),
    Key("top", "home", "Home", "", "Go to the first line", _EVERYWHERE),
    Key("bottom", "end,G", "End G", "", "Go to the last line", _EVERYWHERE),
    Key("back", "escape", "Esc", "Esc back", "Go back: close what is open, clear the filter", _EVERYWHERE, 8),
    Key("help", "question_mark", "?", "? keys", "Show the keys of this screen", (QUEUE, WALK), 9),
    Key("quit", "q", "q", "q quit", "Leave the console", _EVERYWHERE, 10),
)


def keys_of(place: str) -> tuple[Key, ...]:
    """The keys that work in a place, in table order."""
    return tuple(key for key in KEYS if place in key.places)


def bindings_of(place: str) -> list[Binding]:
    """The same as bindings of a screen."""
    return [
        Binding(key.keys, f"press('{key.id}')", key.tooltip, tooltip=key.tooltip, id=f"{place}.{key.id}")
        for key in keys_of(place)
    ]


def hints(place: str, width: int) -> list[str]:
    """The hints that fit into ``width`` cells, in table order; whole hints are dropped, those of least weight first."""
    wanted = [key for key in keys_of(place) if key.weight]
    while wanted and sum(len(key.hint) + 2 for key in wanted) - 2 > width:
        wanted.remove(min(wanted, key=lambda key: key.weight))
    return [key.hint for key in wanted]
