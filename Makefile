# make verify   check every proof, judge every claim, run every system of the documents under contract
# make test     types, lint, symbolic execution and tests
# make proofs   the theorems alone: kernel, second checker, Z3, cvc5
# make coq      the theorems and every obligation once more, by Coq
# make report   a page of the documents' runs, their claims, and what breaks: build/report.html
# make matrix   which engine has checked what (after verify and test)
# make mutants  every mutant of the trusted checker must be killed by its tests
# make soak     the long campaigns; prints and stores their counts
# make docs     the course, the guides and the reference, in build/site
# make bench    measure, and write the figures to benchmarks/
PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready

.PHONY: help verify test types lint crosshair proofs coq claims faults systems report matrix docs docs-update mutants soak bench clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

# --- the main job -----------------------------------------------------------------------
verify: proofs claims systems faults report

proofs: $(READY)
	$(BIN)/python -m proofs

claims: $(READY)
	$(BIN)/python -m proofs.claims

systems: $(READY)
	$(BIN)/python -m proofs.systems

faults: $(READY)
	$(BIN)/python -m proofs.faults

report: proofs claims systems faults
	$(BIN)/python -m proofs.report

coq: $(READY)
	$(BIN)/python -m proofs.coq

matrix: $(READY)
	$(BIN)/verified-perceptron matrix

# --- the papers -------------------------------------------------------------------------
docs: $(READY)
	$(BIN)/python -m tools.docs build

# put the real outputs into README.md and docs/, where a page shows something else
docs-update: $(READY)
	$(BIN)/python -m tools.docs update

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

mutants: $(READY)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[mutation]'
	rm -rf mutants
	$(BIN)/mutmut run
	@test -z "$$($(BIN)/mutmut results)" || { $(BIN)/mutmut results; exit 1; }

soak: $(READY)
	$(BIN)/python -m benchmarks.soak_certificates
	$(BIN)/python -m benchmarks.soak_engine
	$(BIN)/python -m benchmarks.soak_oracle

bench: $(READY)
	$(BIN)/python -m benchmarks.bench_reference
	$(BIN)/python -m benchmarks.decide
	$(BIN)/python -m benchmarks.fast_check
	$(BIN)/python -m benchmarks.bench_engine

clean:
	rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist report *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
