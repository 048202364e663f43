"""Smoke test of an installed wheel: the JSON report of a red run, and the exit code it came with.

python smoke_report.py REPORT_JSON EXIT_CODE
"""

import json
import sys
from pathlib import Path


def main(written: str, status: str) -> None:
    """Stops with words when the report is not what it should be."""
    report = json.loads(Path(written).read_text("utf-8"))
    gate, rows = report["gate"], report["rows"]
    if report["schema"] != "triage.report/1":
        sys.exit(f"the report has schema {report['schema']!r}")
    if int(status) not in (1, 2) or gate["exit_code"] != int(status):
        sys.exit(f"a red run ended with exit code {status}, its report says {gate['exit_code']}")
    if not report["bundle"]["baseline"]:
        sys.exit("the report does not name the last green run it was given")
    explained = [row for row in rows if row["cause"] not in (None, "undetermined")]
    if not explained:
        sys.exit("the report explains no row")
    print(f"{gate['verdict']}, exit code {status}: {len(rows)} rows, {len(explained)} with a cause")


if __name__ == "__main__":
    main(*sys.argv[1:])
