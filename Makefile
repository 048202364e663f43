PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test env lint types check artifacts measure screenshots clean

run: env
	@$(BIN)/triage artifacts

test: env lint types check

env: .venv/.ready

.venv/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if (3, 11) <= sys.version_info < (3, 14) else "triage needs Python 3.11, 3.12 or 3.13; name one with make PYTHON=...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

lint: env
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: env
	@$(BIN)/mypy

check: env
	@$(BIN)/pytest

artifacts: env
	@$(BIN)/python -m fixtures.make_artifacts

measure: env
	@$(BIN)/python -m benchmarks.measure

screenshots: env
	@$(BIN)/python -m tests.screenshots

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
