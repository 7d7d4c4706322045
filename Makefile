# Needs Python 3.11 or newer with venv, and make. Everything else comes into .venv by itself.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard games/*/locale/*.po ionbot/locale/*.po))
OF_GAMES := $(wildcard $(patsubst games/%/,tests/%,$(wildcard games/*/))) tests/golden tests/test_simulation.py

.DEFAULT_GOAL := help
.PHONY: help setup demo test check catalogues bench fuzz torture soak mutants build clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(READY) $(CATALOGUES) ## install ionbot and what its development needs into .venv

# The group `dev` needs a newer pip than the one that Python 3.11 brings.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$(PYTHON) is older than 3.11; try: make PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@

# What is installed is compiled already; this is for what changes later.
%.mo: %.po | $(READY)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@ --locale $(basename $(notdir $<))

demo: $(READY) $(CATALOGUES) ## play right here, against computer players
	@$(BIN)/ionbot demo

# Coverage doubles a test's time, so it is on only where a game's rules are tested. The tests of games compute; many of
# the others wait for servers and processes, so there are more of them at once than processors.
test: check ## everything that must hold before a change goes in: `check`, the tests, the coverage of games
	$(BIN)/pytest -n auto --dist worksteal --cov --cov-report= $(OF_GAMES)
	$(BIN)/python .ci/branches.py
	$(BIN)/pytest -n $$($(BIN)/python -c 'import os; print(os.cpu_count() + 2)') --dist worksteal \
		$(addprefix --ignore=,$(OF_GAMES))

check: $(READY) $(CATALOGUES) ## style, types and the order of the rooms
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

catalogues: $(READY) ## put what the bot says now into the catalogues of all languages, see docs/translating.md
	@$(BIN)/python -m tests.catalogues

bench: $(READY) ## measure speed, latency and traffic; `python -m tests.bench --help` says what there is
	@$(BIN)/python -m pip install --quiet --group bench
	@$(BIN)/python -m tests.bench

fuzz: $(READY) ## throw a million lines, most of them bad, at the network layer, and 10,000 a role at a table; takes minutes
	@$(BIN)/python -m tests.fuzz
	@$(BIN)/python -m tests.fuzz.roles

torture: $(READY) ## kill a loaded bot 1,000 times and lose its power; nothing may be lost; takes half an hour
	@$(BIN)/python -m tests.torture

soak: $(READY) ## let 200 tables play for a day, with the clock run fast; nothing may grow; takes some 20 minutes
	@$(BIN)/python -m tests.torture.soak

mutants: $(READY) ## change games/ a little, some 15,000 times, and count what the tests notice; takes hours
	@$(BIN)/python -m pip install --quiet --group mutants
	rm -rf mutants
	$(BIN)/mutmut run
	@$(BIN)/mutmut export-cicd-stats
	@$(BIN)/mutmut results
	$(BIN)/python .ci/mutants.py

build: $(READY) ## make the wheel and the source distribution in dist
	$(BIN)/python -m build

clean: ## remove all that was made, .venv included
	rm -rf .venv dist build mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*
