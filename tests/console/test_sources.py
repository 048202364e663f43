"""The console's own text: no markup anywhere, so there is nothing to inject into; Textual in one room only."""

import re
from pathlib import Path

ROOM = Path(__file__).resolve().parents[2] / "triage"
MARKUP = re.compile(
    r"from_markup|rich\.markup|textual\.markup|(?<!re\.)\bescape\(|markup=True|\[/[a-z]*\]|\[b\]|\[bold|Markdown\("
)


def test_no_markup_is_made_or_escaped() -> None:
    for path in [*(ROOM / "console").rglob("*.py"), *(ROOM / "views").rglob("*.py")]:
        assert not MARKUP.search(path.read_text(encoding="utf-8")), path.name


def test_every_toast_is_literal() -> None:
    for path in (ROOM / "console").rglob("*.py"):
        for call in re.findall(r"\.notify\((\w.*)", path.read_text(encoding="utf-8")):
            assert "markup=False" in call, path.name


def test_views_know_neither_textual_nor_rich() -> None:
    for path in (ROOM / "views").rglob("*.py"):
        assert not re.search(r"^\s*(?:from|import) (?:textual|rich)\b", path.read_text(encoding="utf-8"), re.M), (
            path.name
        )


def test_no_underscore_of_textual_is_touched() -> None:
    for path in (ROOM / "console").rglob("*.py"):
        assert not re.search(r"\bfrom textual\._|\.app\._|screen\._", path.read_text(encoding="utf-8")), path.name
