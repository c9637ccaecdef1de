# Azulejos: `make play` to play, `make test` for every check; both install what they need into .venv.

PYTHON ?= python3
NPM ?= npm
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/ready-to-play
TEST := $(VENV)/ready-to-test
PLAY_EXTRAS := jit,server
EXTRAS := client,data,envs,jit,mcp,notebook,ray,server,tracing,train
RESPONSES := tests/server/web/test_responses.py
unexport PYTHONDONTWRITEBYTECODE  # start-up depends on byte code, which the first import writes
NPM_INSTALL := install --silent --no-audit --no-fund --no-package-lock --prefer-offline

.PHONY: play playable page kernels test lint types check tests responses coverage generate pictures bench soak load build docs clean

# The packages with the kernels, and the page, do not depend on each other, so they are made at the same time.
play:
	@$(MAKE) --no-print-directory --jobs=2 playable page
	@$(BIN)/azulejos

# The page, built into the package if its sources have changed; see build_page.py.
page:
	@$(PYTHON) build_page.py

# The compiled code of the games and the search, for this machine, if its sources have changed.
kernels: $(PLAY)
	@$(BIN)/azulejos kernels build

playable: $(PLAY)
	@$(BIN)/azulejos kernels build || echo "azulejos: Numba will compile what is played, at the first moves" >&2

# Both install into the same environment, and neither removes what the other has installed.
$(PLAY): pyproject.toml
	$(environment)
	$(call install,playing,--editable '.[$(PLAY_EXTRAS)]')
	@$(BIN)/python -c 'import azulejos.cli.serve, azulejos.server.app'
	@touch $@

$(TEST): pyproject.toml
	$(environment)
	@$(BIN)/pip install --quiet --disable-pip-version-check 'pip>=25.1'  # the first with dependency groups
	$(call install,testing,--editable '.[$(EXTRAS)]' --group dev)
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true  # its warnings must not fail tests
	@touch $(PLAY) $@

# Create the environment if there is none.
define environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "azulejos: Python 3.11 or newer is needed; name one, as in: make play PYTHON=python3.13" >&2; \
		exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "azulejos: Python cannot make an environment; on Debian or Ubuntu: apt install python3-venv" >&2; \
		exit 1; }
endef

# $(call install,PURPOSE,WHAT): install into the environment.
# The kernels are built afterwards, by Numba of the same environment and with progress. Where the environment has what
# builds packages, pip makes none of its own for that.
# Byte code is left to the first import, which compiles only the modules that are used: 70 MB less. For playing, that
# is done here, while the page is still being built.
define install
	@echo "Installing what $(1) needs into $(VENV) …"
	@here=$$($(BIN)/python -c 'import editables, hatchling.build' 2>/dev/null && echo --no-build-isolation); \
	WITHOUT_KERNELS=1 $(BIN)/pip install $$here $$(test -t 1 || echo --quiet) --disable-pip-version-check --no-compile $(2) || { \
		echo "azulejos: the installation failed; the reason stands above. Once it is solved, run the same command" >&2; \
		echo "again. If the environment itself is broken, run \`make clean\` first." >&2; exit 1; }
endef

# What checking the page and testing it in a browser need: also axe, and a Chromium where there is none.
web/node_modules/ready tests/browser/node_modules/ready: %/node_modules/ready: %/package.json
	@echo "Installing what $*/package.json names …"
	@cd $* && $(NPM) $(NPM_INSTALL) || { \
		echo "azulejos: npm install failed in $*; it needs Node 20.19 or newer and the npm registry" >&2; exit 1; }
	@touch $@

# The quickest check first, then two at a time, each of which uses one core; then the tests, which use all.
test: $(TEST) web/node_modules/ready
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory --jobs=2 kernels types check page coverage responses
	@$(MAKE) --no-print-directory tests

lint: $(TEST)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(TEST)
	$(BIN)/mypy

