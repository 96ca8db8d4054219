# Each target sets itself up in .venv; nothing is installed again while pyproject.toml stays the same.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help demo test lint bench docs clean browser

help:
	@echo "make demo   make a sample campaign, score it, show the leaderboard and write its report"
	@echo "make test   run all tests"
	@echo "make lint   ruff and mypy"
	@echo "make bench  speed beside the libraries one would use instead"
	@echo "make docs   build the documentation into docs/_build"

demo: $(VENV)/.report
	@$(BIN)/goldscale demo

test: $(VENV)/.dev browser
	@$(BIN)/python -m pytest -n auto

# Reports are tested in a browser. Debian's is installed where that needs no password; else those tests skip and say so.
browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || ! command -v apt-get >/dev/null || \
	  { as=; [ "$$(id -u)" = 0 ] || as="sudo -n"; export DEBIAN_FRONTEND=noninteractive; \
	    echo "Installing Debian's Chromium ..."; \
	    { $$as timeout 60 apt-get update -qq; \
	      $$as timeout 300 apt-get install -qq -y --no-install-recommends chromium; } >/dev/null 2>&1; } || \
	  echo "No Chromium: the tests of reports in a browser are skipped." >&2

lint: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(VENV)/.bench
	@$(BIN)/python -m benchmarks

docs: $(VENV)/.docs
	@$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build
	@echo "docs/_build/index.html"

clean:
	rm -rf $(VENV) docs/_build build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Goldscale needs Python 3.11 or newer; say which with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "Python's venv is missing; on Debian: apt install python3-venv" >&2; exit 1; }

$(VENV)/.report $(VENV)/.dev $(VENV)/.docs $(VENV)/.bench: $(VENV)/.%: pyproject.toml $(BIN)/python
	@echo "Setting up .venv for $* ..."
	@$(INSTALL) -e '.[$*]'
	@touch $@
