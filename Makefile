# Azulejos: `make play` to play, `make test` for every check; both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
NPM := $(shell command -v npm)
PAGE := src/azulejos/server/page/index.html
PAGE_SOURCES := $(shell find web docs src/azulejos -name node_modules -prune -o \
	\( -path 'web/*' -o -name 'rules*.md' -o -path '*/words/*.json' \) -type f -print)

.PHONY: play page test lint types check tests coverage bench load build clean

play: $(READY) page
	@$(BIN)/azulejos

# What people play on, built into the package when its sources have changed.
ifdef NPM
page: $(PAGE)
else
page:
	@echo "The page is built with Node 20 or newer, which this machine does not have." >&2
endif

$(PAGE): web/node_modules/ready $(PAGE_SOURCES)
	cd web && $(NPM) run --silent build
	@touch $@

web/node_modules/ready: web/package.json
	cd web && $(NPM) install --silent --no-audit --no-fund --no-package-lock
	@touch $@

# What the browser tests need besides: axe, and a Chromium where the machine has none.
tests/browser/node_modules/ready: tests/browser/package.json
	cd tests/browser && $(NPM) install --silent --no-audit --no-fund --no-package-lock
	@touch $@

test: lint types check coverage tests

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

# The page's types; what it computes is tested among the others.
check: web/node_modules/ready
	cd web && $(NPM) run --silent check

# The rules as plain Python: every line and branch of them.
coverage: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -p no:cacheprovider \
		tests/games/azul/test_rules.py tests/games/azul/test_rules_tiling.py \
		tests/games/blue/test_rules.py tests/games/blue/test_state.py
	$(BIN)/coverage report --show-missing --fail-under=100

tests: $(READY) page tests/browser/node_modules/ready
	$(BIN)/pytest -n 2

bench: $(READY)
	$(BIN)/python bench/ratios.py

# A real server with 500 games and 2,000 sockets, for ten minutes.
load: $(READY)
	$(BIN)/python bench/load.py --seconds 600

# The source archive and the wheel, with the built page inside, in dist/; see docs/releasing.md.
build: $(READY) $(PAGE)
	$(BIN)/pip install --quiet --disable-pip-version-check build
	rm -rf dist
	$(BIN)/python -m build

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache web/node_modules tests/browser/node_modules \
		tests/browser/shots $(dir $(PAGE))
