# Azulejos: `make play` to play, `make test` for every check; both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: play test lint types tests coverage bench clean

play: $(READY)
	@$(BIN)/azulejos

test: lint types coverage tests

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

# The rules as plain Python: every line and branch of them.
coverage: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -p no:cacheprovider \
		tests/azul/test_rules.py tests/azul/test_rules_tiling.py tests/blue/test_rules.py tests/blue/test_state.py
	$(BIN)/coverage report --show-missing --fail-under=100

tests: $(READY)
	$(BIN)/pytest -n 2

bench: $(READY)
	$(BIN)/python bench/ratios.py

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache
