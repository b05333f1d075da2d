# make verify   check every proof and run every system of the documents under contract
# make test     types, lint, symbolic execution and tests
# make bench    measure, and write the figures to benchmarks/
PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready

.PHONY: help verify test types lint crosshair faults systems bench clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

# --- the main job -----------------------------------------------------------------------
verify: systems faults

systems: $(READY)
	$(BIN)/python -m proofs.systems
	$(BIN)/python -m proofs.claims

faults: $(READY)
	$(BIN)/python -m proofs.faults

# --- the workshop -----------------------------------------------------------------------
test: types lint crosshair
	$(BIN)/python -m pytest -n 2

types: $(READY)
	$(BIN)/mypy

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

crosshair: $(READY)
	$(BIN)/python -m proofs.crosshair

bench: $(READY)
	$(BIN)/python -m benchmarks.bench_reference

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist report *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