# The page's linter, types and tests of what it computes; the others run it in a browser.
check: web/node_modules/ready
	cd web && $(NPM) run --silent lint
	cd web && $(NPM) run --silent check
	cd web && $(NPM) test --silent

# From Python: the page's types of messages and routes, facts, shapes and colours of the games, tables of documents.
generate: $(TEST)
	$(BIN)/python -m generate

# The pictures in the documents; that of the page is taken in a browser, of a new game.
pictures: $(TEST) page tests/browser/node_modules/ready
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m tests.browser.picture

# The rules as plain Python: every line and branch of them.
coverage: $(TEST)
	AZULEJOS_KERNELS=plain $(BIN)/coverage run -m pytest -q -p no:cacheprovider \
		tests/games/azul/test_rules.py tests/games/azul/test_rules_tiling.py \
		tests/games/blue/test_rules.py tests/games/blue/test_state.py -k "not every_tile"
	$(BIN)/coverage report --show-missing --fail-under=100

# Responses of a server against its OpenAPI description. Collecting this file takes some seconds, in every process.
responses: $(TEST) kernels
	$(BIN)/pytest -q $(RESPONSES)

# More processes than cores, since most wait; see tests/lanes.py.
tests: $(TEST) kernels page tests/browser/node_modules/ready
	$(BIN)/pytest -q -n 5 --no-loadscope-reorder --durations=20 --ignore=$(RESPONSES)

bench: $(TEST) kernels
	$(BIN)/python bench/ratios.py
	$(BIN)/python bench/ways.py

# What takes too long for every change: every server test with each kind of database, kills under load, many outages
# against a model of the promises, many endings against brute force, all random examples, promised times without the
# allowance for a busy machine, a search for secrets in 10,000 games, 10,000 damaged backups, two builds of the kernels,
# the wheel in newer Pythons, kernels for other systems, and the load below.
soak: $(TEST)
	$(BIN)/python bench/crash.py --rounds 500
	$(BIN)/python bench/crash.py --rounds 500 --bad-network
	PROMISES_EXAMPLES=300 MACHINE_EXAMPLES=500 $(BIN)/pytest -q tests/server/test_promises.py \
		tests/server/table/test_machine.py
	SLACK_S=1.5 $(BIN)/pytest -q tests/server/accounts/test_revocation.py tests/server/play tests/server/web/test_overload.py
	ENDINGS=2000 $(BIN)/pytest -q tests/search/test_solver.py
	EXAMPLES_PERCENT=100 $(BIN)/pytest -q -n 3 --all-databases -m hypothesis
	EXAMPLES_PERCENT=100 $(BIN)/pytest -q tests/compiled tests/envs/test_examples.py \
		tests/search/test_reasons.py
	$(BIN)/python -m tests.compiled.reproduce
	$(BIN)/python -m tests.compiled.pythons
	$(BIN)/pip install --quiet ziglang && $(BIN)/python -m tests.compiled.cross
	$(BIN)/pytest -q -n 3 --all-databases tests/server
	$(BIN)/python -m tests.server.leaks 10000
	$(BIN)/python -m tests.server.damage 10000
	$(BIN)/python bench/load.py --seconds 600
	$(BIN)/python bench/arena.py
	$(BIN)/python bench/arena.py --postgres --kills 5
	$(BIN)/python bench/reviews_load.py
	$(BIN)/python bench/reasons.py themes

# A real server with 500 games and 2,000 sockets, for ten minutes.
load: $(TEST)
	$(BIN)/python bench/load.py --seconds 600

# The source archive and the wheel, with the built page inside, in dist/; see docs/releasing.md.
build: $(TEST)
	rm -rf dist
	$(BIN)/python -m build

# The documentation site in docs/_build; a warning fails it.
docs: $(TEST) page
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build

clean:
	rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache web/node_modules tests/browser/node_modules \
		tests/browser/shots src/azulejos/server/page src/azulejos/compiled/_kernels* docs/_build
