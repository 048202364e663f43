"""The house rules, read from the source: who may import whom, how large a room may be, no markup, a quick start."""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
PACKAGE = CHECKOUT / "triage"

# A room may import itself and the rooms to its left.
ROOMS = (
    "__version__",
    "text",
    "state",
    "redaction",
    "model",
    "metrics",
    "adapters",
    "evidence",
    "fingerprint",
    "ledger",
    "clues",
    "causes",
    "owners",
    "compare",
    "verdict",
    "diagnosis",
    "baseline",
    "totals",
    "pairing",
    "drift",
    "examine",
    "explain",
    "doctor",
    "cover",
    "views",
    "handoff",
    "reproduce",
    "report",
    "gate",
    "convert",
    "console",
    "cli",
    "__main__",
)

ONLY_IN = {
    "textual": "console/",
    "rich": "console/",
    "ragas": "metrics/ragas_metrics.py",
}

FUNCTION_LINES, CLASS_LINES, FILE_LINES = 40, 150, 250

MODULES = sorted(PACKAGE.rglob("*.py"))
SOURCES = [*MODULES, *sorted((CHECKOUT / "fixtures").rglob("*.py"))]


def offenders(paths: list[Path], check: Callable[[Path, str], list[str]]) -> dict[str, list[str]]:
    """What the check objects to, by file."""
    found = {path.relative_to(CHECKOUT).as_posix(): check(path, path.read_text("utf-8")) for path in paths}
    return {name: faults for name, faults in found.items() if faults}


def inside(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of everything a module imports, also inside functions; ``from a import b`` is ``a.b``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return "__version__" if first == "__init__.py" else first.removesuffix(".py")


def wrong_imports(source: str, room: str) -> list[str]:
    """Every import of a room that does not stand to the left, and every relative one, which hides its room."""
    allowed = ROOMS[: ROOMS.index(room) + 1] if room in ROOMS else ()
    wrong = []
    for line, name in imports(ast.parse(source)):
        top, _, rest = name.partition(".")
        if top in ("", "triage") and rest.split(".")[0] not in allowed:
            wrong.append(f"{line}: {name}")
    return wrong


def strayed_imports(source: str, place: str) -> list[str]:
    """Every import of a library that is kept to one place, from a module (its path inside the package) elsewhere."""
    found = ((line, name, ONLY_IN.get(name.split(".")[0])) for line, name in imports(ast.parse(source)))
    return [f"{line}: {name}" for line, name, home in found if home and not place.startswith(home)]


def markup(source: str) -> list[str]:
    """Every way of turning text into markup: the parsers, their escapes, and the switch."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute | ast.Name):
            name = node.attr if isinstance(node, ast.Attribute) else node.id
            if name in {"from_markup", "render_markup"}:
                found.append(f"{node.lineno}: {name}")
        elif isinstance(node, ast.keyword) and node.arg == "markup" and not _is_false(node.value):
            found.append(f"{node.value.lineno}: markup=")
    escapes = ("rich.markup", "textual.markup", "textual.content.escape")
    return found + [f"{line}: {name}" for line, name in imports(ast.parse(source)) if name.startswith(escapes)]


def _is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is False


def oversized(source: str) -> list[str]:
    """Functions, classes and files beyond their limits."""
    lines = len(source.splitlines())
    found = [f"file of {lines} lines"] if lines > FILE_LINES else []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            size = (node.end_lineno or node.lineno) - node.lineno + 1
            if size > (CLASS_LINES if isinstance(node, ast.ClassDef) else FUNCTION_LINES):
                found.append(f"{node.name}: {size} lines")
    return found


def test_every_room_has_its_place() -> None:
    assert {room_of(path) for path in MODULES} <= set(ROOMS)


def test_imports_go_one_way() -> None:
    assert offenders(MODULES, lambda path, source: wrong_imports(source, room_of(path))) == {}


def test_heavy_libraries_stay_in_their_place() -> None:
    assert offenders(MODULES, lambda path, source: strayed_imports(source, inside(path))) == {}


def test_no_text_becomes_markup() -> None:
    assert offenders(MODULES, lambda _, source: markup(source)) == {}


def test_rooms_stay_small() -> None:
    assert offenders(SOURCES, lambda _, source: oversized(source)) == {}


def test_the_import_check_sees_each_wrong_way() -> None:
    source = """
import triage.views.metric
from triage import console, text
from triage.metrics.coverage import evidence_coverage
from triage.shed import tool
def lazily():
    from triage.report import json
from . import sibling
"""
    assert wrong_imports(source, "evidence") == [
        "2: triage.views.metric",
        "3: triage.console",
        "5: triage.shed.tool",
        "8: ..sibling",
        "7: triage.report.json",
    ]


def test_the_library_check_sees_lazy_imports_too() -> None:
    source = "def draw():\n    from rich.text import Text\n    import ragas.metrics, richness"
    assert strayed_imports(source, "views/metric.py") == ["2: rich.text.Text", "3: ragas.metrics"]
    assert strayed_imports(source, "console/app.py") == ["3: ragas.metrics"]
    assert strayed_imports(source, "metrics/ragas_metrics.py") == ["2: rich.text.Text"]


def test_the_markup_check_sees_parsers_escapes_and_switches() -> None:
    source = """
from rich.markup import escape
Content.from_markup(text)
notify(text, markup=True)
notify(text, markup=False)
"""
    assert markup(source) == ["3: from_markup", "4: markup=", "2: rich.markup.escape"]


def test_the_size_check_sees_functions_classes_and_files() -> None:
    long_function = "def long():\n" + "    pass\n" * FUNCTION_LINES
    fitting = "def fitting():\n" + "    pass\n" * (FUNCTION_LINES - 1)
    long_class = "class Long:\n" + "    a = 1\n" * CLASS_LINES
    assert oversized(long_function) == ["long: 41 lines"]
    assert oversized(fitting) == []
    assert oversized(long_class) == ["Long: 151 lines"]
    assert oversized("\n" * 251) == ["file of 251 lines"]


START = """
import sys
import triage.cli
heavy = {"textual", "rich", "ragas", "msgspec", "yaml", "orjson", "asyncio"}
at_import = heavy & set(sys.modules)
try:
    triage.cli.main(["--help"])
except SystemExit as ended:
    assert not ended.code, ended.code
print("LOADED", sorted(at_import), sorted(heavy & set(sys.modules)))
"""


def test_help_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    usage, _, loaded = done.stdout.rpartition("LOADED ")
    assert loaded.strip() == "[] []"
    assert "usage" in usage.lower()
